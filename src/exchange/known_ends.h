// The ends of nodes. In exports, the text after the id is the same for all nodes of a sort:
//
//   ,"kind":"text","nodeType":"cb","offset":0,"priority":0,"role":"user","ttl":null}
//
// So it is compared with known ends, and read member by member only if it differs from all of them. Nodes with the same
// end also share its texts, which then stay in the cache.
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
  // Call it when a node starts. The node around it then has children, so its end is not one of these.
  void start_node() { begin_ = kNowhere; }

  // Call it when the id of `node` was read, with the cursor after it. If a known end follows, sets its members and
  // steps to the closing brace; otherwise reads nothing.
  bool take(JsonCursor& cursor, NodeDocument& node);

  // Call it when `node` was read, with the cursor after its closing brace.
  void end_node(const JsonCursor& cursor, const NodeDocument& node);

 private:
  static constexpr std::size_t kNowhere = 0;  // not a place of an end: a brace comes before every id
  static constexpr std::size_t kMost = 8;     // number of known ends

  struct End {
    std::string_view text;  // with the brace; empty if there is none yet
    tree::TraitsParts traits = {};
    std::optional<std::int64_t> ttl = {};
    tree::NodeClass node_class = {};
    std::uint32_t given = 0;
    std::size_t next = 0;  // the end that came after it, which will mostly do so again
  };

  // Returns true if the node has none of the members of ends yet.
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
