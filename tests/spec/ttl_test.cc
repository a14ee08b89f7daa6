// How long a node is seen: cycles, counted at commits.
#include <gtest/gtest.h>

#include <limits>

#include "support/context_probe.h"
#include "support/test_files.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::child_ids;
using test::has_node;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

// The cycles whose snapshots hold the node.
std::vector<std::uint64_t> cycles_with(const Context& context, std::string_view id) {
  std::vector<std::uint64_t> cycles;
  for (std::uint64_t cycle = 1; cycle <= context.cycle(); ++cycle) {
    if (has_node(must(context.at(cycle)).nodes().value(), id)) cycles.push_back(cycle);
  }
  return cycles;
}

void commit_until(Context& context, std::uint64_t cycle) {
  while (context.cycle() < cycle) must(context.commit());
}

// TTL-01.
TEST(Ttl, TTL_01_ANodeWithoutTtlStays) {
  Context context = open_context();
  must(context.insert(block("a")));
  commit_until(context, 20);
  EXPECT_EQ(cycles_with(context, "a").size(), 20U);
}

TEST(Ttl, TTL_02_ANodeWithTtlZeroIsInNoSnapshot) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  const CommitReport report = must(context.commit());
  EXPECT_TRUE(cycles_with(context, "a").empty());
  ASSERT_EQ(report.departures.size(), 1U);
  EXPECT_EQ(report.departures[0].id, "a");
  EXPECT_EQ(report.departures[0].cause, Cause::Ttl);
}

TEST(Ttl, TTL_03_ANodeIsInExactlyAsManySnapshotsAsItsTtl) {
  Context context = open_context();
  commit_until(context, 2);
  for (const int ttl : {1, 2, 5}) must(context.insert(block_with_ttl(std::to_string(ttl), ttl)));
  commit_until(context, 9);
  EXPECT_EQ(cycles_with(context, "1"), (std::vector<std::uint64_t>{3}));
  EXPECT_EQ(cycles_with(context, "2"), (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(cycles_with(context, "5"), (std::vector<std::uint64_t>{3, 4, 5, 6, 7}));
}

// TTL-03. What leaves is told by the commit in which it leaves.
TEST(Ttl, TheCommitThatRemovesANodeReportsIt) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  EXPECT_TRUE(must(context.commit()).departures.empty());
  const CommitReport report = must(context.commit());
  ASSERT_EQ(report.departures.size(), 1U);
  EXPECT_EQ(report.departures[0], (Departure{"a", Cause::Ttl, std::string("\"text of a\"").size()}));
}

// TTL-04.
TEST(Ttl, TTL_04_NothingDisappearsBetweenCommits) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  must(context.insert(block("b")));
  must(context.delete_nodes({"b"}));
  EXPECT_TRUE(has_node(context.working().value(), "a"));
  must(context.insert(block_with_ttl("c", 1)));
  must(context.commit());
  EXPECT_TRUE(has_node(context.working().value(), "c"));
}

// TTL-02, TTL-03, TTL-06, TTL-09.
TEST(Ttl, TheTimelineOfTheExample) {
  const JsonValue fixture = test::read_json_data("fixtures/ttl_timeline.expect.json");
  const auto created = static_cast<std::uint64_t>(*fixture.find("created_in_cycle")->as_integer());
  const JsonValue::Array& cases = *fixture.find("nodes")->as_array();
  Context context = open_context();
  commit_until(context, created - 1);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Component component = block(std::to_string(i));
    if (const std::int64_t* ttl = cases[i].find("ttl")->as_integer()) component.ttl = *ttl;
    must(context.insert(component));
  }
  commit_until(context, created + 10);
  for (std::uint64_t cycle = created; cycle <= context.cycle(); ++cycle) {
    const Nodes nodes = must(context.at(cycle)).nodes().value();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      SCOPED_TRACE("cycle " + std::to_string(cycle) + ", ttl case " + std::to_string(i));
      const JsonValue* reported = cases[i].find("reported_ttl")->find(std::to_string(cycle));
      const bool lasts = cases[i].find("ttl")->is_null();
      const NodeView* node = test::find_node(nodes, std::to_string(i));
      ASSERT_EQ(node != nullptr, lasts || reported != nullptr);
      if (node == nullptr) continue;
      EXPECT_EQ(node->ttl, lasts ? std::nullopt : std::optional(*reported->as_integer()));
    }
  }
}

class JumpingClock final : public Clock {
 public:
  std::int64_t stamp_after(std::int64_t previous) override { return previous + 1'000'000'000'000'000; }
};

// TTL-07.
TEST(Ttl, TimeOnTheWallDoesNotCount) {
  ContextOptions options;
  options.clock = std::make_shared<JumpingClock>();
  Context context(options);
  must(context.insert(block_with_ttl("a", 2)));
  must(context.commit());
  for (int i = 0; i < 50; ++i) must(context.insert(block(std::to_string(i))));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
}

// TTL-09.
TEST(Ttl, ANodeWhoseExpiryIsDeferredShowsZero) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.pin("a"));
  commit_until(context, 4);
  EXPECT_EQ(node_of(must(context.at(1)).nodes().value(), "a").ttl, 1);
  for (const std::uint64_t cycle : {2U, 3U, 4U})
    EXPECT_EQ(node_of(must(context.at(cycle)).nodes().value(), "a").ttl, 0);
  EXPECT_EQ(node_of(context.working().value(), "a").ttl, 0);
}

