// A fast reader for members in the form of exports: in order of their names, without spaces, texts without escapes,
// short integers. Most of most documents has this form. Everything else is left to the full reader (node_document.h),
// which also reports errors.
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

  // Call it when a node starts.
  void start_node() {
    last_ = kNone;
    ends_.start_node();
  }
  // Call it when a member was read, by any reader. The member that follows it in one node usually follows it in the
  // next node of the same sort too.
  void note(Member member, const NodeDocument& node);
  // Call it when the children of a node were read.
  void end_children() { last_ = static_cast<std::size_t>(Member::Children); }

  // Call it when `node` was read, with the cursor after its closing brace.
  void end_node(const JsonCursor& cursor, const NodeDocument& node) { ends_.end_node(cursor, node); }

  // Reads the next member of `node` if it is the expected one in the expected form, with a comma before it unless
  // `is_first`. Otherwise reads nothing. After an id it also reads the rest of the node if it has a known end.
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
