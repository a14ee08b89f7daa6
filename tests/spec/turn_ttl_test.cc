// Turns that expire (R-07), and what leaves with its parent (R-14).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/exchange.h"
#include "support/context_probe.h"
#include "support/document/bundle_bytes.h"
#include "support/document/documents.h"
#include "support/document/history.h"
#include "support/store/history.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_refs;
using test::block_with_ttl;
using test::has_node;
using test::Ids;
using test::imported;
using test::latest_nodes;
using test::must;
using test::must_import;
using test::node_of;
using test::node_text;
using test::open_context;
using test::verdict;

using Gone = std::vector<Departure>;

CommitReport commit_turn(Context& context, std::int64_t ttl) { return must(context.commit({}, {.ttl = ttl})); }

// ---- R-07 ----

TEST(TurnTtl, R_07_ATurnIsInAsManySnapshotsAsItsTtlSays) {
  for (const std::int64_t ttl : {1, 2, 5}) {
    Context context = open_context();
    must(context.insert(block("a")));
    commit_turn(context, ttl);
    for (std::int64_t left = ttl; left > 0; --left) {
      EXPECT_EQ(node_of(latest_nodes(context), "mt:1").ttl, left);
      EXPECT_EQ(node_of(latest_nodes(context), "a").ttl, std::nullopt) << "the ttl is the turn's";
      EXPECT_TRUE(must(context.latest()).report().departures.empty());
      must(context.commit());
    }
    EXPECT_FALSE(has_node(latest_nodes(context), "mt:1"));
    EXPECT_FALSE(has_node(latest_nodes(context), "a"));
  }
}

TEST(TurnTtl, R_07_R_14_TheTurnLeavesAsOneDeparture) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert_under(block("below"), "a"));
  must(context.insert(block_with_ttl("post", 9, 1)));
  commit_turn(context, 1);
  const std::string ten = "\"text of a\"";
  EXPECT_EQ(must(context.commit()).departures, (Gone{{"mt:1", Cause::Ttl, 0, ""},
                                                     {"mc:1", Cause::Ttl, 0, "mt:1"},
                                                     {"a", Cause::Ttl, ten.size(), "mc:1"},
                                                     {"below", Cause::Ttl, ten.size() + 4, "a"},
                                                     {"post", Cause::Ttl, ten.size() + 3, "mt:1"}}));
}

TEST(TurnTtl, R_07_APinHoldsTheTurnUntilItIsGone) {
  for (const char* pinned : {"mt:1", "a"}) {
    Context context = open_context();
    must(context.insert(block("a")));
    commit_turn(context, 1);
    must(context.pin(pinned));
    const CommitReport held = must(context.commit());
    EXPECT_TRUE(held.departures.empty()) << pinned;
    EXPECT_EQ(held.deferred, (Ids{"mt:1"})) << pinned;
    EXPECT_EQ(node_of(latest_nodes(context), "mt:1").ttl, 0);
    must(context.unpin(pinned));
    EXPECT_EQ(must(context.commit()).departures.size(), 3U) << pinned;
  }
}

TEST(TurnTtl, R_07_AReferenceHoldsTheTurn) {
  Context context = open_context();
  must(context.insert(block("a")));
  commit_turn(context, 1);
  must(context.insert(block_with_refs("b", {"a"})));
  EXPECT_EQ(commit_turn(context, 2).deferred, (Ids{"mt:1"}));
  EXPECT_EQ(must(context.commit()).deferred, (Ids{"mt:1"}));
  EXPECT_EQ(must(context.commit()).departures.size(), 6U) << "what held it leaves too";
}

TEST(TurnTtl, R_07_OnlyNumbersFromOneOnAreTtlsOfATurn) {
  Context context = open_context();
  must(context.insert(block("a")));
  for (const std::int64_t ttl : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(verdict(context.commit({}, {.ttl = ttl})), "E_TTL_INVALID") << ttl;
  }
  EXPECT_EQ(context.cycle(), 0U);
  EXPECT_TRUE(has_node(context.working().value(), "a"));
}

TEST(TurnTtl, R_07_ATurnIsImportedWithItsTtl) {
  const std::string turn =
      node_text("t", 10, "mt", R"("ttl":2)", node_text("c", 11, "mc", "", node_text("a", 12, "cb")));
  Context context =
      must_import(R"({"spec_version":"PACT/0.1.0","cycle":1,"root":{"id":"root","nodeType":"^root","children":[)"
                  R"({"id":"sys","nodeType":"^sys"},{"id":"seq","nodeType":"^seq","children":[)" +
                  turn + R"(]},{"id":"ah","nodeType":"^ah"}]}})");
  EXPECT_EQ(node_of(latest_nodes(context), "t").ttl, 2);
  const std::string text = must(export_snapshot(must(context.latest())));
  EXPECT_EQ(latest_nodes(must_import(text)), latest_nodes(context));
  EXPECT_TRUE(must(context.commit()).departures.empty());
  const CommitReport left = must(context.commit());
  ASSERT_EQ(left.departures.size(), 3U);
  EXPECT_EQ(left.departures[0], (Departure{"t", Cause::Ttl, 0, ""}));
}

