#include "diff/edit_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "diff/anchors.h"
#include "support/law.h"

namespace latewood::diff {
namespace {

using test::Random;

using Sequence = std::vector<Symbol>;

Sequence random_sequence(Random& random, std::size_t most, std::size_t kinds) {
  Sequence sequence(random.below(most + 1));
  for (Symbol& symbol : sequence) symbol = static_cast<Symbol>(random.below(kinds));
  return sequence;
}

Sequence kept(const Sequence& sequence, const std::vector<bool>& left_out) {
  Sequence kept;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (!left_out.at(i)) kept.push_back(sequence[i]);
  }
  return kept;
}

// The length of the longest common subsequence, by the table of all prefixes.
std::size_t longest_common(const Sequence& a, const Sequence& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const Symbol symbol : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = symbol == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

TEST(EditPath, LeavesOutAsLittleAsPossible) {
  test::expect_law("what is kept is a longest common subsequence", [](Random& random) {
    const std::size_t kinds = 1 + random.below(6);
    const std::size_t most = random.chance(10) ? 250 : 30;  // at most 500 edits, which the limits allow
    const Sequence older = random_sequence(random, most, kinds);
    const Sequence newer = random_sequence(random, most, kinds);
    const LeftOut path = edit_path(older, newer);
    RC_ASSERT(kept(older, path.older) == kept(newer, path.newer));
    RC_ASSERT(kept(older, path.older).size() == longest_common(older, newer));
  });
}

TEST(EditPath, IsStillAPathWhenTheLimitsCutItShort) {
  test::expect_law("what is kept is the same on both sides", [](Random& random) {
    const Sequence older = random_sequence(random, 60, 3);
    const Sequence newer = random_sequence(random, 60, 3);
    const EditLimits limits{static_cast<std::int64_t>(1 + random.below(5)),
                            static_cast<std::int64_t>(random.below(400))};
    const LeftOut path = edit_path(older, newer, limits);
    RC_ASSERT(path.older.size() == older.size() && path.newer.size() == newer.size());
    RC_ASSERT(kept(older, path.older) == kept(newer, path.newer));
  });
}

TEST(Anchors, AreTheLongestChainOfElementsThatOccurOnce) {
  using Anchors = std::vector<Anchor>;
  EXPECT_EQ(anchors_between({}, {}), Anchors());
  EXPECT_EQ(anchors_between(Sequence{1, 1, 2}, Sequence{1, 2, 2}), Anchors());
  EXPECT_EQ(anchors_between(Sequence{1, 2, 3}, Sequence{1, 2, 3}), (Anchors{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(anchors_between(Sequence{9, 1, 2, 3}, Sequence{0, 1, 2, 3, 9}), (Anchors{{1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(anchors_between(Sequence{5, 7, 5, 8}, Sequence{8, 5, 7}), (Anchors{{3, 0}}));
}

TEST(EditPath, ACutAtTheCostLimitGoesOnWithTheRest) {
  Random random(7);
  Sequence older(3000);
  for (Symbol& symbol : older) symbol = static_cast<Symbol>(random.below(4));
  Sequence newer(3000);
  for (Symbol& symbol : newer) symbol = static_cast<Symbol>(random.below(4));
  const LeftOut path = edit_path(older, newer, {16, std::int64_t{1} << 25});
  const std::size_t found = kept(older, path.older).size();
  const std::size_t best = longest_common(older, newer);
  EXPECT_LT(found, best) << "the limit does not cut, so this tests nothing";
  EXPECT_GT(found, best * 8 / 10);
}

// A search from the start alone would keep the short stretch, which comes first.
TEST(EditPath, ALongStretchThatOthersMovedAcrossIsKept) {
  Sequence moved(1000);
  std::iota(moved.begin(), moved.end(), Symbol{0});
  Sequence stays(10000);
  std::iota(stays.begin(), stays.end(), Symbol{1000});
  Sequence older = moved;
  older.insert(older.end(), stays.begin(), stays.end());
  Sequence newer = stays;
  newer.insert(newer.end(), moved.begin(), moved.end());
  EXPECT_EQ(kept(older, edit_path(older, newer).older), stays);
  EXPECT_EQ(kept(newer, edit_path(older, newer).newer), stays);
}

TEST(EditPath, WithoutStepsTheMiddleIsReplacedWhole) {
  const LeftOut path = edit_path(Sequence{1, 2, 3, 4, 5, 9}, Sequence{1, 4, 3, 2, 5, 5, 9}, {256, 0});
  EXPECT_EQ(path.older, (std::vector<bool>{false, true, true, true, false, false}));
  EXPECT_EQ(path.newer, (std::vector<bool>{false, true, true, true, true, false, false}));
}

}  // namespace
}  // namespace latewood::diff
