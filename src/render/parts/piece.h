// A piece: rendered bytes of a part of the request, with the nodes of each unit. Each turn is rendered to a piece, and
// the pieces are joined. So the piece of a sealed turn can be used again if nothing outside of the turn changes it.
//
// Besides the turn, a piece depends on: markers in other turns that name its nodes; results in other turns of its
// calls, and calls in other turns of its results; ids of earlier calls; whether it is the last turn with content;
// whether it ends with a cache breakpoint. All of this is decided before the piece is made, and does not apply to most
// turns. Some vendors want one message for neighbouring messages of one role: `join` leaves out the end of one and the
// start of the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/render.h"
#include "render/parts/block.h"

namespace latewood::render {

struct Piece {
  std::string bytes;  // messages, separated by commas
  std::vector<Unit> units;
  std::vector<ByteRange> marks;
  std::vector<Repair> repairs;
  // The roles at both ends, and the number of bytes that open the first message and close the last one. Ends without a
  // role are never joined.
  std::optional<Role> first = {};
  std::optional<Role> last = {};
  std::size_t opening = 0;
  std::size_t closing = 0;

  void repair(RepairKind kind, std::string_view id) { repairs.push_back({kind, std::string(id)}); }
  // Adds a unit: the bytes since `begin` are from the node `id`.
  void add_unit(std::string_view id, std::size_t begin) { units.push_back({std::string(id), {begin, bytes.size()}}); }
};

// Appends `next` to `whole`, into its last message if both roles are the same. Joining is associative.
void join(Piece& whole, const Piece& next);
// As `join`, without the units. Returns the position of `next` in `whole`, with which the caller can add the units.
std::size_t join_text(Piece& whole, const Piece& next);

// Inserts `text` at `at` as a mark. No unit may start or end there.
void insert_mark(Piece& piece, std::size_t at, std::string_view text);

// ---- spelling JSON ----

// Appends a comma unless the text is empty or ends with an opening bracket.
void append_comma(std::string& out);
// Appends `"key":`, with a comma before it if one is needed.
void append_key(std::string& out, std::string_view key);
void append_member(std::string& out, std::string_view key, std::string_view text);
// Appends a member with a value that is JSON text.
void append_json_member(std::string& out, std::string_view key, std::string_view json);

}  // namespace latewood::render
