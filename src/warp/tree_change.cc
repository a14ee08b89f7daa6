#include "warp/tree_change.h"

#include <algorithm>
#include <map>

#include "tree/ring_alignment.h"

namespace latewood::warp {
namespace {

using Changes = std::map<WarpId, ChangedRing>;

void note(Changes& changes, const tree::Tree& tree, std::size_t place, std::optional<std::size_t> ChangedRing::*side) {
  const WarpId warp = ring_id(tree.rings[place]->container());
  ChangedRing& change = changes[warp];
  change.warp = warp;
  change.*side = place;
}

// The ring at `place` and its neighbours, whose links follow from who they are next to.
void note_around(Changes& changes, const tree::Tree& tree, std::size_t place,
                 std::optional<std::size_t> ChangedRing::*side) {
  const std::size_t first = place == 0 ? 0 : place - 1;
  const std::size_t last = std::min(place + 2, tree.rings.size());
  for (std::size_t at = first; at < last; ++at) note(changes, tree, at, side);
}

// A neighbour was noted on one side only; find it on the other.
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
  std::vector<ChangedRing> rings;
  for (auto& [warp, change] : changes) {
    complete(change, older, newer);
    rings.push_back(change);
  }
  return rings;
}

}  // namespace latewood::warp
