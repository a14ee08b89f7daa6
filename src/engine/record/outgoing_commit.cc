#include "engine/record/outgoing_commit.h"

#include <set>
#include <string>
#include <utility>

#include "engine/record/commit_extras.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::Payload;
using tree::Subtree;

// Collects the payloads of nodes that the older tree does not have.
class NewPayloads {
 public:
  void add(const Node* older, const Node& newer) {
    if (older != &newer) take(newer);
  }
  void add(const tree::Ring& older, const tree::Ring& newer) {
    if (older == newer) return;
    std::set<const Node*> known;
    if (older) {
      for (const Subtree::Entry& entry : older->entries()) known.insert(entry.node);
    }
    for (const Subtree::Entry& entry : newer->entries()) {
      if (!known.contains(entry.node)) take(*entry.node);
    }
  }
  std::vector<const Payload*> take_all() { return std::move(payloads_); }

 private:
  void take(const Node& node) {
    const Payload* payload = node.payload();
    if (payload != nullptr && seen_.insert(payload->digest()).second) payloads_.push_back(payload);
  }

  std::set<tree::PayloadDigest> seen_;
  std::vector<const Payload*> payloads_;
};

}  // namespace

std::vector<const Payload*> new_payloads(const tree::Tree& older, const tree::Tree& newer,
                                         const std::vector<warp::ChangedRing>& changes) {
  NewPayloads payloads;
  payloads.add(older.root(), *newer.root());
  payloads.add(older.seq(), *newer.seq());
  payloads.add(older.sys, newer.sys);
  payloads.add(older.ah, newer.ah);
  for (const warp::ChangedRing& change : changes) {
    if (!change.newer) continue;
    payloads.add(change.older ? older.rings[*change.older] : tree::Ring(), newer.rings[*change.newer]);
  }
  return payloads.take_all();
}

warp::TickPatch patch_of(const history::SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(older, snapshot.tree);
  const auto derive = [&](warp::SlotRule rule) {
    warp::PatchParts parts = warp::tree_patch(older, snapshot.tree, changes, rule);
    parts.policy_id = snapshot.policy_id;
    return warp::TickPatch(std::move(parts));
  };
  // Old commits used another slot rule. The patch digest shows which rule this commit used.
  warp::TickPatch patch = derive(warp::SlotRule::All);
  if (warp::patch_digest(patch) == snapshot.patch_digest()) return patch;
  return derive(warp::SlotRule::WithoutAlpha);
}

OutgoingCommit outgoing_commit(const history::SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  const std::vector<warp::ChangedRing> changes = warp::changed_rings(older, snapshot.tree);
  warp::CommitHeader header{{}, snapshot.state_root(), snapshot.patch_digest(), snapshot.policy_id};
  OutgoingCommit commit;
  if (!snapshot.is_genesis()) commit.parent = snapshot.before().commit_id();
  if (commit.parent) header.parents.push_back(*commit.parent);
  commit.id = snapshot.commit_id();
  commit.cycle = snapshot.cycle();
  commit.header = warp::encode_commit_header(header);
  commit.patch = warp::encode_patch(patch_of(snapshot));
  commit.extras = encode_extras(extras_of(snapshot));
  commit.note = snapshot.note();
  commit.payloads = new_payloads(older, snapshot.tree, changes);
  return commit;
}

}  // namespace latewood::engine