// TTL-08. Two ways to say when: so many cycles from an earlier one, fewer from a later one.
TEST(Ttl, TTL_08_OnlyTheLastCycleOfALifeCounts) {
  Context context = open_context();
  must(context.insert(block_with_ttl("early", 4)));
  must(context.commit());
  must(context.insert(block_with_ttl("middle", 3)));
  must(context.commit());
  must(context.insert(block_with_ttl("late", 2)));
  for (const std::int64_t left : {2, 1}) {
    must(context.commit());
    for (const char* id : {"early", "middle", "late"}) EXPECT_EQ(node_of(latest_nodes(context), id).ttl, left) << id;
  }
  EXPECT_EQ(must(context.commit()).departures.size(), 3U);
}

// TTL-11.
TEST(Ttl, TTL_11_TheSameTtlEndsAlikeInEveryRegion) {
  Context context = open_system_context();
  const std::string turn = must(context.commit()).turn_id;
  must(context.insert(block_with_ttl("system", 2), -1));
  must(context.insert_under(block_with_ttl("attached", 2, 1), turn));
  must(context.insert(block_with_ttl("spliced", 2), 1));
  must(context.insert(block_with_ttl("head", 2)));
  must(context.insert(block("container")));
  must(context.insert_under(block_with_ttl("nested", 2), "container"));
  commit_until(context, 6);
  for (const char* id : {"system", "attached", "spliced", "head", "nested"}) {
    EXPECT_EQ(cycles_with(context, id), (std::vector<std::uint64_t>{2, 3})) << id;
  }
}

// TTL-12.
TEST(Ttl, TTL_12_AnEmptiedTurnKeepsItsCore) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  const std::string turn = must(context.commit()).turn_id;
  must(context.commit());
  const Nodes nodes = latest_nodes(context);
  EXPECT_FALSE(has_node(nodes, "a"));
  EXPECT_EQ(child_ids(nodes, turn), Ids{"mc:1"});
}

TEST(Ttl, TTL_13_ANegativeTtlIsRefused) {
  Context context = open_context();
  EXPECT_EQ(verdict(context.insert(block_with_ttl("a", -1))), "E_TTL_INVALID");
  EXPECT_EQ(verdict(context.insert(block_with_ttl("a", std::numeric_limits<std::int64_t>::min()))), "E_TTL_INVALID");
  EXPECT_TRUE(test::block_ids(context.working().value()).empty());
}

// TTL-13. A ttl past the last cycle there can be is no number of cycles either.
TEST(Ttl, ATtlThatCannotBeCountedIsRefused) {
  Context context = open_context();
  const auto largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(verdict(context.insert(block_with_ttl("a", largest))), "E_TTL_INVALID");
}

// TTL-14.
TEST(Ttl, TTL_14_WhatIsBelowAnExpiredNodeGoesWithIt) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.insert_under(block("b"), "a"));
  must(context.insert_under(block_with_ttl("c", 9), "b"));
  must(context.commit());
  const CommitReport report = must(context.commit());
  EXPECT_TRUE(test::block_ids(latest_nodes(context)).empty());
  ASSERT_EQ(report.departures.size(), 3U);
  for (const Departure& departure : report.departures) EXPECT_EQ(departure.cause, Cause::Ttl);
}

// TTL-03. Moving a node through history gives it another id, not another life.
TEST(Ttl, AMovedNodeExpiresWhenItWouldHave) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 3, 1)));
  must(context.commit());
  const std::string moved = must(context.move({"a"}, 0)).at(0);
  commit_until(context, 5);
  EXPECT_EQ(cycles_with(context, moved), (std::vector<std::uint64_t>{2, 3}));
}

// TTL-03, REF-04.
TEST(Ttl, ANodeMovedAfterItsExpiryWasDeferredGoesAtTheNextCommit) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1, 1)));
  must(context.pin("a"));
  commit_until(context, 2);
  ASSERT_TRUE(has_node(latest_nodes(context), "a"));
  must(context.unpin("a"));
  const std::string moved = must(context.move({"a"}, 0)).at(0);
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), moved));
}

// TTL-03 on both sides of a fork.
TEST(Ttl, AForkCountsOn) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 3)));
  commit_until(context, 2);
  Context other = must(context.fork(1));
  commit_until(other, 4);
  EXPECT_EQ(cycles_with(other, "a"), (std::vector<std::uint64_t>{1, 2, 3}));
}

}  // namespace
}  // namespace latewood
