// Snapshots that were made elsewhere. A tree from outside becomes a commit like any other: it
// has a patch from the tree before it, a root and an id, and the next cycle goes on from it. The
// first one applies to U0 with the region ids of the document (design, section 3).
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/restore.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

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
  return pool.add(std::move(fields), nullptr);
}

// The empty tree with the ids of this one.
std::shared_ptr<const Tree> frame_of(const Tree& tree, tree::NodePool& pool) {
  Tree frame = tree::empty_tree(pool);
  frame.set_root(frame_node(pool, *tree.root()));
  frame.set_seq(frame_node(pool, *tree.seq()));
  frame.sys = tree::Ring(Subtree(frame_node(pool, tree.sys->container())));
  frame.ah = tree::Ring(Subtree(frame_node(pool, tree.ah->container())));
  return std::make_shared<const Tree>(std::move(frame));
}

bool has_same_frame(const Tree& a, const Tree& b) {
  return a.root()->id() == b.root()->id() && a.seq()->id() == b.seq()->id() &&
         a.sys->container().id() == b.sys->container().id() && a.ah->container().id() == b.ah->container().id();
}

// The digests of a commit without parents follow from what it applied to and what came of it.
history::CommitIdentity first_identity(const Tree& genesis, const Tree& tree) {
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(genesis, tree);
  history::CommitIdentity identity;
  warp::PatchParts parts = warp::tree_patch(genesis, tree, changes);
  parts.policy_id = warp::kNoPolicy;
  identity.patch_digest = warp::patch_digest(warp::TickPatch(std::move(parts)));
  warp::ResumableRoot root = empty_root(genesis);
  identity.state_root = warp::advance_root(root, tree, changes);
  identity.commit_id = warp::commit_id({{}, identity.state_root, identity.patch_digest, warp::kNoPolicy});
  return identity;
}

// Nothing is fed yet: the commit that goes on from the tree feeds all of it, once.
warp::ResumableRoot unfed_root(const Tree& tree) { return {warp::root_key(tree), warp::ResumableRoot::Mark()}; }

// What differs from the tree before a commit without parents. If nothing comes before these turns they
// are all new, and cycles that grow have them in the order of their names already; so nobody needs
// the names, which are hashes.
std::vector<warp::ChangedRing> first_changes(const Tree& older, const Tree& newer) {
  if (!older.rings.empty() || !newer.displaced().empty()) return warp::changed_rings(older, newer);
  std::vector<warp::ChangedRing> changes(newer.rings.size());
  for (std::size_t turn = 0; turn < changes.size(); ++turn) changes[turn].newer = turn;
  return changes;
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

Result<void> check_root(warp::ResumableRoot& root, const Restored& commit,
                        const std::vector<warp::ChangedRing>& changes) {
  const StateRoot state_root = warp::advance_root(root, commit.tree, changes);
  if (state_root == commit.header.state_root) return {};
  return Error{Code::Corruption,
               "the state of cycle " + std::to_string(commit.tree.cycle) + " has the root " + state_root.hex() +
                   ", its header says " + commit.header.state_root.hex(),
               {},
               {}};
}

}  // namespace

std::vector<warp::ChangedRing> Branch::changes_to(const Tree& tree) const { return warp::changed_rings(base(), tree); }

bool Branch::has_wanderers(const Tree& tree, const std::vector<warp::ChangedRing>& changes) const {
  bool found = false;
  for_each_changed(base(), tree, changes, [&](const Subtree& subtree, const Node* turn) {
    if (turn == nullptr) return;  // regions are searched, not looked up
    for (const Subtree::Entry& entry : subtree.entries()) {
      const auto known = log_->scope.find(entry.node->id());
      found = found || (known && !known->is_in(turn));
    }
  });
  return found;
}

const SnapshotData* Branch::adopt(const Tree& tree, Members envelope) {
  const bool goes_on = head() != nullptr && has_same_frame(base(), tree);
  if (!goes_on) genesis_ = frame_of(tree, log_->pool);
  log_->starts_over = log_->starts_over || (!goes_on && head() != nullptr);
  if (!goes_on && head() == nullptr) start_cycle();
  Prepared prepared{draft_, {}, 0, std::move(envelope)};
  prepared.draft.tree = tree;
  prepared.report.cycle = tree.cycle;
  prepared.report.policy_id = warp::kNoPolicy;
  if (!tree.rings.empty()) prepared.report.turn_id = std::string(tree.rings.back()->container().id());

  const lifecycle::Totals totals = totals_of(tree);
  prepared.report.nodes_before = prepared.report.nodes_after = totals.nodes;
  prepared.report.bytes_before = prepared.report.bytes_after = totals.bytes;
  prepared.tokens = totals.tokens;

  const std::vector<warp::ChangedRing> changes =
      goes_on ? warp::changed_rings(base(), tree) : first_changes(base(), tree);
  std::int64_t& stamp = prepared.draft.last_stamp;
  for (const Node* frame : {tree.root(), tree.seq()}) stamp = std::max(stamp, frame->created_at_ns());
  for_each_changed(base(), tree, changes, [&stamp](const Subtree& subtree, const Node*) {
    for (const Subtree::Entry& entry : subtree.entries()) stamp = std::max(stamp, entry.node->created_at_ns());
  });
  warp::ResumableRoot root = goes_on ? root_ : unfed_root(tree);
  if (goes_on) {
    prepared.draft.parent = head()->commit_id();
    ignore(identify(prepared, base(), changes, root), "no step refuses here");
  } else {
    prepared.draft.parent.reset();
    prepared.late_identity = std::make_unique<const history::LateIdentity>(
        [genesis = genesis_, tree] { return first_identity(*genesis, tree); });
  }
  note_adopted(tree, changes);
  index_new_nodes(tree, changes, Entrants::OfAnyCycle);
  return publish(std::move(prepared), std::move(root));
}

