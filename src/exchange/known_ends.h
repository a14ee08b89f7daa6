// How nodes end. What exports write behind the id of a node is the same text in all nodes of its sort:
//
//   ,"kind":"text","nodeType":"cb","offset":0,"priority":0,"role":"user","ttl":null}
//
// So it is compared with ends that were read before, and read member by member only where it differs from all of them.
// Nodes with the same end also share the texts it names, which are then in the cache whenever a node is looked at
// again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "canon/json_cursor.h"
#include "exchange/node_document.h"

namespace latewood::exchange {

// The known ends of one document. Its text must not move.
class KnownEnds {
 public:
  // A node starts, so whatever is open does not end with the members behind its id alone.
  void start_node() { begin_ = kNowhere; }

  // The id of `node` was read, and the cursor is behind it. Steps to the brace that closes the node if what comes is
  // known; otherwise nothing is read.
  bool take(JsonCursor& cursor, NodeDocument& node);

  // `node` was read, and the cursor is behind its brace.
  void end_node(const JsonCursor& cursor, const NodeDocument& node);

 private:
  static constexpr std::size_t kNowhere = 0;  // a brace comes before every id
  static constexpr std::size_t kMost = 8;     // ends that are known at a time

  struct End {
    std::string_view text;  // with the brace; empty if there is none yet
    tree::TraitsParts traits = {};
    std::optional<std::int64_t> ttl = {};
    tree::NodeClass node_class = {};
    std::uint32_t given = 0;
    std::size_t next = 0;  // the end that came after it, which will mostly do so again
  };

  // Nothing of what an end can say was said before it.
  static bool is_open(const NodeDocument& node);
  void use(std::size_t end, JsonCursor& cursor, NodeDocument& node);

  std::array<End, kMost> ends_;
  std::size_t oldest_ = 0;        // the next one to be forgotten
  std::size_t last_ = 0;          // the end of the node before
  std::size_t begin_ = kNowhere;  // behind the id of the node that is read
  std::uint32_t given_ = 0;       // the members of that node before its end
  std::size_t attributes_ = 0;    // the same
};

}  // namespace latewood::exchange
