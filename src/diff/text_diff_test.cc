#include "diff/text_diff.h"

#include <gtest/gtest.h>

#include <string>

#include "support/law.h"

namespace latewood::diff {
namespace {

using test::Random;

TEST(TextDiff, EqualSequencesHaveNoChanges) {
  EXPECT_TRUE(changes_between({}, {}).empty());
  EXPECT_TRUE(changes_between({"a", "b"}, {"a", "b"}).empty());
}

TEST(TextDiff, GivesRunsWithTheirPlaces) {
  struct Case {
    Texts older;
    Texts newer;
    std::vector<Change> changes;
  };
  const std::vector<Case> cases = {
      {{}, {"a"}, {{0, 0, 0, 1}}},
      {{"a"}, {}, {{0, 1, 0, 0}}},
      {{"a"}, {"b"}, {{0, 1, 0, 1}}},
      {{"a", "b", "c"}, {"a", "x", "y", "c"}, {{1, 2, 1, 3}}},
      {{"a", "b", "c", "d"}, {"b", "c", "x"}, {{0, 1, 0, 0}, {3, 4, 2, 3}}},
      {{"x", "a", "x"}, {"x", "x"}, {{1, 2, 1, 1}}},
      {{"a", "a"}, {"a", "a", "a"}, {{2, 2, 2, 3}}},
      {{"p", "a", "q", "b", "r"}, {"s", "a", "t", "b", "u"}, {{0, 1, 0, 1}, {2, 3, 2, 3}, {4, 5, 4, 5}}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(changes_between(c.older, c.newer), c.changes) << c.older.size() << " " << c.newer.size();
  }
}

TEST(TextDiff, WhatLiesBetweenChangesIsEqual) {
  static const std::vector<std::string> kStock = {"", "a", "b", "c", "d", "aa"};
  test::expect_law("the newer sequence is the older with its changes", [](Random& random) {
    Texts older(random.below(30));
    for (std::string_view& text : older) text = random.pick(kStock);
    Texts newer(random.below(30));
    for (std::string_view& text : newer) text = random.pick(kStock);
    Texts made;
    std::size_t at = 0;
    for (const Change& change : changes_between(older, newer)) {
      RC_ASSERT(change.older_end > change.older_begin || change.newer_end > change.newer_begin);
      RC_ASSERT(change.older_begin > at || at == 0);
      for (; at < change.older_begin; ++at) made.push_back(older[at]);
      RC_ASSERT(made.size() == change.newer_begin);
      for (std::size_t i = change.newer_begin; i < change.newer_end; ++i) made.push_back(newer[i]);
      at = change.older_end;
    }
    for (; at < older.size(); ++at) made.push_back(older[at]);
    RC_ASSERT(made == newer);
  });
}

// A million texts that occur on one side only are one change, found without a search.
TEST(TextDiff, SequencesThatShareNothingAreOneChange) {
  std::vector<std::string> texts;
  for (int i = 0; i < 1000000; ++i) texts.push_back(std::to_string(i));
  const Texts older(texts.begin(), texts.begin() + 500000);
  const Texts newer(texts.begin() + 500000, texts.end());
  EXPECT_EQ(changes_between(older, newer), (std::vector<Change>{{0, 500000, 0, 500000}}));
}

// Without the limits of `edit_path` this takes hours.
TEST(TextDiff, LongSequencesInRandomOrderAreAligned) {
  static const std::vector<std::string> kStock = {"a", "b", "c", "d", "e"};
  Random random(1);
  Texts older(400000);
  for (std::string_view& text : older) text = random.pick(kStock);
  Texts newer(400000);
  for (std::string_view& text : newer) text = random.pick(kStock);
  std::size_t kept = older.size();
  for (const Change& change : changes_between(older, newer)) kept -= change.older_end - change.older_begin;
  EXPECT_GT(kept, 100000U);
}

}  // namespace
}  // namespace latewood::diff