TEST(TurnTtl, R_07_RootRegionsAndCoresDoNotExpire) {
  const auto document = [](const std::string& at, const std::string& ttl) {
    const auto member = [&](const std::string& place) { return place == at ? R"(,"ttl":)" + ttl : std::string(); };
    return R"({"spec_version":"PACT/0.1.0","cycle":1,"root":{"id":"root","nodeType":"^root")" + member("root") +
           R"(,"children":[{"id":"sys","nodeType":"^sys")" + member("sys") + R"(},{"id":"seq","nodeType":"^seq")" +
           member("seq") + R"(,"children":[{"id":"t","nodeType":"mt","children":[{"id":"c","nodeType":"mc")" +
           member("core") + R"(,"children":[{"id":"a"}]}]}]},{"id":"ah","nodeType":"^ah")" + member("ah") + "}]}}";
  };
  for (const char* at : {"root", "sys", "seq", "ah", "core"}) {
    for (const char* ttl : {"0", "1", "-1"}) {
      EXPECT_EQ(verdict(imported(document(at, ttl))), "E_TTL_INVALID") << at << " " << ttl;
    }
    EXPECT_EQ(verdict(imported(document(at, "null"))), "done") << at;
  }
}

TEST(TurnTtl, R_07_TheTtlSurvivesStoresBundlesAndForks) {
  test::StoredHistory history;
  {
    Context context = history.open();
    must(context.insert(block("a")));
    must(context.commit({}, {.ttl = 3}));
  }
  const auto expect_leaving = [](Context context) {
    EXPECT_EQ(node_of(latest_nodes(context), "mt:1").ttl, 3);
    EXPECT_TRUE(must(context.commit()).departures.empty());
    EXPECT_TRUE(must(context.commit()).departures.empty());
    EXPECT_EQ(must(context.commit()).departures.size(), 3U);
  };
  expect_leaving(must(history.open().fork(1)));
  expect_leaving(must(test::import_bytes(test::bundle_of(history.open()))));
  expect_leaving(history.open());
  history.expect_sound();
}

TEST(TurnTtl, R_07_ATurnOnAPageOfTheStoreLeavesInTime) {
  test::StoredHistory history;
  {
    Context context = history.open();
    must(context.insert(block("a")));
    must(context.commit({}, {.ttl = 150}));
  }
  history.grow(149);
  Context context = history.open();
  EXPECT_EQ(must(context.commit()).departures.size(), 3U);
  history.expect_sound();
}

// R-07, docs/commit.md: a move makes a new turn of the blocks, and the new turn has no ttl.
TEST(TurnTtl, R_07_ATurnThatMovesLosesItsTtl) {
  Context context = open_context();
  must(context.insert(block("a")));
  const std::string turn = commit_turn(context, 2).turn_id;
  must(context.insert(block("b")));
  must(context.commit());
  const std::string moved = must(context.move({turn}, 1)).at(0);
  EXPECT_FALSE(has_node(must(context.working()), turn));
  const std::string now = test::turn_of(must(context.working()), moved);
  EXPECT_EQ(node_of(must(context.working()), now).ttl, std::nullopt);
  for (int i = 0; i < 4; ++i) must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), moved));
}

// ---- R-14 ----

TEST(LeavesWithItsParent, R_14_WhatIsBelowAnExpiredBlockNamesItsParent) {
  Context context = open_context();
  must(context.insert(block_with_ttl("outer", 1)));
  must(context.insert_under(block("inner"), "outer"));
  must(context.insert_under(block_with_ttl("innermost", 1), "inner"));
  must(context.commit());
  const CommitReport report = must(context.commit());
  ASSERT_EQ(report.departures.size(), 3U);
  EXPECT_EQ(report.departures[0].with, "");
  EXPECT_EQ(report.departures[1].with, "outer");
  EXPECT_EQ(report.departures[2].with, "inner");
  EXPECT_EQ(must(context.latest()).report().departures, report.departures);
}

TEST(LeavesWithItsParent, R_14_WhatIsPrunedBelowABlockNamesItsParent) {
  Context context = open_context();
  must(context.insert(block("outer")));
  Component inner = block("inner");
  inner.priority = 9;
  must(context.insert_under(inner, "outer"));
  must(context.commit());
  PrunePolicy policy;
  policy.bytes = Budget{1, 1};
  must(context.set_policy(policy));
  const CommitReport report = must(context.commit());
  ASSERT_EQ(report.departures.size(), 2U);
  EXPECT_EQ(report.departures[0], (Departure{"outer", Cause::Prune, report.departures[0].bytes, ""}));
  EXPECT_EQ(report.departures[1], (Departure{"inner", Cause::Prune, report.departures[1].bytes, "outer"}));
}

TEST(LeavesWithItsParent, R_14_ItIsKeptInStoresAndBundles) {
  test::StoredHistory history;
  {
    Context context = history.open();
    must(context.insert(block_with_ttl("outer", 1)));
    must(context.insert_under(block("inner"), "outer"));
    must(context.commit());
    must(context.commit());
  }
  const Context context = history.open();
  const Gone departures = must(context.latest()).report().departures;
  ASSERT_EQ(departures.size(), 2U);
  EXPECT_EQ(departures[1].with, "outer");
  const Context again = must(test::import_bytes(test::bundle_of(context)));
  EXPECT_EQ(must(again.latest()).report().departures, departures);
  history.expect_sound();
}

}  // namespace
}  // namespace latewood
