#include "warp/mapping/tree_replay.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/corrupt.h"
#include "base/try.h"
#include "tree/added_rings.h"
#include "tree/edit/pins.h"
#include "tree/sibling_order.h"
#include "tree/subtree_rules.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/instance_edit.h"
#include "warp/mapping/tree_ids.h"
#include "warp/mapping/tree_patch.h"

namespace latewood::warp {
namespace {

using tree::NodeClass;
using tree::Ring;
using tree::Subtree;
using tree::Tree;

using Edits = std::map<WarpId, InstanceEdit>;

// Checks the rules of trees. A violation is Corruption, because the subtree comes from stored bytes.
Result<void> checked(const Subtree& subtree, NodeClass wanted) {
  const auto result = tree::check_subtree(subtree, wanted);
  return result ? Result<void>() : corrupt(result.error().message);
}

// ---- the trunk ----

// Reads the rest of the atom of `^root` after the header.
Result<void> read_root_tail(std::string_view tail, Tree& tree) {
  BinaryReader in(tail);
  LW_TRY_ASSIGN(tree.cycle, in.u64());
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8));
  tree::Pins pins;
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(const std::string_view pin, in.sized());
    LW_TRY(tree::add_read_pin(pins, pin));
  }
  LW_TRY(in.expect_end());
  if (pins != tree.pins()) tree.set_pins(std::move(pins));
  return {};
}

// Every commit changes the root's atom, which contains the cycle; only an import of cycle 0 may leave it unchanged.
Result<void> replay_root(Tree& tree, const InstanceEdit& edit, const ReplaySource& source) {
  const NodeId vertex = node_id(*tree.root());
  const std::string_view* header = edit.find_header(vertex);
  if (header == nullptr) return {};
  LW_TRY_ASSIGN(const ReplayedNode root, replay_node(vertex, *header, tree.root(), source));
  if (root.node->node_class() != NodeClass::Root) return corrupt("the root is no ^root");
  const auto read = read_root_tail(root.tail, tree);
  if (!read) return corrupt("the atom of the root: " + read.error().message);
  if (root.node != tree.root()) tree.set_root(root.node);
  return {};
}

Subtree trunk_of(const Tree& tree) {
  return Subtree(tree.root()).with_child(0, *tree.sys).with_child(0, Subtree(tree.seq())).with_child(0, *tree.ah);
}

// Finds the region of this class directly below the root.
Result<Subtree::Index> find_region(const Subtree& trunk, NodeClass wanted) {
  std::optional<Subtree::Index> found;
  for (auto at = trunk.first_child(0); at < trunk.next(0); at = trunk.next(at)) {
    if (trunk.node(at).node_class() != wanted) continue;
    if (found) return corrupt("a second " + std::string(name_of(wanted)));
    found = at;
  }
  if (!found) return corrupt("no " + std::string(name_of(wanted)));
  return *found;
}

Result<Ring> replay_region(const Subtree& trunk, NodeClass wanted, const Ring& before) {
  LW_TRY_ASSIGN(const Subtree::Index at, find_region(trunk, wanted));
  Subtree region = trunk.part(at);
  if (region == *before) return before;
  LW_TRY(checked(region, wanted));
  return Ring(std::move(region));
}

// Replays the regions if the patch changes them. `tree.root()` must already be the new root.
Result<void> replay_regions(Tree& tree, InstanceEdit edit, const ReplaySource& source) {
  const NodeId root = node_id(*tree.root());
  std::erase_if(edit.headers, [&root](const InstanceEdit::Header& header) { return header.node == root; });
  if (!edit.has_nodes()) return {};
  const Subtree before = trunk_of(tree);
  LW_TRY_ASSIGN(const Subtree trunk, replay_subtree(node_id(*tree.root()), &before, edit, source));
  LW_TRY(checked(trunk, NodeClass::Root));
  LW_TRY_ASSIGN(const Subtree::Index seq, find_region(trunk, NodeClass::Seq));
  if (trunk.has_children(seq)) return corrupt("a turn in the trunk");
  tree.set_seq(&trunk.node(seq));
  LW_TRY_ASSIGN(tree.sys, replay_region(trunk, NodeClass::Sys, tree.sys));
  LW_TRY_ASSIGN(tree.ah, replay_region(trunk, NodeClass::Ah, tree.ah));
  return {};
}

