// Snapshots of one history repeat each other. What did not change from one to the next is
// kept once: an equal node keeps its record, an equal turn its ring.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::exchange {

// The tree of the snapshot before.
class PriorTree {
 public:
  PriorTree() = default;  // there is none
  explicit PriorTree(const tree::Tree& tree);

  // Null if there is none.
  const tree::Tree* tree() const { return tree_.root() == nullptr ? nullptr : &tree_; }
  // Null if there is no node of that id.
  const tree::Node* find_node(std::string_view id) const;
  // The turn of that id; null if there is none.
  tree::Ring find_ring(std::string_view id) const;

 private:
  tree::Tree tree_;
  std::map<std::string_view, const tree::Node*> nodes_;
  std::map<std::string_view, tree::Ring> rings_;
};

// Whether `node` is the record that these parts would make. The attributes must be sorted.
bool says_the_same(const tree::Node& node, const tree::NodeParts& parts);

// The turns as a sequence that shares its blocks with that of the tree before.
tree::PersistentVector<tree::Ring> shared_rings(const std::vector<tree::Ring>& rings, const PriorTree& prior);

// The turns whose cycle does not grow with their place, as `Tree::displaced` wants them. What
// claims to be newer than the snapshot is among them, so that the next turn grows.
tree::Turns displaced_turns(const std::vector<tree::Ring>& rings, std::uint64_t cycle);

}  // namespace latewood::exchange
