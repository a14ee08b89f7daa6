// Documents as another runtime may write them: members in any order or missing, stamps that repeat, grow or change from
// one snapshot to the next, moments in many spellings, regions with headers of their own, cores with content,
// nodes that wander.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/random/random.h"

namespace latewood::test {

// Whether a `created_at_iso` of such a document names another moment than the node's `created_at_ns`, or none.
bool is_wrong_iso(std::string_view iso);

class ForeignDocument {
 public:
  explicit ForeignDocument(Random& random) : random_(random) {}

  // A history of up to so many snapshots, or the envelope of a single one.
  std::string text(std::size_t most_snapshots);

 private:
  // Members other than `children` as names and JSON texts.
  struct Node {
    std::vector<std::pair<std::string, std::string>> members;
    std::vector<Node> children;

    std::string* find(std::string_view name);
    void set(const std::string& name, const std::string& value);
    void erase(std::string_view name);
  };

  std::string fresh_id(char letter) { return "\"" + (letter + std::to_string(next_id_++)) + "\""; }
  std::string spelled(std::int64_t moment);
  static void drop_unknown_moment(Node& node);
  void add_stamps(Node& node);
  Node block(bool needs_offset, bool at_core);
  std::vector<Node> blocks(std::size_t most, bool needs_offset, bool at_core);
  void add_body(Node& core);
  Node turn();
  void fill_turn(Node& turn, bool needs_core);
  Node region(const char* type);
  Node first_root();

  void evolve(Node& root);
  void restamp(Node& node, int percent);
  void move_a_block(Node& root);
  Node* find_region(Node& root, std::string_view type);

  std::string text_of(const Node& node);
  std::string snapshot(const Node& root);

  Random& random_;
  std::uint64_t next_id_ = 1;
  std::uint64_t cycle_ = 0;
};

}  // namespace latewood::test
