#include "tree/ring_alignment.h"

#include <algorithm>

namespace latewood::tree {
namespace {

bool same_turn(const Ring& a, const Ring& b) {
  return a->container().id() == b->container().id() && a->container().cycle() == b->container().cycle();
}

// Aligns the turns from `start` on, where one sequence may be shifted against the other: a merge by canonical order,
// which both have.
void align_tails(std::vector<RingPair>& pairs, const Tree& older, const Tree& newer, std::size_t start) {
  std::size_t left = start;
  std::size_t right = start;
  while (left < older.rings.size() || right < newer.rings.size()) {
    const bool has_left = left < older.rings.size();
    const bool has_right = right < newer.rings.size();
    if (has_left && has_right && older.rings[left] == newer.rings[right]) {
      ++left;
      ++right;
    } else if (has_left && has_right && same_turn(older.rings[left], newer.rings[right])) {
      pairs.push_back({left++, right++});
    } else if (has_right && !find_same_ring(older, newer.rings[right])) {
      pairs.push_back({std::nullopt, right++});
    } else if (has_left) {
      pairs.push_back({left++, std::nullopt});
    } else {
      // The turn is in the other tree, before `left`: it changed its place among the turns.
      pairs.push_back({std::nullopt, right++});
    }
  }
}

}  // namespace

std::optional<std::size_t> find_same_ring(const Tree& tree, const Ring& ring) {
  const auto place = find_ring(tree, ring->container());
  return place && same_turn(tree.rings[*place], ring) ? place : std::nullopt;
}

std::vector<RingPair> differing_rings(const Tree& older, const Tree& newer) {
  std::vector<RingPair> pairs;
  std::size_t aligned = std::min(older.rings.size(), newer.rings.size());
  for_each_difference(older.rings, newer.rings, [&](std::size_t at) {
    if (at >= aligned) return;
    if (same_turn(older.rings[at], newer.rings[at])) {
      pairs.push_back({at, at});
    } else {
      aligned = at;
    }
  });
  align_tails(pairs, older, newer, aligned);
  return pairs;
}

}  // namespace latewood::tree
