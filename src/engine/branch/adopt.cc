#include "engine/branch/adopt.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "engine/branch/changed_subtrees.h"
#include "engine/branch/next_commit.h"
#include "engine/branch/restored_commit.h"
#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/snapshot_annex.h"
#include "engine/record/state_page.h"
#include "history/commit_identity.h"
#include "tree/id_scope.h"
#include "tree/node_pool.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using tree::Node;
using tree::Subtree;
using tree::Tree;
using Entrants = BranchTimeline::Entrants;

const Node* frame_node(tree::NodePool& pool, const Node& like) {
  tree::NodeFields fields;
  fields.id = std::string(like.id());
  fields.type = like.type();
  fields.created_at_ns = like.created_at_ns();
  fields.creation_index = like.creation_index();
  return pool.add(std::move(fields), nullptr);
}

// The empty tree with the root and region ids of `tree`.
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

// The digests of a commit without parents, which made `tree` of `genesis`.
history::CommitIdentity first_identity(const Tree& genesis, const Tree& tree) {
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(genesis, tree);
  warp::ResumableRoot root = empty_root(genesis);
  const warp::Tick tick =
      warp::make_tick(genesis, tree, changes, root, {std::nullopt, warp::kNoPolicy, warp::PatchBytes::Drop});
  return {tick.id, tick.header.state_root, tick.header.patch_digest};
}

// A hasher without input. The next commit hashes the whole state with it, once.
warp::ResumableRoot unfed_root(const Tree& tree) { return {warp::root_key(tree), warp::ResumableRoot::Mark()}; }

// `changed_rings` for a commit without parents. If `older` has no turns and the cycles of `newer` ascend, all turns are
// new and in the order of their names; then the names, which are hashes, need not be computed.
std::vector<warp::ChangedRing> first_changes(const Tree& older, const Tree& newer) {
  if (!older.rings.empty() || !newer.displaced().empty()) return warp::changed_rings(older, newer);
  std::vector<warp::ChangedRing> changes(newer.rings.size());
  for (std::size_t turn = 0; turn < changes.size(); ++turn) changes[turn].newer = turn;
  return changes;
}

Result<void> check_root(warp::ResumableRoot& root, const RestoredCommit& commit,
                        const std::vector<warp::ChangedRing>& changes) {
  const StateRoot state_root = warp::advance_root(root, commit.tree, changes);
  if (state_root == commit.header.state_root) return {};
  return Error{Code::Corruption,
               "the state of cycle " + std::to_string(commit.tree.cycle) + " has the root " + state_root.hex() +
                   ", its header has " + commit.header.state_root.hex(),
               {},
               {}};
}

NextCommit next_commit_of(RestoredCommit&& commit, const BranchTimeline& timeline, TokenCounter* counter) {
  NextCommit next;
  next.envelope = std::move(commit.extras.envelope);
  next.note = std::move(commit.note);
  next.records = std::move(commit.records);
  next.trail = commit.extras.trail;
  CommitReport& report = next.report;
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
  const lifecycle::Totals totals = totals_of(timeline, commit.tree, counter);
  report.nodes_after = totals.nodes;
  report.bytes_after = totals.bytes;
  next.tokens = totals.tokens;
  next.draft.last_stamp = commit.extras.last_stamp;
  if (commit.genesis == nullptr) next.draft.parent = timeline.head()->commit_id();
  next.draft.tree = std::move(commit.tree);
  return next;
}

// The root and the regions of `tree` without their children.
Tree bare_frame(const Tree& tree, std::uint64_t cycle) {
  Tree frame;
  frame.set_root(tree.root());
  frame.set_seq(tree.seq());
  frame.sys = tree::Ring(Subtree(&tree.sys->container()));
  frame.ah = tree::Ring(Subtree(&tree.ah->container()));
  frame.cycle = cycle;
  return frame;
}

