// Moments: which snapshot a selector asks (SEL-39 to SEL-45, SEL-64), and ranges of them.
#include <gtest/gtest.h>

#include "latewood/selector.h"
#include "support/context_probe.h"
#include "support/document/history.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::Ids;
using test::must;
using test::open_context;
using test::verdict;

Ids selected_ids(const Result<Selection>& selection) { return std::get<Ids>(must(selection)); }
RangeDiffLatestResult selected_range(const Result<Selection>& selection) {
  return std::get<RangeDiffLatestResult>(must(selection));
}

// Cycle n seals the block "b<n>".
Context numbered(int cycles) {
  Context context = open_context();
  for (int i = 1; i <= cycles; ++i) {
    must(context.insert(block("b" + std::to_string(i))));
    must(context.commit());
  }
  return context;
}

Ids labels_of(const RangeDiffLatestResult& range) {
  Ids labels;
  for (const SnapshotRef& ref : range.snapshots) labels.push_back(ref.label);
  return labels;
}

TEST(Time, SEL_39_WithoutAReferenceTheLatestSnapshotIsAsked) {
  Context context = numbered(3);
  must(context.insert(block("working")));
  EXPECT_EQ(selected_ids(context.select(".cb")), (Ids{"b1", "b2", "b3"}));
  EXPECT_EQ(selected_ids(context.select(".cb")), selected_ids(context.select("@t0 .cb")));
}

// SEL-40.
TEST(Time, SEL_40_TheWorkingStateIsReadOnRequest) {
  Context context = numbered(1);
  must(context.insert(block_with_ttl("working", 2)));
  SelectOptions options;
  options.working = true;
  EXPECT_EQ(selected_ids(context.select(".cb", options)), (Ids{"b1", "working"}));
  EXPECT_EQ(selected_ids(context.select("^ah #working", options)), Ids{"working"});
  EXPECT_EQ(selected_ids(context.select(".cb[ttl=2]", options)), Ids{"working"});
  for (const char* refused : {"@t0 .cb", "@t-1..@t0 .cb", "@* .cb"}) {
    EXPECT_EQ(verdict(context.select(refused, options)), "E_OPTION_INVALID") << refused;
  }
}

// SEL-40.
TEST(Time, SEL_40_ScopeIsAnOption) {
  const Selector selector = must(Selector::parse(".cb"));
  EXPECT_TRUE(must(parse_select_options(R"({"scope":"working"})", selector)).working);
  EXPECT_FALSE(must(parse_select_options(R"({"scope":"snapshot"})", selector)).working);
  EXPECT_FALSE(must(parse_select_options("{}", selector)).working);
  EXPECT_EQ(verdict(parse_select_options(R"({"scope":"all"})", selector)), "E_OPTION_INVALID");
}

// SEL-42.
TEST(Time, SEL_41_SEL_42_RelativeReferencesCountCommits) {
  const Context context = numbered(4);
  EXPECT_EQ(selected_ids(context.select("@t0 .cb")), (Ids{"b1", "b2", "b3", "b4"}));
  EXPECT_EQ(selected_ids(context.select("@t-1 .cb")), (Ids{"b1", "b2", "b3"}));
  EXPECT_EQ(selected_ids(context.select("@t-3 .cb")), (Ids{"b1"}));
}

// SEL-43.
TEST(Time, SEL_43_AbsoluteReferencesNameCycles) {
  const Context context = numbered(4);
  EXPECT_EQ(selected_ids(context.select("@c1 .cb")), Ids{"b1"});
  EXPECT_EQ(selected_ids(context.select("@c4 .cb")), selected_ids(context.select(".cb")));
}

// SEL-42, SEL-43. Also along a fork, whose cycles go on from the fork point.
TEST(Time, SEL_42_SEL_43_ReferencesFollowTheAncestryOfTheBranch) {
  const Context trunk = numbered(4);
  Context fork = must(trunk.fork(2));
  must(fork.insert(block("f3")));
  must(fork.commit());
  EXPECT_EQ(selected_ids(fork.select("@c3 .cb")), (Ids{"b1", "b2", "f3"}));
  EXPECT_EQ(selected_ids(fork.select("@t-1 .cb")), (Ids{"b1", "b2"}));
  EXPECT_EQ(selected_ids(fork.select("@t-2 .cb")), (Ids{"b1"}));
  EXPECT_EQ(verdict(fork.select("@c4 .cb")), "E_SNAPSHOT_NOT_FOUND");
}

TEST(Time, SEL_44_EverySnapshotGivesEachIdOnceNewestSnapshotFirst) {
  Context context = open_context();
  must(context.insert(block_with_ttl("gone1", 1)));
  must(context.insert(block("kept")));
  must(context.commit());
  must(context.insert(block_with_ttl("gone2", 1)));
  must(context.commit());
  must(context.insert(block("last")));
  must(context.commit());
  EXPECT_EQ(selected_ids(context.select("@* .cb")), (Ids{"kept", "last", "gone2", "gone1"}));
  EXPECT_EQ(selected_ids(context.select("@* #gone1")), Ids{"gone1"});
  // Each was the newest turn once.
  EXPECT_EQ(selected_ids(context.select("@* .mt:depth(1)")), (Ids{"mt:3", "mt:2", "mt:1"}));
  EXPECT_EQ(selected_ids(context.select("@* .cb[ttl=1]")), (Ids{"gone2", "gone1"}));
}