Result<const SnapshotData*> Branch::restore(Restored commit) {
  const bool goes_on = commit.genesis == nullptr;
  if (!goes_on) genesis_ = commit.genesis;
  log_->starts_over = log_->starts_over || (!goes_on && head() != nullptr);
  const std::vector<warp::ChangedRing> changes = std::move(commit.changes);
  warp::ResumableRoot root = unfed_root(commit.tree);
  if (commit.proof == Proof::Here) {
    root = goes_on ? root_ : empty_root(*genesis_);
    LW_TRY(check_root(root, commit, goes_on ? changes : warp::changed_rings(*genesis_, commit.tree)));
  }
  Prepared prepared = prepared_of(std::move(commit));
  note_adopted(prepared.draft.tree, changes);
  index_new_nodes(prepared.draft.tree, changes, Entrants::OfAnyCycle);
  return publish(std::move(prepared), std::move(root));
}

Branch::Prepared Branch::prepared_of(Restored&& commit) const {
  Prepared prepared{{}, {}, 0, std::move(commit.extras.envelope)};
  prepared.note = std::move(commit.note);
  prepared.records = std::move(commit.records);
  prepared.trail = commit.extras.trail;
  CommitReport& report = prepared.report;
  report.cycle = commit.tree.cycle;
  report.commit_id = commit.id;
  report.state_root = commit.header.state_root;
  report.patch_digest = commit.header.patch_digest;
  report.policy_id = commit.header.policy_id;
  report.departures = std::move(commit.extras.departures);
  report.deferred = std::move(commit.extras.deferred);
  report.kept = std::move(commit.extras.kept);
  report.nodes_before = commit.extras.nodes_before;
  report.bytes_before = commit.extras.bytes_before;
  const lifecycle::Totals totals = totals_of(commit.tree);
  report.nodes_after = totals.nodes;
  report.bytes_after = totals.bytes;
  prepared.tokens = totals.tokens;
  prepared.draft.last_stamp = commit.extras.last_stamp;
  if (commit.genesis == nullptr) prepared.draft.parent = head()->commit_id();
  prepared.draft.tree = std::move(commit.tree);
  return prepared;
}

// The index knows of every node of the head's tree where it is, so only what changed is looked
// at. Regions are searched: the head is empty in all but imported snapshots.
std::optional<std::string> Branch::find_twin(const Tree& tree, const std::vector<warp::ChangedRing>& changes) const {
  std::optional<std::string> twin;
  std::set<std::string_view> seen = {tree.root()->id(), tree.seq()->id(), tree.sys->container().id(),
                                     tree.ah->container().id()};
  if (seen.size() < 4) return std::string(tree.root()->id());
  // What moved from a turn to the system region is still noted where it was.
  std::optional<std::set<std::string_view>> system;
  const auto is_system = [&](std::string_view id) {
    if (!system) {
      system.emplace();
      for (const Subtree::Entry& entry : tree.sys->entries()) system->insert(entry.node->id());
    }
    return system->contains(id);
  };
  const auto has_elsewhere = [&](std::string_view id, const Node* turn) {
    if (turn != nullptr && tree.ah->find(id)) return true;
    const auto known = log_->scope.find(id);
    if (!known) return false;
    if (turn != nullptr && known->turn != nullptr && is_system(id)) return true;
    if (known->is_in(turn)) return false;
    if (known->turn == nullptr) return tree.sys->find(id).has_value();
    const auto ring = tree::find_ring(tree, *known->turn);
    // Stamps of a turn from outside may change, and what stands where the earlier ones were may be the turn itself.
    const bool is_other = ring && (turn == nullptr || tree.rings[*ring]->container().id() != turn->id());
    return is_other && tree.rings[*ring]->find(id).has_value();
  };
  for_each_changed(base(), tree, changes, [&](const Subtree& subtree, const Node* turn) {
    for (const Subtree::Entry& entry : subtree.entries().subspan(turn == nullptr ? 1 : 0)) {
      const std::string_view id = entry.node->id();
      if (!seen.insert(id).second || has_elsewhere(id, turn)) twin = std::string(id);
    }
  });
  for (const Subtree::Entry& entry : tree.ah->entries().subspan(1)) {
    if (tree.sys->find(entry.node->id())) twin = std::string(entry.node->id());
  }
  return twin;
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
  // What was due in a cycle that passed without a commit of ours and is still there stays due.
  for (const std::string& id : due_between(base().cycle, tree.cycle)) {
    const auto place = tree::find_place(tree, id, around_.turn_of);
    const bool is_due = place && tree::node_at(tree, *place).expiry() <= static_cast<std::int64_t>(tree.cycle);
    if (is_due) log_->ledger.note_due(tree.cycle + 1, id);
  }
}

}  // namespace latewood::engine
