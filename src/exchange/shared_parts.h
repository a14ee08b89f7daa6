// Shares the unchanged parts of successive snapshots in a document: an equal node keeps its record, an equal turn its
// ring.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::exchange {

// The tree of the previous snapshot.
class PriorTree {
 public:
  PriorTree() = default;  // no previous snapshot
  explicit PriorTree(const tree::Tree& tree);

  // Null if there is none.
  const tree::Tree* tree() const { return tree_.root() == nullptr ? nullptr : &tree_; }
  // Null if there is no node with this id.
  const tree::Node* find_node(std::string_view id) const;
  // The turn with this id; null if there is none.
  tree::Ring find_ring(std::string_view id) const;

 private:
  tree::Tree tree_;
  std::map<std::string_view, const tree::Node*> nodes_;
  std::map<std::string_view, tree::Ring> rings_;
};

// Returns true if `node` equals the record that these parts would make. The attributes must be sorted.
bool says_the_same(const tree::Node& node, const tree::NodeParts& parts);

// The turns as a sequence that shares its blocks with that of the previous tree.
tree::PersistentVector<tree::Ring> shared_rings(const std::vector<tree::Ring>& rings, const PriorTree& prior);

// The displaced turns, in the form of `Tree::displaced`. Includes turns with a cycle above that of the snapshot, so
// that the next sealed turn is not displaced.
tree::Turns displaced_turns(const std::vector<tree::Ring>& rings, std::uint64_t cycle);

}  // namespace latewood::exchange