TEST(Time, SEL_44_BeforeTheFirstCommitEverySnapshotIsNone) {
  EXPECT_EQ(selected_ids(open_context().select("@* .cb")), Ids{});
}

TEST(Time, SEL_45_AReferenceToNoSnapshotIsNotFound) {
  const Context context = numbered(2);
  for (const char* missing : {"@t-2 .cb", "@t-99999999999 .cb", "@c0 .cb", "@c3 .cb", "@c18446744073709551615 .cb"}) {
    const auto result = context.select(missing);
    EXPECT_EQ(verdict(result), "E_SNAPSHOT_NOT_FOUND") << missing;
    EXPECT_EQ(result.error().code, Code::NotFound) << missing;
  }
  EXPECT_EQ(verdict(open_context().select("@t0 .cb")), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(open_context().select(".cb")), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(context.select("@t1 .cb")), "E_SELECTOR_INVALID");
}

TEST(Time, SEL_64_SelectorsWithoutARangePassRangeOptionsOver) {
  const Context context = numbered(2);
  const Selector selector = must(Selector::parse(".cb"));
  const SelectOptions options = must(parse_select_options(R"({"maxSnapshots":0,"contentMode":7})", selector));
  EXPECT_EQ(selected_ids(context.select(selector, options)), (Ids{"b1", "b2"}));
  SelectOptions strange;
  strange.max_snapshots = 0;
  EXPECT_EQ(selected_ids(context.select(selector, strange)), (Ids{"b1", "b2"}));
}

TEST(Time, ASnapshotIsFoundByItsReference) {
  const Context context = numbered(3);
  EXPECT_EQ(must(context.snapshot("@t-1")).cycle(), 2U);
  EXPECT_EQ(must(context.snapshot("@c1")).cycle(), 1U);
  EXPECT_EQ(verdict(context.snapshot("@c9")), "E_SNAPSHOT_NOT_FOUND");
  for (const char* refused : {"@*", "@t-1..@t0", ".cb", "", "@t0 .cb"}) {
    EXPECT_EQ(verdict(context.snapshot(refused)), "E_SELECTOR_INVALID") << refused;
  }
}

// ---- one snapshot, asked directly ----

TEST(Time, APreparedSelectorIsAskedOfAnySnapshot) {
  const Context context = numbered(3);
  const Selector selector = must(Selector::parse(".cb"));
  EXPECT_EQ(must(must(context.back(2)).select(selector)), Ids{"b1"});
  EXPECT_EQ(must(must(context.back(0)).select(selector)), (Ids{"b1", "b2", "b3"}));
  const Selector elsewhere = must(Selector::parse("@t-1 .cb"));
  EXPECT_EQ(verdict(must(context.latest()).select(elsewhere)), "E_SELECTOR_INVALID");
}

TEST(Time, MatchesAreGivenOneByOneUntilTheCallerHasEnough) {
  const Context context = numbered(5);
  Ids seen;
  must(must(context.latest()).for_each_match(must(Selector::parse(".cb")), [&seen](std::string_view id) {
    seen.emplace_back(id);
    return seen.size() < 3;
  }));
  EXPECT_EQ(seen, (Ids{"b1", "b2", "b3"}));
}

TEST(Time, AnExplanationIsAboutTheNewestMoment) {
  const Context context = numbered(4);
  const auto moment = [&context](const char* selector) { return must(context.explain(selector)).moment; };
  EXPECT_EQ(moment(".cb"), "@t0");
  EXPECT_EQ(moment("@c2 .cb"), "@c2");
  EXPECT_EQ(moment("@t-3..@t-1 .cb"), "@t-1");
  EXPECT_EQ(moment("@* .cb"), "@t0");
  SelectOptions working;
  working.working = true;
  EXPECT_EQ(must(context.explain(".cb", working)).moment, "working");
  EXPECT_EQ(verdict(context.explain("@t-9..@t-8 .cb")), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(context.explain("@c9 .cb")), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(context.explain(".cb >")), "E_SELECTOR_INVALID");
  const Explanation explanation = must(context.explain("@c3   ^seq   .cb"));
  EXPECT_EQ(explanation.selector, "@c3 ^seq .cb");
  EXPECT_EQ(explanation.cycle, 3U);
  ASSERT_EQ(explanation.steps.size(), 2U);
  EXPECT_EQ(explanation.steps[1].step, ".cb");
  EXPECT_EQ(explanation.steps[1].kept, 3U);
}

// ---- which snapshots a range covers ----