// The snapshot that stands for all collected commits. It keeps the positions on the line as they were.
SnapshotData collected_snapshot(const Tree& oldest, const CollectedCommit& before, std::uint64_t position,
                                std::int64_t last_stamp) {
  SnapshotData data;
  data.tree = bare_frame(oldest, before.cycle);
  data.known_identity = before.identity;
  data.last_stamp = last_stamp;
  history::CommitDetails details;
  details.is_collected = true;
  details.kept_before = before.kept_before;
  data.details = std::make_unique<const history::CommitDetails>(std::move(details));
  data.position = static_cast<std::uint32_t>(position);
  return data;
}

}  // namespace

bool has_moved_nodes(const BranchTimeline& timeline, const Tree& tree, const std::vector<warp::ChangedRing>& changes) {
  bool found = false;
  for_each_changed(timeline.base(), tree, changes, [&](const Subtree& subtree, const Node* turn) {
    if (turn == nullptr) return;  // the index has no places for nodes of regions
    for (const Subtree::Entry& entry : subtree.entries()) {
      const auto known = timeline.ids().find(entry.node->id());
      found = found || (known && !known->is_in(turn));
    }
  });
  return found;
}

const SnapshotData* adopt(BranchTimeline& timeline, WorkingState& working, const Tree& tree, Envelope envelope) {
  const bool continues_line = timeline.head() != nullptr && has_same_frame(timeline.base(), tree);
  if (!continues_line) {
    timeline.set_genesis(frame_of(tree, timeline.pool()));
    timeline.start_over();
    if (timeline.head() == nullptr) working.start_cycle();
  }
  NextCommit next;
  next.draft = working.draft();
  next.envelope = std::move(envelope);
  next.draft.tree = tree;
  next.report.cycle = tree.cycle;
  next.report.policy_id = warp::kNoPolicy;
  if (!tree.rings.empty()) next.report.turn_id = std::string(tree.rings.back()->container().id());

  const lifecycle::Totals totals = totals_of(timeline, tree, working.counter());
  next.report.nodes_before = next.report.nodes_after = totals.nodes;
  next.report.bytes_before = next.report.bytes_after = totals.bytes;
  next.tokens = totals.tokens;

  const Tree& base = timeline.base();
  const std::vector<warp::ChangedRing> changes =
      continues_line ? warp::changed_rings(base, tree) : first_changes(base, tree);
  std::int64_t& stamp = next.draft.last_stamp;
  for (const Node* frame : {tree.root(), tree.seq()}) stamp = std::max(stamp, frame->created_at_ns());
  for_each_changed(base, tree, changes, [&stamp](const Subtree& subtree, const Node*) {
    for (const Subtree::Entry& entry : subtree.entries()) stamp = std::max(stamp, entry.node->created_at_ns());
  });
  warp::ResumableRoot root = continues_line ? timeline.root() : unfed_root(tree);
  if (continues_line) {
    next.draft.parent = timeline.head()->commit_id();
    identify(next, base, changes, root, warp::PatchBytes::Drop);
  } else {
    next.draft.parent.reset();
    next.late_identity = std::make_unique<const history::LateIdentity>(
        [genesis = timeline.genesis(), tree] { return first_identity(*genesis, tree); });
  }
  timeline.note_nodes(tree, changes);
  timeline.index_nodes(tree, changes, Entrants::OfAnyCycle);
  return publish(timeline, working, std::move(next), std::move(root), RecordsIn::Memory);
}

Result<const SnapshotData*> restore(BranchTimeline& timeline, WorkingState& working, RestoredCommit commit) {
  const bool continues_line = commit.genesis == nullptr;
  if (!continues_line) {
    timeline.set_genesis(commit.genesis);
    timeline.start_over();
  }
  const std::vector<warp::ChangedRing> changes = std::move(commit.changes);
  warp::ResumableRoot root = unfed_root(commit.tree);
  if (commit.proof == Proof::Here) {
    const Tree& genesis = *timeline.genesis();
    root = continues_line ? timeline.root() : empty_root(genesis);
    LW_TRY(check_root(root, commit, continues_line ? changes : warp::changed_rings(genesis, commit.tree)));
  }
  NextCommit next = next_commit_of(std::move(commit), timeline, working.counter());
  timeline.note_nodes(next.draft.tree, changes);
  timeline.index_nodes(next.draft.tree, changes, Entrants::OfAnyCycle);
  return publish(timeline, working, std::move(next), std::move(root), RecordsIn::Memory);
}

