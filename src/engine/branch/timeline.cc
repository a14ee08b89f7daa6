#include "engine/branch/timeline.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/try.h"
#include "engine/branch/branch_log.h"
#include "engine/branch/changed_subtrees.h"
#include "engine/branch/timeline_start.h"
#include "tree/edit/draft.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using tree::Node;
using tree::Subtree;
using tree::Tree;

constexpr std::uint64_t kEveryCycle = std::numeric_limits<std::uint64_t>::max();

// An estimate of the number of blocks: the entries of `^sys` and of all turns, without each turn and its core.
std::size_t count_blocks(const Tree& tree) {
  constexpr std::size_t kNamed = 2;
  std::size_t count = tree.sys->entries().size();
  for (const tree::Ring& ring : tree.rings) count += std::max(kNamed, ring->entries().size()) - kNamed;
  return count;
}

}  // namespace

warp::ResumableRoot empty_root(const Tree& genesis) {
  warp::ResumableRoot root(warp::root_key(genesis));
  root.finish();
  return root;
}

warp::ResumableRoot root_at(const SnapshotData& snapshot) {
  return {warp::root_key(snapshot.tree), snapshot.annex->root};
}

BranchTimeline::BranchTimeline() : BranchTimeline(std::vector<Ancestor>(), nullptr) {}

BranchTimeline::BranchTimeline(std::vector<Ancestor> ancestors, std::shared_ptr<const Tree> genesis)
    : log_(std::make_shared<BranchLog>()),
      ancestors_(std::move(ancestors)),
      genesis_(genesis ? std::move(genesis) : std::make_shared<const Tree>(tree::empty_tree(log_->pool))),
      root_(empty_root(*genesis_)) {
  for (const Ancestor& ancestor : ancestors_) {
    if (ancestor.log->base_ids != nullptr) log_->scope.add(*ancestor.log->base_ids);
    log_->scope.add(ancestor.log->ids, ancestor.log->has_foreign_cycles ? kEveryCycle : ancestor.cutoff);
  }
  log_->scope.add(log_->ids, kEveryCycle);
  keep_past(nullptr);
}

BranchTimeline::BranchTimeline(TimelineStart start)
    : BranchTimeline(std::vector<Ancestor>(), std::move(start.genesis)) {
  log_->base = std::move(start.base);
  log_->base_ids = std::make_unique<LineBaseIds>(*log_->base);
  log_->scope.add(*log_->base_ids);
  keep_past(std::move(start.past));
  start.snapshot.ids = &log_->scope;
  const LoggedSnapshot& first =
      log_->snapshots.emplace_back(std::move(start.snapshot), history::SnapshotAnnex{start.root.mark(), {}, {}});
  head_.store(&first.snapshot, std::memory_order_release);
  root_ = std::move(start.root);
}

BranchTimeline::BranchTimeline(const BranchTimeline& from, const SnapshotData& snapshot)
    : BranchTimeline(ancestors_at(from, snapshot), from.genesis_) {
  keep_past(from.past_);
  root_ = root_at(snapshot);
  head_.store(&snapshot, std::memory_order_release);
}

std::vector<BranchTimeline::Ancestor> BranchTimeline::ancestors_at(const BranchTimeline& from,
                                                                   const SnapshotData& snapshot) {
  std::vector<Ancestor> ancestors;
  for (const Ancestor& ancestor : from.ancestors_) {
    ancestors.push_back({ancestor.log, std::min(ancestor.cutoff, snapshot.cycle())});
  }
  ancestors.push_back({from.log_, snapshot.cycle()});
  return ancestors;
}

bool BranchTimeline::holds(const SnapshotData& snapshot) const {
  return snapshot.ids == &log_->scope || std::any_of(ancestors_.begin(), ancestors_.end(), [&](const Ancestor& each) {
           return snapshot.ids == &each.log->scope;
         });
}

bool BranchTimeline::starts_late() const { return log_->base != nullptr; }

bool BranchTimeline::is_plain() const {
  return ancestors_.empty() && !log_->has_foreign_cycles && !log_->starts_over && !base().ah->has_children(0);
}

Result<void> BranchTimeline::check_read() const {
  if (past_ == nullptr) return {};
  return past_->status();
}

void BranchTimeline::keep_past(std::shared_ptr<history::Past> past) {
  past_ = std::move(past);
  life_ = std::make_shared<BranchLife>();
  life_->past = past_;
  for (const Ancestor& ancestor : ancestors_) life_->logs.push_back(ancestor.log);
  life_->logs.push_back(log_);
}

// ---- finding ----

const tree::IdScope& BranchTimeline::ids() const { return log_->scope; }

const tree::IdIndex* BranchTimeline::all_ids() const { return starts_late() ? nullptr : &log_->ids; }

template <class Ask>
std::vector<std::string> BranchTimeline::ask_ledgers(Ask ask) const {
  std::vector<std::string> ids;
  const auto ask_log = [&](const BranchLog& log) {
    if (log.base != nullptr) ask(*log.base, ids);
    ask(log.ledger, ids);
  };
  for (const Ancestor& ancestor : ancestors_) ask_log(*ancestor.log);
  ask_log(*log_);
  return ids;
}

const tree::Payload* BranchTimeline::find_payload(const tree::PayloadDigest& digest) const {
  const tree::Payload* payload = log_->pool.find_payload(digest);
  for (auto at = ancestors_.rbegin(); payload == nullptr && at != ancestors_.rend(); ++at) {
    payload = at->log->pool.find_payload(digest);
  }
  return payload;
}

std::vector<std::string> BranchTimeline::due_at(std::uint64_t cycle) const {
  return ask_ledgers([cycle](auto& ledger, auto& ids) { ledger.add_due(cycle, ids); });
}

