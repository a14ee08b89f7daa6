// Members of nodes as exports write them: in the order of their names, without space, texts that
// stand for themselves, short integers. That is nearly all of nearly every document. Whatever is
// written otherwise is left to the full reader (node_document.h), which also knows what is wrong
// with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "canon/json_cursor.h"
#include "exchange/known_ends.h"
#include "exchange/node_document.h"

namespace latewood::exchange {

class QuickMembers {
 public:
  QuickMembers();

  // A node starts.
  void start_node() {
    last_ = kNone;
    ends_.start_node();
  }
  // A member was read, by whomever. What follows it in one node mostly follows it in the next
  // one of its sort too.
  void note(Member member, const NodeDocument& node);
  // The children of a node were read.
  void end_children() { last_ = static_cast<std::size_t>(Member::Children); }

  // `node` was read, and the cursor is behind its brace.
  void end_node(const JsonCursor& cursor, const NodeDocument& node) { ends_.end_node(cursor, node); }

  // Steps over the next member of `node` if it is the one that is expected, in the form that is
  // expected; a comma comes before it unless it is the first. Otherwise nothing is read. Behind an id it also steps
  // over all that is left of the node up to its brace if other nodes ended like this.
  bool take(JsonCursor& cursor, NodeDocument& node, bool is_first);

 private:
  static constexpr std::size_t kNone = kMembers;

  // `"id":` as words in which bytes that do not belong to it are zero.
  struct Key {
    static constexpr std::size_t kWords = 3;

    explicit Key(std::string_view name = {});
    // `text` has as many bytes as the words.
    bool starts(const char* text) const;

    std::array<std::uint64_t, kWords> words{};
    std::array<std::uint64_t, kWords> masks{};
    std::size_t size = 0;
  };

  Member& expected(const NodeDocument& node) { return next_[node.has(Member::Children) ? 1 : 0][last_]; }

  std::size_t last_ = kNone;  // the member that was read last
  // The expected next member after each member, for nodes without and with children. `children` is never expected,
  // since it is not a value to skip.
  std::array<std::array<Member, kMembers + 1>, 2> next_;
  std::array<Key, kMembers> keys_;
  KnownEnds ends_;
};

}  // namespace latewood::exchange
