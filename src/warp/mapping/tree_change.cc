#include "warp/mapping/tree_change.h"

#include <algorithm>

#include "tree/ring_alignment.h"

namespace latewood::warp {
namespace {

using Changes = std::vector<ChangedRing>;

void note(Changes& changes, const tree::Tree& tree, std::size_t place, std::optional<std::size_t> ChangedRing::*side) {
  ChangedRing& change = changes.emplace_back();
  change.warp = ring_id(tree.rings[place]->container());
  change.*side = place;
}

// Notes the ring at `place` and its neighbours, whose links depend on it.
void note_around(Changes& changes, const tree::Tree& tree, std::size_t place,
                 std::optional<std::size_t> ChangedRing::*side) {
  const std::size_t first = place == 0 ? 0 : place - 1;
  const std::size_t last = std::min(place + 2, tree.rings.size());
  for (std::size_t at = first; at < last; ++at) note(changes, tree, at, side);
}

// Sorts by ring, and merges the notes of one ring.
void merge(Changes& changes) {
  std::sort(changes.begin(), changes.end(), [](const ChangedRing& a, const ChangedRing& b) { return a.warp < b.warp; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < changes.size(); ++i) {
    if (changes[i].warp != changes[kept].warp) {
      changes[++kept] = changes[i];
      continue;
    }
    if (changes[i].older) changes[kept].older = changes[i].older;
    if (changes[i].newer) changes[kept].newer = changes[i].newer;
  }
  if (!changes.empty()) changes.resize(kept + 1);
}

// Finds a neighbour in the other tree if it was noted in one tree only.
void complete(ChangedRing& change, const tree::Tree& older, const tree::Tree& newer) {
  if (!change.older) change.older = tree::find_same_ring(older, newer.rings[*change.newer]);
  if (!change.newer) change.newer = tree::find_same_ring(newer, older.rings[*change.older]);
}

}  // namespace

std::vector<ChangedRing> changed_rings(const tree::Tree& older, const tree::Tree& newer) {
  Changes changes;
  for (const tree::RingPair& pair : tree::differing_rings(older, newer)) {
    if (pair.older && pair.newer) {
      note(changes, older, *pair.older, &ChangedRing::older);
      note(changes, newer, *pair.newer, &ChangedRing::newer);
    } else if (pair.newer) {
      note_around(changes, newer, *pair.newer, &ChangedRing::newer);
    } else {
      note_around(changes, older, *pair.older, &ChangedRing::older);
    }
  }
  merge(changes);
  for (ChangedRing& change : changes) complete(change, older, newer);
  return changes;
}

}  // namespace latewood::warp