Result<const SnapshotData*> start_at(BranchTimeline& timeline, WorkingState& working, RestoredCommit commit,
                                     const StateRecord& record, const std::optional<CollectedCommit>& before) {
  const Tree bare = bare_frame(commit.tree, 0);
  warp::ResumableRoot root = unfed_root(commit.tree);
  const StateRoot state_root = warp::advance_root(root, commit.tree, warp::changed_rings(bare, commit.tree));
  if (state_root != commit.header.state_root) {
    return Error{
        Code::Corruption,
        "the stored state has the root " + state_root.hex() + ", its header has " + commit.header.state_root.hex(),
        {},
        {}};
  }
  if (commit.genesis != nullptr) timeline.set_genesis(commit.genesis);
  if (before) {
    const std::int64_t last_stamp = working.draft().last_stamp;
    timeline.append_collected(collected_snapshot(commit.tree, *before, record.position - 1, last_stamp));
  }
  NextCommit next = next_commit_of(std::move(commit), timeline, working.counter());
  const Tree& tree = next.draft.tree;
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(timeline.base(), tree);
  timeline.note_nodes(tree, changes);
  timeline.index_nodes(tree, changes, Entrants::OfAnyCycle);
  for (const std::string& id : record.past_ids) timeline.add_past_id(id);
  return publish(timeline, working, std::move(next), std::move(root), RecordsIn::Memory);
}

StateRecord head_state(const BranchTimeline& timeline) {
  const SnapshotData& head = *timeline.head();
  StateRecord record;
  record.tree = head.tree;
  record.position = head.position;
  record.nodes = head.nodes;
  record.bytes = head.bytes;
  record.extras = encode_extras(extras_of(head));
  timeline.ids().for_each_id([&](std::string_view id) {
    if (!tree::find_place(head.tree, id, timeline.ids())) record.past_ids.emplace_back(id);
  });
  std::sort(record.past_ids.begin(), record.past_ids.end());
  record.past_ids.erase(std::unique(record.past_ids.begin(), record.past_ids.end()), record.past_ids.end());
  return record;
}

// The index has every node of the head's tree, so only the changed subtrees are searched. Regions are searched whole;
// the active head is empty except in imported snapshots.
std::optional<std::string> find_duplicate_id(const BranchTimeline& timeline, const Tree& tree,
                                             const std::vector<warp::ChangedRing>& changes) {
  std::optional<std::string> duplicate;
  std::set<std::string_view> seen = {tree.root()->id(), tree.seq()->id(), tree.sys->container().id(),
                                     tree.ah->container().id()};
  if (seen.size() < 4) return std::string(tree.root()->id());
  // For a node that moved from a turn to the system region, the index still has the turn.
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
    const auto known = timeline.ids().find(id);
    if (!known) return false;
    if (turn != nullptr && known->turn != nullptr && is_system(id)) return true;
    if (known->is_in(turn)) return false;
    if (known->turn == nullptr) return tree.sys->find(id).has_value();
    const auto ring = tree::find_ring(tree, *known->turn);
    // The stamps of an imported turn may change. The turn found by the old stamps may then be this turn itself.
    const bool is_other = ring && (turn == nullptr || tree.rings[*ring]->container().id() != turn->id());
    return is_other && tree.rings[*ring]->find(id).has_value();
  };
  for_each_changed(timeline.base(), tree, changes, [&](const Subtree& subtree, const Node* turn) {
    for (const Subtree::Entry& entry : subtree.entries().subspan(turn == nullptr ? 1 : 0)) {
      const std::string_view id = entry.node->id();
      if (!seen.insert(id).second || has_elsewhere(id, turn)) duplicate = std::string(id);
    }
  });
  for (const Subtree::Entry& entry : tree.ah->entries().subspan(1)) {
    if (tree.sys->find(entry.node->id())) duplicate = std::string(entry.node->id());
  }
  return duplicate;
}

}  // namespace latewood::engine
