// Histories that begin in the middle, because what led there was collected.
#include <algorithm>
#include <utility>

#include "engine/branch/branch.h"
#include "engine/branch/restore.h"
#include "engine/record/commit_extras.h"
#include "engine/record/state_page.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using tree::Tree;

// The regions of a tree and nothing in them.
Tree frame_of(const Tree& tree, std::uint64_t cycle) {
  Tree frame;
  frame.set_root(tree.root());
  frame.set_seq(tree.seq());
  frame.sys = tree::Ring(tree::Subtree(&tree.sys->container()));
  frame.ah = tree::Ring(tree::Subtree(&tree.ah->container()));
  frame.cycle = cycle;
  return frame;
}

}  // namespace

Result<const SnapshotData*> Branch::start(Restored commit, const StateRecord& record,
                                          const std::optional<CollectedCommit>& before) {
  const Tree bare = frame_of(commit.tree, 0);
  warp::ResumableRoot root(warp::root_key(commit.tree), warp::ResumableRoot::Mark());
  const StateRoot state_root = warp::advance_root(root, commit.tree, warp::changed_rings(bare, commit.tree));
  if (state_root != commit.header.state_root) {
    return Error{Code::Corruption,
                 "the state that was kept has the root " + state_root.hex() + ", its header says " +
                     commit.header.state_root.hex(),
                 {},
                 {}};
  }
  if (commit.genesis != nullptr) genesis_ = commit.genesis;
  if (before) add_collected(commit.tree, *before, record.position - 1);
  Prepared prepared = prepared_of(std::move(commit));
  const Tree& tree = prepared.draft.tree;
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(base(), tree);
  note_adopted(tree, changes);
  index_new_nodes(tree, changes, Entrants::OfAnyCycle);
  for (const std::string& id : record.past_ids) {
    tree::NodeFields gone;
    gone.id = id;
    if (!log_->ids.find(id)) log_->ids.add(*log_->pool.add(std::move(gone), nullptr), nullptr);
  }
  return publish(std::move(prepared), std::move(root));
}

// One snapshot stands for all that were collected, so that the line counts its commits as before.
void Branch::add_collected(const Tree& oldest, const CollectedCommit& before, std::uint64_t position) {
  SnapshotData data;
  data.tree = frame_of(oldest, before.cycle);
  data.known_identity = before.identity;
  data.last_stamp = draft_.last_stamp;
  data.ids = &log_->scope;
  history::CommitDetails details;
  details.is_collected = true;
  details.kept_before = before.kept_before;
  data.details = std::make_unique<const history::CommitDetails>(std::move(details));
  data.position = static_cast<std::uint32_t>(position);
  head_.store(&log_->snapshots.emplace_back(std::move(data), warp::ResumableRoot::Mark()), std::memory_order_release);
}

StateRecord Branch::head_state() const {
  const SnapshotData& head = *this->head();
  StateRecord record;
  record.tree = head.tree;
  record.position = head.position;
  record.nodes = head.nodes;
  record.bytes = head.bytes;
  record.extras = encode_extras(extras_of(head));
  log_->scope.for_each_id([&](std::string_view id) {
    if (!tree::find_place(head.tree, id, log_->scope)) record.past_ids.emplace_back(id);
  });
  std::sort(record.past_ids.begin(), record.past_ids.end());
  record.past_ids.erase(std::unique(record.past_ids.begin(), record.past_ids.end()), record.past_ids.end());
  return record;
}

}  // namespace latewood::engine
