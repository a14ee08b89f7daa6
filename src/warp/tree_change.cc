#include "warp/tree_change.h"

#include <algorithm>
#include <map>

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

bool same_turn(const tree::Tree& a, const tree::Tree& b, std::size_t at) {
  return a.rings[at]->container().id() == b.rings[at]->container().id();
}

// Rings from `start` on, where the two sequences may be shifted against each other:
// a merge by canonical order, which both are in.
void align_tails(Changes& changes, const tree::Tree& older, const tree::Tree& newer, std::size_t start) {
  std::size_t left = start;
  std::size_t right = start;
  while (left < older.rings.size() || right < newer.rings.size()) {
    const bool has_left = left < older.rings.size();
    const bool has_right = right < newer.rings.size();
    if (has_left && has_right && older.rings[left]->container().id() == newer.rings[right]->container().id()) {
      if (older.rings[left] != newer.rings[right]) {
        note(changes, older, left, &ChangedRing::older);
        note(changes, newer, right, &ChangedRing::newer);
      }
      ++left;
      ++right;
    } else if (has_right && !tree::find_ring(older, newer.rings[right]->container())) {
      note_around(changes, newer, right++, &ChangedRing::newer);
    } else {
      note_around(changes, older, left++, &ChangedRing::older);
    }
  }
}

// A neighbour was noted on one side only; find it on the other.
void complete(ChangedRing& change, const tree::Tree& older, const tree::Tree& newer) {
  if (!change.older) change.older = tree::find_ring(older, newer.rings[*change.newer]->container());
  if (!change.newer) change.newer = tree::find_ring(newer, older.rings[*change.older]->container());
}

}  // namespace

std::vector<ChangedRing> changed_rings(const tree::Tree& older, const tree::Tree& newer) {
  Changes changes;
  const std::size_t common = std::min(older.rings.size(), newer.rings.size());
  std::size_t aligned = common;
  for_each_difference(older.rings, newer.rings, [&](std::size_t at) {
    if (at >= aligned) return;
    if (!same_turn(older, newer, at)) {
      aligned = at;
      return;
    }
    note(changes, older, at, &ChangedRing::older);
    note(changes, newer, at, &ChangedRing::newer);
  });
  align_tails(changes, older, newer, aligned);
  std::vector<ChangedRing> rings;
  for (auto& [warp, change] : changes) {
    complete(change, older, newer);
    rings.push_back(change);
  }
  return rings;
}

}  // namespace latewood::warp