// RANGE-04.
TEST(Time, RANGE_02_RANGE_04_RANGE_05_EverySpellingCoversBothEnds) {
  const Context context = numbered(8);
  const Ids five = {"@t-1", "@t-2", "@t-3", "@t-4", "@t-5"};
  for (const char* spelling : {"@t-5..@t-1 .cb", "@t-5:@t-1 .cb", "@t-5..-1 .cb", "@t-5:-1 .cb", "@t-1..@t-5 .cb"}) {
    EXPECT_EQ(labels_of(selected_range(context.select(spelling))), five) << spelling;
  }
  const Ids cycles = {"@c7", "@c6", "@c5", "@c4", "@c3"};
  for (const char* spelling : {"@c3..@c7 .cb", "@c3:@c7 .cb", "@c3..7 .cb", "@c7..@c3 .cb"}) {
    EXPECT_EQ(labels_of(selected_range(context.select(spelling))), cycles) << spelling;
  }
  EXPECT_EQ(labels_of(selected_range(context.select("@t0..@t-3 .cb"))), (Ids{"@t0", "@t-1", "@t-2", "@t-3"}));
  EXPECT_EQ(labels_of(selected_range(context.select("@t-3..@t0 .cb"))), (Ids{"@t0", "@t-1", "@t-2", "@t-3"}));
}

TEST(Time, RANGE_03_RANGE_05_SpellingsDifferInTheQueryAlone) {
  const Context context = numbered(5);
  RangeDiffLatestResult first = selected_range(context.select("@t-3..@t-1 .cb"));
  for (const char* spelling : {"@t-3:@t-1 .cb", "@t-3..-1 .cb", "@t-1..@t-3 .cb"}) {
    RangeDiffLatestResult other = selected_range(context.select(spelling));
    EXPECT_EQ(other.query, spelling);
    other.query = first.query;
    EXPECT_EQ(to_json(other), to_json(first)) << spelling;
  }
}

// RANGE-09.
TEST(Time, RANGE_09_EndsOutsideTheHistoryAreClippedWithOneWarningEach) {
  const Context context = numbered(3);
  const auto warnings = [&](const char* selector, std::size_t snapshots) {
    const RangeDiffLatestResult range = selected_range(context.select(selector));
    EXPECT_EQ(range.snapshots.size(), snapshots) << selector;
    EXPECT_TRUE(range.errors.empty()) << selector;
    return range.warnings.size();
  };
  EXPECT_EQ(warnings("@t-2..@t0 .cb", 3), 0U);
  EXPECT_EQ(warnings("@t-9..@t0 .cb", 3), 1U);
  EXPECT_EQ(warnings("@t-9..@t-1 .cb", 2), 1U);
  EXPECT_EQ(warnings("@c0..@c2 .cb", 2), 1U);
  EXPECT_EQ(warnings("@c2..@c9 .cb", 2), 1U);
  EXPECT_EQ(warnings("@c0..@c9 .cb", 3), 2U);
}

// RANGE-09, E-32: the warnings stay.
TEST(Time, RANGE_09_NothingLeftIsAnEmptyResultWithAnError) {
  const Context context = numbered(3);
  for (const char* selector : {"@t-9..@t-5 .cb", "@c7..@c9 .cb"}) {
    const RangeDiffLatestResult range = selected_range(context.select(selector));
    EXPECT_TRUE(range.snapshots.empty() && range.diffs.empty()) << selector;
    EXPECT_EQ(range.warnings.size(), 2U) << selector;
    ASSERT_EQ(range.errors.size(), 1U) << selector;
    EXPECT_EQ(range.errors[0].code, "E_SNAPSHOT_NOT_FOUND");
    EXPECT_TRUE(range.errors[0].fatal);
  }
  EXPECT_EQ(selected_range(open_context().select("@t-1..@t0 .cb")).errors.size(), 1U);
}

// E-33.
TEST(Time, GapsBetweenCyclesAreNotClipped) {
  const std::string tree = test::tree_text(test::block_text("a", 12));
  const Context context = test::history_of({tree, tree, tree}, {3, 7, 9});
  const auto range = [&](const char* selector) { return selected_range(context.select(selector)); };
  EXPECT_EQ(labels_of(range("@c4..@c9 .cb")), (Ids{"@c9", "@c7"}));
  EXPECT_TRUE(range("@c4..@c9 .cb").warnings.empty());
  EXPECT_EQ(labels_of(range("@c4..@c8 .cb")), (Ids{"@c7"}));
  EXPECT_EQ(range("@c2..@c8 .cb").warnings.size(), 1U);
  EXPECT_TRUE(range("@c4..@c6 .cb").snapshots.empty());
  EXPECT_TRUE(range("@c4..@c6 .cb").warnings.empty());
  EXPECT_EQ(range("@c4..@c6 .cb").errors.size(), 1U);
  EXPECT_EQ(verdict(context.select("@c8 .cb")), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(selected_ids(context.select("@t-1 .cb")), Ids{"a"});
}

TEST(Time, RANGE_06_RANGE_07_KindsAreNotMixedAndEveryIsNoEnd) {
  const Context context = numbered(2);
  EXPECT_EQ(verdict(context.select("@t-1..@c2 .cb")), "E_SNAPSHOT_RANGE_KIND_MISMATCH");
  EXPECT_EQ(verdict(context.select("@*..@t0 .cb")), "E_SNAPSHOT_RANGE_WILDCARD");
}

}  // namespace
}  // namespace latewood
