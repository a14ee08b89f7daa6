#include "history/snapshot_data.h"

namespace latewood::history {
namespace {

// The oldest ancestor of `from` that `is_wanted` accepts. `is_wanted` must accept all snapshots up to some age and no
// older one. `load` finds it among the snapshots that are not in memory.
template <class IsWanted, class Load>
const SnapshotData& farthest(const SnapshotData& from, IsWanted is_wanted, Load load) {
  const SnapshotData* at = &from;
  for (;;) {
    const SnapshotData* parent = at->parent.near();
    if (at->skip != nullptr && is_wanted(*at->skip)) {
      at = at->skip;
    } else if (parent == nullptr || !is_wanted(*parent)) {
      return *at;
    } else if (at->parent.past() != nullptr) {
      const SnapshotData* found = load(*at->parent.past());
      return found == nullptr ? *parent : *found;
    } else {
      at = parent;
    }
  }
}

}  // namespace

CommitReport SnapshotData::report() const {
  CommitReport report;
  report.cycle = cycle();
  report.commit_id = commit_id();
  report.state_root = state_root();
  report.patch_digest = patch_digest();
  if (!tree.rings.empty()) report.turn_id = std::string(tree.rings.back()->container().id());
  report.policy_id = policy_id;
  report.nodes_before = report.nodes_after = nodes;
  report.bytes_before = report.bytes_after = bytes;
  if (details == nullptr) return report;
  report.departures = details->departures;
  report.deferred = details->deferred;
  report.kept = details->kept;
  report.nodes_before = details->nodes_before;
  report.bytes_before = details->bytes_before;
  return report;
}

// Skip links follow a skew binary number: after two skips of one length in a row there is one over both.
CommitNote SnapshotData::note() const {
  CommitNote note = details == nullptr ? CommitNote() : details->note;
  if (note.host_time == 0) note.host_time = last_stamp;
  return note;
}

const SnapshotData* ParentLink::loaded() const {
  const SnapshotData* parent = past()->load_position(near_->position);
  return parent == nullptr ? near_ : parent;
}

void link(SnapshotData& snapshot, const SnapshotData* parent) {
  snapshot.parent = parent;
  if (parent == nullptr) return;
  snapshot.position = parent->position + 1;
  if (snapshot.parent.past() != nullptr) return;
  snapshot.skip = parent;
  const SnapshotData* skip = parent->skip;
  if (skip == nullptr || skip->skip == nullptr) return;
  const bool are_equal = parent->position - skip->position == skip->position - skip->skip->position;
  if (are_equal) snapshot.skip = skip->skip;
}

const SnapshotData& ancestor(const SnapshotData& from, std::uint64_t commits) {
  const std::uint64_t position = from.position - commits;
  return farthest(
      from, [position](const SnapshotData& each) { return each.position >= position; },
      [position](Past& past) { return past.load_position(position); });
}

const SnapshotData* find_collected(const SnapshotData& head) {
  const SnapshotData& near = farthest(
      head, [](const SnapshotData&) { return true; }, [](Past&) -> const SnapshotData* { return nullptr; });
  if (near.past() != nullptr) return near.past()->load_collected();
  return near.is_collected() ? &near : nullptr;
}

KeptPast* find_kept_before(const SnapshotData& head) {
  const SnapshotData* collected = find_collected(head);
  return collected == nullptr ? nullptr : collected->details->kept_before.get();
}

bool is_before_kept(const SnapshotData& head, std::uint64_t cycle) {
  const SnapshotData* collected = find_collected(head);
  return collected != nullptr && cycle <= collected->cycle();
}

const SnapshotData& oldest_since(const SnapshotData& from, std::uint64_t cycle) {
  return farthest(
      from, [cycle](const SnapshotData& each) { return each.cycle() >= cycle; },
      [cycle](Past& past) { return past.load_cycle(cycle); });
}

const SnapshotData* find_cycle(const SnapshotData& from, std::uint64_t cycle) {
  if (from.cycle() < cycle) return nullptr;
  const SnapshotData& found = oldest_since(from, cycle);
  return found.cycle() == cycle ? &found : nullptr;
}

}  // namespace latewood::history
