// Writes messages of two alternating roles, for vendors that want neighbouring parts of one role in one message:
// `{"role":"user","content":[part,part]},{"role":...`.
#pragma once

#include <string_view>

#include "render/parts/piece.h"

namespace latewood::render {

// The vendor's names in such a message.
struct MessageSpelling {
  std::string_view user;       // the name of the user's role
  std::string_view assistant;  // the name of the assistant's role
  std::string_view parts;      // the member that holds the parts
};

class AlternatingWriter {
 public:
  AlternatingWriter(Piece& piece, const MessageSpelling& spelling) : piece_(piece), spelling_(spelling) {}

  // Opens a message of that role, or continues the open one, and prepares for one more part. Returns the position at
  // which the part begins.
  std::size_t begin_part(Role role);
  // Ends the open message, so that the next part opens a new one even in the same role.
  void end_message();
  // Ends the last message and sets the roles at both ends of the piece.
  void finish();

 private:
  Piece& piece_;
  const MessageSpelling spelling_;
  std::optional<Role> open_ = {};
};

}  // namespace latewood::render