// ---- the rings ----

// Narrows the range of places for a ring in doubling steps back from the newest. Patches change recent turns, and every
// old turn that is compared may have to be read from a store.
std::pair<std::size_t, std::size_t> narrow_down(const Tree& tree, const WarpId& warp) {
  std::size_t high = tree.rings.size();
  for (std::size_t step = 1; step < high; step *= 2) {
    std::size_t probe = high - step;
    while (probe < high && tree::is_displaced(tree, tree.rings[probe]->container())) ++probe;
    if (probe == high) continue;
    if (ring_id(tree.rings[probe]->container()) <= warp) return {probe, high};
    high = probe;
  }
  return {0, high};
}

// Searches the place of a ring by its name. Names ascend along the turns, except for displaced ones.
std::optional<std::size_t> search_ring(const Tree& tree, const WarpId& warp) {
  for (const tree::Node* turn : tree.displaced()) {
    if (ring_id(*turn) == warp) return tree::find_ring(tree, *turn);
  }
  auto [low, high] = narrow_down(tree, warp);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    std::size_t probe = middle;
    while (probe < high && tree::is_displaced(tree, tree.rings[probe]->container())) ++probe;
    if (probe == high) {
      high = middle;
      continue;
    }
    const WarpId found = ring_id(tree.rings[probe]->container());
    if (found == warp) return probe;
    if (found < warp) {
      low = probe + 1;
    } else {
      high = middle;
    }
  }
  return std::nullopt;
}

// Finds rings of a tree by their names. Builds a list of all rings only if the patch edits many of them.
class RingFinder {
 public:
  RingFinder(const Tree& tree, std::size_t edits) : is_listed_(edits > kFew && edits >= tree.rings.size() / kFew) {
    if (!is_listed_) return;
    for (const tree::Ring& ring : tree.rings) turns_.emplace(ring_id(ring->container()), &ring->container());
  }

  // Finds the ring in the current tree. The turn itself must be unchanged since the list was built.
  std::optional<std::size_t> find(const Tree& tree, const WarpId& warp) const {
    if (!is_listed_) return search_ring(tree, warp);
    const auto turn = turns_.find(warp);
    return turn == turns_.end() ? std::nullopt : tree::find_ring(tree, *turn->second);
  }

 private:
  static constexpr std::size_t kFew = 16;
  const bool is_listed_;
  std::map<WarpId, const tree::Node*> turns_;
};

// Returns the turn of one instance after the edit.
Result<Subtree> replay_turn(const WarpId& warp, const Subtree* before, const InstanceEdit& edit,
                            const ReplaySource& source) {
  if (before == nullptr && !edit.root) return corrupt("there is no instance " + warp.hex());
  const NodeId root = before != nullptr ? node_id(before->container()) : *edit.root;
  LW_TRY_ASSIGN(Subtree turn, replay_subtree(root, before, edit, source));
  LW_TRY(checked(turn, NodeClass::Turn));
  if (ring_id(turn.container()) != warp) return corrupt("instance " + warp.hex() + " has the name of another turn");
  return turn;
}

// Puts a changed turn at its old place, or at the place for its new stamps.
Tree with_changed_ring(const Tree& tree, std::size_t place, Subtree turn) {
  const bool stays = tree::sibling_order(tree.rings[place]->container(), turn.container()) == 0;
  if (stays) return tree::with_subtree(tree, {tree::Region::Seq, place, 0}, std::move(turn));
  return tree::with_ring(tree::without_ring(tree, place), std::move(turn));
}

Result<void> remove_rings(Tree& tree, const Edits& edits, const RingFinder& rings) {
  for (const auto& [warp, edit] : edits) {
    if (!edit.is_removed) continue;
    const auto place = rings.find(tree, warp);
    if (!place) return corrupt("there is no instance " + warp.hex() + " to remove");
    tree = tree::without_ring(tree, *place);
  }
  return {};
}

