#include "selector/ring_set.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

namespace latewood::selector {
namespace {

using Stretches = std::vector<RingSet::Stretch>;

std::set<std::size_t> members(const RingSet& rings) {
  std::set<std::size_t> found;
  for (std::size_t ring = 0; ring < 20; ++ring) {
    if (rings.has(ring)) found.insert(ring);
  }
  return found;
}

Stretches at_depths(const std::vector<DepthRange>& depths) {
  const RingSet rings = RingSet::at_depths(depths, 10);
  return rings.stretches();
}

TEST(RingSet, DepthsCountFromTheEnd) {
  EXPECT_EQ(at_depths({{1, 1}}), (Stretches{{9, 10}}));
  EXPECT_EQ(at_depths({{3, 1}, {10, 10}}), (Stretches{{0, 1}, {7, 10}}));
  EXPECT_EQ(at_depths({{1, 2}, {3, 4}, {2, 3}}), (Stretches{{6, 10}}));
}

TEST(RingSet, DepthsThatDoNotExistAreLeftOut) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(RingSet::at_depths({{0, 0}, {-5, -1}, {11, kMost}}, 10).is_empty());
  EXPECT_EQ(RingSet::at_depths({{kLeast, kMost}}, 10), RingSet::all(10));
  EXPECT_TRUE(RingSet::at_depths({{1, 1}}, 0).is_empty());
}

TEST(RingSet, AgreesWithSetsOfNumbers) {
  const std::vector<RingSet> sets = {RingSet(), RingSet::all(12), RingSet::one(5),
                                     RingSet::at_depths({{2, 4}, {7, 9}}, 12),
                                     RingSet::at_depths({{1, 3}, {8, 12}}, 12)};
  for (const RingSet& a : sets) {
    for (const RingSet& b : sets) {
      std::set<std::size_t> both;
      std::set<std::size_t> either = members(a);
      either.merge(members(b));
      for (const std::size_t ring : members(a)) {
        if (b.has(ring)) both.insert(ring);
      }
      EXPECT_EQ(members(intersection(a, b)), both);
      EXPECT_EQ(members(united(a, b)), either);
    }
    std::uint64_t n = 0;
    for (const std::size_t ring : members(a)) EXPECT_EQ(a.nth(++n), ring);
    EXPECT_EQ(a.size(), n);
    EXPECT_EQ(a.nth(n + 1), std::nullopt);
    EXPECT_EQ(a.last(), n == 0 ? std::nullopt : a.nth(n));
  }
}

}  // namespace
}  // namespace latewood::selector