std::vector<std::string> BranchTimeline::due_between(std::uint64_t after, std::uint64_t last) const {
  return ask_ledgers([=](auto& ledger, auto& ids) { ledger.add_due_between(after, last, ids); });
}

std::vector<std::string> BranchTimeline::referrers_of(std::string_view id) const {
  return ask_ledgers([id](auto& ledger, auto& ids) { ledger.add_referrers(id, ids); });
}

std::vector<std::string> BranchTimeline::holders_of(std::string_view key) const {
  return ask_ledgers([key](auto& ledger, auto& ids) { ledger.add_holders(key, ids); });
}

std::vector<std::string> BranchTimeline::markers_of(std::string_view id) const {
  return ask_ledgers([id](auto& ledger, auto& ids) { ledger.add_markers(id, ids); });
}

// ---- changing ----

tree::NodePool& BranchTimeline::pool() { return log_->pool; }

Ledger& BranchTimeline::ledger() { return log_->ledger; }

void BranchTimeline::start_over() { log_->starts_over = log_->starts_over || head() != nullptr; }

void BranchTimeline::add_past_id(const std::string& id) {
  if (log_->ids.find(id)) return;
  tree::NodeFields gone;
  gone.id = id;
  log_->ids.add(*log_->pool.add(std::move(gone), nullptr), nullptr);
}

void BranchTimeline::index_nodes(const Tree& newer, const std::vector<warp::ChangedRing>& changes, Entrants entrants) {
  if (starts_late()) return index_later_nodes(newer, changes);
  // In an empty index every node is new, so none is looked up.
  const bool all_are_new = log_->ids.size() == 0 && ancestors_.empty();
  if (all_are_new && newer.rings.size() > 1) log_->ids.reserve(count_blocks(newer));
  const auto add_all = [&](const Subtree& subtree, const Node* turn) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      const bool may_be_new = entrants == Entrants::OfAnyCycle || entry.node->cycle() == newer.cycle;
      if (!may_be_new) continue;
      const auto known = all_are_new ? std::nullopt : log_->scope.find(entry.node->id());
      // A node that moved to another turn is added again, unless this log has it: earlier snapshots of this log have
      // the node in its old turn. Nodes of regions have no turn.
      const bool has_moved = turn != nullptr && known && !known->is_in(turn);
      const bool is_new = !known || (has_moved && !log_->ids.find(entry.node->id()));
      if (is_new) log_->ids.add(*entry.node, turn);
    }
  };
  if (newer.sys != base().sys) add_all(*newer.sys, nullptr);
  for (const warp::ChangedRing& change : changes) {
    if (change.newer) add_all(*newer.rings[*change.newer], &newer.rings[*change.newer]->container());
  }
}

// Does not look up ids in the base, which would load pages. Nodes that were in the older turn are in the base or in
// this log already.
void BranchTimeline::index_later_nodes(const Tree& newer, const std::vector<warp::ChangedRing>& changes) {
  const auto add_new = [&](const tree::Ring& older, const tree::Ring& ring, const Node* turn) {
    if (older == ring) return;
    std::set<const Node*> before;
    if (older) {
      for (const Subtree::Entry& entry : older->entries()) before.insert(entry.node);
    }
    for (const Subtree::Entry& entry : ring->entries()) {
      bool is_new = !before.contains(entry.node) && !log_->ids.find(entry.node->id());
      // A node that moved from a turn to the system region keeps its entry: lookups search the regions first.
      if (is_new && turn == nullptr) is_new = !log_->scope.find(entry.node->id());
      if (is_new) log_->ids.add(*entry.node, turn);
    }
  };
  add_new(base().sys, newer.sys, nullptr);
  for (const warp::ChangedRing& change : changes) {
    if (!change.newer) continue;
    const tree::Ring& ring = newer.rings[*change.newer];
    add_new(change.older ? base().rings[*change.older] : tree::Ring(), ring, &ring->container());
  }
}

void BranchTimeline::note_nodes(const Tree& newer, const std::vector<warp::ChangedRing>& changes) {
  const auto is_due = [&newer](const Node& node) { return node.expiry() <= static_cast<std::int64_t>(newer.cycle); };
  for_each_changed(base(), newer, changes, [&](const Subtree& subtree, const Node*) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      log_->ledger.note(*entry.node);
      if (is_due(*entry.node)) log_->ledger.note_due(newer.cycle + 1, entry.node->id());
      log_->has_foreign_cycles = log_->has_foreign_cycles || entry.node->cycle() > newer.cycle;
    }
  });
  // A node that was due in a cycle without a commit here, and is still there, stays due.
  for (const std::string& id : due_between(base().cycle, newer.cycle)) {
    const auto place = tree::find_place(newer, id, log_->scope);
    if (place && is_due(tree::node_at(newer, *place))) log_->ledger.note_due(newer.cycle + 1, id);
  }
}

const SnapshotData* BranchTimeline::append(SnapshotData data, warp::ResumableRoot root,
                                           std::unique_ptr<const AttachedRecords> records,
                                           std::unique_ptr<const CommitTrail> trail) {
  data.ids = &log_->scope;
  history::link(data, head());
  const LoggedSnapshot& added = log_->snapshots.emplace_back(
      std::move(data), history::SnapshotAnnex{root.mark(), std::move(records), std::move(trail)});
  root_ = std::move(root);
  head_.store(&added.snapshot, std::memory_order_release);
  return &added.snapshot;
}

void BranchTimeline::append_collected(SnapshotData data) {
  data.ids = &log_->scope;
  const LoggedSnapshot& added = log_->snapshots.emplace_back(std::move(data), history::SnapshotAnnex());
  head_.store(&added.snapshot, std::memory_order_release);
}

}  // namespace latewood::engine