// Adds new turns in sibling order, so that most of them are appended.
void add_rings(Tree& tree, std::vector<Subtree> turns) {
  std::sort(turns.begin(), turns.end(),
            [](const Subtree& a, const Subtree& b) { return tree::sibling_less(a.container(), b.container()); });
  tree = tree::with_rings(tree, std::move(turns));
}

Result<void> replay_rings(Tree& tree, const Edits& edits, const ReplaySource& source) {
  // Keeps the older tree's nodes alive.
  const Tree older = tree;
  const RingFinder rings(older, edits.size());
  LW_TRY(remove_rings(tree, edits, rings));
  std::vector<Subtree> added;
  for (const auto& [warp, edit] : edits) {
    if (warp == trunk_id() || edit.is_removed) continue;
    const auto place = rings.find(tree, warp);
    if (place && !edit.has_nodes()) continue;
    const Subtree* before = place ? &*tree.rings[*place] : nullptr;
    LW_TRY_ASSIGN(Subtree turn, replay_turn(warp, before, edit, source));
    if (place) {
      tree = with_changed_ring(tree, *place, std::move(turn));
    } else {
      added.push_back(std::move(turn));
    }
  }
  add_rings(tree, std::move(added));
  return {};
}

// ---- the proof ----

// Derives the patch between the two trees by this rule, with the policy of the given patch.
TickPatch derive(const Tree& older, const Tree& newer, const std::vector<ChangedRing>& changes, std::string_view given,
                 SlotRule rule) {
  PatchParts parts = tree_patch(older, newer, changes, rule);
  // The comparison refuses a patch whose policy cannot be read.
  parts.policy_id = policy_of(given).value_or(0);
  return TickPatch(std::move(parts));
}

// Describes the first difference between two lists of operations.
std::string first_difference(const TickPatch& given, const TickPatch& derived) {
  const auto& ops = given.ops();
  const auto differ = std::mismatch(ops.begin(), ops.end(), derived.ops().begin(), derived.ops().end());
  const std::string number = std::to_string(differ.first - ops.begin());
  if (differ.first != ops.end()) return "operation " + number + ", " + std::string(name_of(*differ.first)) + ",";
  if (differ.second != derived.ops().end()) return "the end of the operations, where one is missing,";
  return "the list of slots, or the rules,";
}

}  // namespace

Result<void> prove_patch(const Tree& older, const Tree& newer, const std::vector<ChangedRing>& changes,
                         std::string_view patch) {
  const TickPatch derived = derive(older, newer, changes, patch, SlotRule::All);
  // A patch has one encoding, so equal bytes prove that the given patch is canonical as well.
  if (encode_patch(derived) == patch) return {};
  // Patches of older versions list no alpha slots of deleted nodes. A patch that lists only some of them is refused.
  const TickPatch earlier = derive(older, newer, changes, patch, SlotRule::WithoutAlpha);
  if (encode_patch(earlier) == patch) return {};
  const auto decoded = decode_patch(patch);
  if (!decoded) return corrupt("the patch: " + decoded.error().message);
  return corrupt(first_difference(*decoded, derived) + " is not what a commit would have written");
}

Result<Tree> replay(const Tree& older, std::string_view patch, const ReplaySource& source) {
  LW_TRY_ASSIGN(Tree newer, replay_unproved(older, patch, source));
  LW_TRY(prove_patch(older, newer, changed_rings(older, newer), patch));
  return newer;
}

Result<Tree> replay_unproved(const Tree& older, std::string_view patch, const ReplaySource& source) {
  auto scanned = edits_of(patch);
  if (!scanned) return corrupt("the patch does not add up");
  Edits& edits = scanned->instances;
  const InstanceEdit& trunk = edits[trunk_id()];
  if (trunk.is_removed) return corrupt("the patch removes the trunk");
  Tree tree = older;
  LW_TRY(replay_root(tree, trunk, source));
  LW_TRY(replay_regions(tree, trunk, source));
  LW_TRY(replay_rings(tree, edits, source));
  return tree;
}

}  // namespace latewood::warp
