// The working state of a cycle as a value: the tree, and the next stamp and index to issue. Copying is cheap, so an
// edit works on a copy, which is then kept or dropped as a whole.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/clock.h"
#include "latewood/digest.h"
#include "latewood/node.h"
#include "tree/tree.h"

namespace latewood::tree {

class NodePool;

struct Draft {
  Tree tree;                                 // `tree.cycle` is that of the last commit
  std::int64_t last_stamp = 3;               // created_at_ns issued last; regions have 0 to 3
  std::uint64_t next_index = 0;              // creation_index to be issued next
  std::optional<CommitId> parent;            // the last commit: part of derived ids
  std::set<std::string, std::less<>> moved;  // nodes that moves of this cycle put into history: sealed at once (D-24)
  std::uint64_t cycle() const { return tree.cycle + 1; }  // the cycle of the next commit
};

// Lookups for mutations, provided by the engine.
struct Surroundings {
  NodePool* pool = nullptr;
  Clock* clock = nullptr;
  // A hint: the turn into which the node was put. Check it in the tree.
  std::function<const Node*(std::string_view id)> turn_of;
  // Returns true if the id was ever used on this line.
  std::function<bool(std::string_view id)> is_taken;
  // Returns true if a snapshot of this line has the id in `^sys` or in a turn.
  std::function<bool(std::string_view id)> is_committed;
  // The nodes that were given this key, as hints: some may be removed.
  std::function<std::vector<std::string>(std::string_view key)> holders_of;
  // A hint: ids of markers that named this id. They may have left or changed since.
  std::function<std::vector<std::string>(std::string_view id)> markers_of;
  // Returns true if the policy makes a block without a `removable` member removable. Empty: the policy makes none so.
  std::function<bool(const Component& component)> is_born_removable = {};
  // A new block with a ttl expires in a cycle that is a multiple of this; 0: as given.
  std::uint64_t align = 0;
};

// The place of the node in this tree. nullopt for nodes of the frame, which no edit changes.
std::optional<Place> find_place(const Tree& tree, std::string_view id, const Surroundings& around);

// The tree before the first commit: only the constant root and regions (D-02).
Tree empty_tree(NodePool& pool);

// Stamps and ids, issued in order.
struct Stamp {
  std::int64_t created_at_ns = 0;
  std::uint64_t creation_index = 0;
};
Stamp next_stamp(Draft& draft, Clock& clock);

// `base`, or `base:1`, `base:2`, ... if it is taken.
std::string free_id(const std::string& base, const Surroundings& around);

// "cb:" and 16 characters derived from the parent commit, the creation index and the payload, so that a replay issues
// the same id.
std::string derived_id(const Draft& draft, std::uint64_t creation_index, const PayloadDigest& payload,
                       const Surroundings& around);

}  // namespace latewood::tree
