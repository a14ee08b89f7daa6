// Snapshots that were made elsewhere. A tree from outside becomes a commit like any other: it
// has a patch from the tree before it, a root and an id, and the next cycle goes on from it. The
// first one applies to U0 with the region ids of the document (design, section 3).
#include <algorithm>
#include <utility>

#include "engine/branch.h"
#include "warp/tree_patch.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using tree::Node;
using tree::Subtree;
using tree::Tree;

const Node* frame_node(tree::NodePool& pool, const Node& like) {
  tree::NodeFields fields;
  fields.id = std::string(like.id());
  fields.type = like.type();
  fields.created_at_ns = like.created_at_ns();
  fields.creation_index = like.creation_index();
  return pool.add(std::move(fields));
}

// The empty tree with the ids of this one.
std::shared_ptr<const Tree> frame_of(const Tree& tree, tree::NodePool& pool) {
  Tree frame = tree::empty_tree(pool);
  frame.root = frame_node(pool, *tree.root);
  frame.seq = frame_node(pool, *tree.seq);
  frame.sys = tree::Ring(Subtree(frame_node(pool, tree.sys->container())));
  frame.ah = tree::Ring(Subtree(frame_node(pool, tree.ah->container())));
  return std::make_shared<const Tree>(std::move(frame));
}

bool has_same_frame(const Tree& a, const Tree& b) {
  return a.root->id() == b.root->id() && a.seq->id() == b.seq->id() &&
         a.sys->container().id() == b.sys->container().id() && a.ah->container().id() == b.ah->container().id();
}

// Calls fn(subtree, turn or null) for what differs from the tree before.
template <class Fn>
void for_each_changed(const Tree& older, const Tree& newer, const std::vector<warp::ChangedRing>& changes, Fn fn) {
  if (newer.sys != older.sys) fn(*newer.sys, static_cast<const Node*>(nullptr));
  if (newer.ah != older.ah) fn(*newer.ah, static_cast<const Node*>(nullptr));
  for (const warp::ChangedRing& change : changes) {
    const bool is_only_linked =
        change.older && change.newer && older.rings[*change.older] == newer.rings[*change.newer];
    if (change.newer && !is_only_linked) fn(*newer.rings[*change.newer], &newer.rings[*change.newer]->container());
  }
}

}  // namespace

bool Branch::has_wanderers(const Tree& tree) const {
  bool found = false;
  for_each_changed(base(), tree, warp::changed_rings(base(), tree), [&](const Subtree& subtree, const Node* turn) {
    if (turn == nullptr) return;  // regions are searched, not looked up
    for (const Subtree::Entry& entry : subtree.entries()) {
      const tree::IdIndex::Entry* known = log_->scope.find(entry.node->id());
      found = found || (known != nullptr && !known->is_in(turn));
    }
  });
  return found;
}

const SnapshotData* Branch::adopt(const Tree& tree, Members envelope) {
  const bool goes_on = head() != nullptr && has_same_frame(base(), tree);
  if (!goes_on) genesis_ = frame_of(tree, log_->pool);
  if (!goes_on && head() == nullptr) start_cycle();
  Prepared prepared{draft_, {}, 0, std::move(envelope)};
  prepared.draft.tree = tree;
  if (!goes_on) prepared.draft.parent.reset();
  prepared.report.cycle = tree.cycle;
  prepared.report.policy_id = warp::kNoPolicy;
  if (!tree.rings.empty()) prepared.report.turn_id = std::string(tree.rings.back()->container().id());

  const lifecycle::Totals totals = totals_of(tree);
  prepared.report.nodes_before = prepared.report.nodes_after = totals.nodes;
  prepared.report.bytes_before = prepared.report.bytes_after = totals.bytes;
  prepared.tokens = totals.tokens;

  const std::vector<warp::ChangedRing> changes = warp::changed_rings(base(), tree);
  for_each_changed(base(), tree, changes, [&prepared](const Subtree& subtree, const Node*) {
    std::int64_t& stamp = prepared.draft.last_stamp;
    for (const Subtree::Entry& entry : subtree.entries()) stamp = std::max(stamp, entry.node->created_at_ns());
  });
  warp::ResumableRoot root = goes_on ? root_ : empty_root(*genesis_);
  const Tree& older = goes_on ? base() : *genesis_;
  ignore(identify(prepared, older, goes_on ? changes : warp::changed_rings(older, tree), root), "no step refuses here");
  note_adopted(tree, changes);
  index_new_nodes(tree, changes, Entrants::OfAnyCycle);
  return publish(std::move(prepared), std::move(root));
}

// What later commits will ask for. A node whose cycles ran out before it came, or that was
// deferred where it came from, is due at the next commit.
void Branch::note_adopted(const Tree& tree, const std::vector<warp::ChangedRing>& changes) {
  for_each_changed(base(), tree, changes, [&](const Subtree& subtree, const Node*) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      log_->ledger.note(*entry.node);
      const bool is_due = entry.node->expiry() <= static_cast<std::int64_t>(tree.cycle);
      if (is_due) log_->ledger.note_due(tree.cycle + 1, entry.node->id());
      log_->has_foreign_cycles = log_->has_foreign_cycles || entry.node->cycle() > tree.cycle;
    }
  });
}

}  // namespace latewood::engine
