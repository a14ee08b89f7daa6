// Pruning, chapter 02 section 7, and D-17.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::Ids;
using test::ten_byte_block;

Context open_pruned_context(std::shared_ptr<TokenCounter> tokens = nullptr) {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  options.tokens = std::move(tokens);
  return Context(std::move(options));
}

std::vector<std::string> gone(const CommitReport& report) {
  std::vector<std::string> ids;
  for (const Departure& departure : report.departures) ids.push_back(departure.id);
  return ids;
}

bool has(const Context& context, const std::string& id) {
  const auto nodes = context.latest()->nodes().value();
  return std::any_of(nodes.begin(), nodes.end(), [&id](const NodeView& node) { return node.id == id; });
}

PrunePolicy bytes_policy(std::uint64_t trigger, std::uint64_t target) {
  PrunePolicy policy;
  policy.bytes = Budget{trigger, target};
  return policy;
}

// PRUNE-01.
TEST(Prune, WithoutAPolicyNothingIsPruned) {
  Context context = open_pruned_context();
  for (int i = 0; i < 50; ++i) {
    context.insert(ten_byte_block("b" + std::to_string(i))).value();
    EXPECT_TRUE(context.commit()->departures.empty());
  }
  EXPECT_EQ(context.latest()->report().bytes_after, 500);
  EXPECT_EQ(context.latest()->report().nodes_after, 50);
}

// PRUNE-03, PRUNE-04: priority, then age, then id.
TEST(Prune, VictimsGoByPriorityThenAgeThenId) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("old-high", 5)).value();
  context.insert(ten_byte_block("old-low", 1)).value();
  context.commit().value();
  context.insert(ten_byte_block("new-low", 1)).value();
  context.insert(ten_byte_block("new-lowest", 0)).value();
  context.commit().value();
  ASSERT_TRUE(context.set_policy(bytes_policy(35, 10)));
  EXPECT_EQ(gone(*context.commit()), (Ids{"new-lowest", "old-low", "new-low"}));
  EXPECT_TRUE(has(context, "old-high"));
}

// PRUNE-02, TTL-05: what expires is gone before the budget is looked at.
TEST(Prune, ExpiryComesFirst) {
  Context context = open_pruned_context();
  Component short_lived = ten_byte_block("short");
  short_lived.ttl = 1;
  context.insert(short_lived).value();
  context.insert(ten_byte_block("long")).value();
  context.commit().value();
  ASSERT_TRUE(context.set_policy(bytes_policy(15, 10)));
  const CommitReport report = *context.commit();
  ASSERT_EQ(report.departures.size(), 1U);
  EXPECT_EQ(report.departures[0], (Departure{"short", Cause::Ttl, 10}));
}

// PRUNE-07: hysteresis, as far as the target and by at least so much.
TEST(Prune, NothingGoesAtTheTriggerAndMuchGoesAboveIt) {
  Context context = open_pruned_context();
  ASSERT_TRUE(context.set_policy(bytes_policy(50, 20)));
  for (int i = 0; i < 5; ++i) {
    context.insert(ten_byte_block("b" + std::to_string(i))).value();
    EXPECT_TRUE(context.commit()->departures.empty());
  }
  context.insert(ten_byte_block("b5")).value();
  EXPECT_EQ(gone(*context.commit()), (Ids{"b0", "b1", "b2", "b3"}));
  EXPECT_EQ(context.latest()->report().bytes_before, 60);
  EXPECT_EQ(context.latest()->report().bytes_after, 20);
}

TEST(Prune, AtLeastAsMuchGoesAsThePolicySays) {
  Context context = open_pruned_context();
  PrunePolicy policy = bytes_policy(30, 30);
  policy.bytes->at_least = 20;
  ASSERT_TRUE(context.set_policy(policy));
  for (const char* id : {"a", "b", "c", "d"}) {
    context.insert(ten_byte_block(id)).value();
    context.commit().value();
  }
  EXPECT_EQ(gone(context.latest()->report()), (Ids{"a", "b"}));
}

// PRUNE-05: the newest turns, pins, references.
TEST(Prune, TheNewestTurnsAreKept) {
  Context context = open_pruned_context();
  for (const char* id : {"a", "b", "c"}) {
    context.insert(ten_byte_block(id)).value();
    context.commit().value();
  }
  PrunePolicy policy = bytes_policy(0, 0);
  policy.keep_turns = 3;
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"a"}));
}

// PRUNE-05, REF-02.
TEST(Prune, PinnedAndReferencedBlocksAreKeptAndReported) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("pinned")).value();
  context.insert(ten_byte_block("referenced")).value();
  context.insert(ten_byte_block("plain")).value();
  context.commit().value();
  Component referrer = ten_byte_block("referrer");
  referrer.attributes = {{"data_refs", JsonValue(JsonValue::Array{"referenced"})}};
  context.insert(referrer).value();
  context.pin("pinned").value();
  ASSERT_TRUE(context.set_policy(bytes_policy(0, 0)));
  const CommitReport report = *context.commit();
  EXPECT_EQ(gone(report), (Ids{"plain"}));
  EXPECT_EQ(report.kept, (Ids{"pinned", "referenced"}));
}

// PRUNE-08, TREE-02, TREE-05: system text only if the policy says so; the frame never.
TEST(Prune, SystemBlocksGoOnlyIfThePolicySaysSo) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("sys-block"), -1).value();
  context.commit().value();
  ASSERT_TRUE(context.set_policy(bytes_policy(0, 0)));
  EXPECT_TRUE(context.commit()->departures.empty());
  PrunePolicy policy = bytes_policy(0, 0);
  policy.prune_system = true;
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"sys-block"}));
  for (const char* id : {"root", "sys", "seq", "ah"}) EXPECT_TRUE(has(context, id));
}

Component call_block(const std::string& id, const std::string& call) {
  Component component = ten_byte_block(id);
  component.kind = "call";
  component.content = make_object({{"arguments", JsonValue("{}")}, {"id", JsonValue(call)}, {"name", JsonValue("f")}});
  return component;
}

Component result_block(const std::string& id, const std::string& call, std::int64_t priority) {
  Component component = ten_byte_block(id, priority);
  component.kind = "result";
  component.attributes = {{"lw:call_id", JsonValue(call)}};
  return component;
}

// D-17, R-03: a call and its results are one unit, placed by the highest priority of both.
TEST(Prune, ACallGoesWithItsResults) {
  Context context = open_pruned_context();
  context.insert(call_block("call", "c1")).value();
  context.commit().value();
  context.insert(result_block("result", "c1", 9)).value();
  context.insert(ten_byte_block("later", 10)).value();
  context.commit().value();
  const auto bytes = static_cast<std::uint64_t>(context.latest()->report().bytes_after);
  ASSERT_TRUE(context.set_policy(bytes_policy(bytes - 1, bytes - 1)));
  EXPECT_EQ(gone(*context.commit()), (Ids{"call", "result"}));
}

TEST(Prune, ACallStaysWhenAResultIsProtected) {
  Context context = open_pruned_context();
  context.insert(call_block("call", "c1")).value();
  context.commit().value();
  context.insert(result_block("result", "c1", 0)).value();
  context.pin("result").value();
  context.commit().value();
  ASSERT_TRUE(context.set_policy(bytes_policy(0, 0)));
  EXPECT_TRUE(context.commit()->departures.empty());
}

// CASCADE-02.
TEST(Prune, AnEmptiedRemovableContainerGoesToo) {
  Context context = open_pruned_context();
  Component container;
  container.id = "container";
  container.priority = 9;
  container.removable = true;
  context.insert(container).value();
  context.insert_under(ten_byte_block("inner"), "container").value();
  context.insert(ten_byte_block("other", 5)).value();
  context.commit().value();
  ASSERT_TRUE(context.set_policy(bytes_policy(15, 10)));
  const CommitReport report = *context.commit();
  ASSERT_EQ(gone(report), (Ids{"inner", "container"}));
  EXPECT_EQ(report.departures[0].cause, Cause::Prune);
  EXPECT_EQ(report.departures[1].cause, Cause::Cascade);
}

// D-17: whole turns, oldest first, every node reported, the chain relinked.
TEST(Prune, WholeTurnsGoOldestFirst) {
  Context context = open_pruned_context();
  for (const char* id : {"a", "b", "c", "d"}) {
    context.insert(ten_byte_block(id)).value();
    context.commit().value();
  }
  PrunePolicy policy;
  policy.turns = Budget{3, 2};
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"mt:1", "mc:1", "a", "mt:2", "mc:2", "b"}));
  EXPECT_EQ(context.latest()->turns().value(), (Ids{"mt:3", "mt:4", "mt:5"}));
}

TEST(Prune, ATurnWithAPinnedBlockStays) {
  Context context = open_pruned_context();
  for (const char* id : {"a", "b", "c"}) {
    context.insert(ten_byte_block(id)).value();
    context.commit().value();
  }
  context.pin("a").value();
  PrunePolicy policy;
  policy.turns = Budget{2, 1};
  ASSERT_TRUE(context.set_policy(policy));
  const CommitReport report = *context.commit();
  EXPECT_EQ(report.kept, (Ids{"mt:1"}));
  EXPECT_EQ(context.latest()->turns().value(), (Ids{"mt:1", "mt:4"}));
}

TEST(Prune, CrowdedTurnsAreThinned) {
  Context context = open_pruned_context();
  for (const char* id : {"a", "b", "c"}) context.insert(ten_byte_block(id)).value();
  context.commit().value();
  PrunePolicy policy;
  policy.nodes_per_turn = 1;
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"a", "b"}));
}

// D-17, D-25: a redaction that went alone would let its text be sent again.
TEST(Prune, AMarkerGoesOnlyWithTheBlockItNames) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("secret", 9)).value();
  context.insert(ten_byte_block("other", 5)).value();
  context.commit().value();
  const std::string marker = context.delete_nodes({"secret"})->front();
  context.commit().value();
  PrunePolicy policy;
  policy.nodes_per_turn = 2;
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"other"}));
  policy.nodes_per_turn = 1;
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"secret", marker}));
}

class WordCounter final : public TokenCounter {
 public:
  std::uint64_t count(std::string_view json) override {
    return static_cast<std::uint64_t>(std::count(json.begin(), json.end(), ' ')) + 1;
  }
};

TEST(Prune, TokensAreCountedByTheInjectedCounter) {
  Context context = open_pruned_context(std::make_shared<WordCounter>());
  for (const char* id : {"a", "b", "c"}) {
    Component component = ten_byte_block(id);
    component.content = JsonValue("one two three");
    context.insert(component).value();
    context.commit().value();
  }
  PrunePolicy policy;
  policy.tokens = Budget{8, 6};
  ASSERT_TRUE(context.set_policy(policy));
  EXPECT_EQ(gone(*context.commit()), (Ids{"a"}));
}

TEST(Prune, ImpossiblePoliciesAreRefused) {
  Context context = open_pruned_context();
  EXPECT_EQ(context.set_policy(bytes_policy(1, 2)).error().rule, "E_OPTION_INVALID");
  PrunePolicy policy;
  policy.tokens = Budget{2, 1};
  EXPECT_EQ(context.set_policy(policy).error().rule, "E_OPTION_INVALID");
}

// PATCH-03, COMMIT-05: the policy is part of the commit's identity.
TEST(Prune, ThePolicyIsPinnedInTheCommit) {
  Context context = open_pruned_context();
  EXPECT_EQ(context.commit()->policy_id, 0x30504F4EU);
  ASSERT_TRUE(context.set_policy(bytes_policy(100, 50)));
  const std::uint32_t first = context.commit()->policy_id;
  EXPECT_NE(first, 0x30504F4EU);
  ASSERT_TRUE(context.set_policy(bytes_policy(100, 51)));
  EXPECT_NE(context.commit()->policy_id, first);
  EXPECT_EQ(policy_json(bytes_policy(100, 50)),
            R"({"bytes":{"at_least":0,"target":50,"trigger":100},"keep_turns":1,"nodes_per_turn":null,)"
            R"("prune_system":false,"tokens":null,"turns":null})");
}

// PRUNE-06.
TEST(Prune, TheSameHistoryPrunesTheSame) {
  std::vector<CommitId> runs[2];
  for (auto& run : runs) {
    Context context = open_pruned_context();
    ASSERT_TRUE(context.set_policy(bytes_policy(60, 30)));
    for (int i = 0; i < 20; ++i) {
      context.insert(ten_byte_block("b" + std::to_string(i), i % 3)).value();
      run.push_back(context.commit()->commit_id);
    }
  }
  EXPECT_EQ(runs[0], runs[1]);
}

// PRUNE-09.
TEST(Prune, WhatWasPrunedIsRemovedInDiffs) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("old")).value();
  context.commit().value();
  context.set_policy(bytes_policy(15, 15)).value();
  context.insert(ten_byte_block("new")).value();
  ASSERT_EQ(gone(*context.commit()), Ids{"old"});
  const Diff diff = context.diff("@t-1", "@t0").value();
  EXPECT_EQ(diff.removed, Ids{"old"});
}

// The redaction of a turn has no block to go with, and is not pruned alone.
TEST(Prune, TheMarkerOfATurnStaysWithTheTurn) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("secret", 5)).value();
  context.commit().value();
  const std::string marker = context.delete_nodes({"mt:1"}).value().at(0);
  context.commit().value();
  PrunePolicy policy = bytes_policy(15, 15);
  policy.keep_turns = 0;
  context.set_policy(policy).value();
  for (const char* id : {"a", "b"}) context.insert(ten_byte_block(id, 1)).value();
  context.commit().value();
  EXPECT_TRUE(has(context, "secret"));
  EXPECT_TRUE(has(context, marker));
}

// PRUNE-08. A region never goes, so neither does its redaction, nor the turn that holds it.
TEST(Prune, TheMarkerOfARegionKeepsItsTurn) {
  Context context = open_pruned_context();
  Component marker = ten_byte_block("marker");
  marker.node_type = "cb:redaction";
  marker.attributes = {{"data_redacts", JsonValue("seq")}};
  context.insert(marker).value();
  context.commit().value();
  context.insert(ten_byte_block("a")).value();
  context.commit().value();
  PrunePolicy policy;
  policy.turns = Budget{0, 0};
  context.set_policy(policy).value();
  context.commit().value();
  EXPECT_TRUE(has(context, "marker"));
  EXPECT_FALSE(has(context, "a"));
}

// A context whose oldest turn holds the redaction of what stands in the second newest.
struct MovedMarker {
  Context context = open_pruned_context();
  std::string marker;
  MovedMarker() {
    for (const char* id : {"old", "secret"}) {
      context.insert(ten_byte_block(id, 5)).value();
      context.commit().value();
    }
    const std::string added = context.delete_nodes({"secret"}).value().at(0);
    context.commit().value();
    marker = context.move({added}, 4).value().at(0);
  }
};

// D-17, D-25. The turn takes along what belongs to its blocks, or nothing goes.
TEST(Prune, ATurnGoesWithAllOfItsUnits) {
  MovedMarker moved;
  PrunePolicy policy;
  policy.turns = Budget{3, 2};  // the empty turn goes first, then that of the marker
  moved.context.set_policy(policy).value();
  const std::vector<std::string> left = gone(moved.context.commit().value());
  EXPECT_EQ(left.back(), "secret");
  EXPECT_FALSE(has(moved.context, moved.marker));
  EXPECT_TRUE(has(moved.context, "old"));
}

TEST(Prune, ATurnStaysForAUnitThatReachesIntoAProtectedOne) {
  MovedMarker moved;
  PrunePolicy policy;
  policy.turns = Budget{3, 3};
  policy.keep_turns = 3;
  moved.context.set_policy(policy).value();
  const CommitReport report = moved.context.commit().value();
  EXPECT_TRUE(report.kept.empty());
  EXPECT_FALSE(has(moved.context, "old"));
  for (const std::string& id : {moved.marker, std::string("secret")}) EXPECT_TRUE(has(moved.context, id)) << id;
}

// D-17. The call would leave an answer to nothing behind.
TEST(Prune, ATurnWithACallGoesWithTheResultInAnother) {
  Context context = open_pruned_context();
  context.insert(call_block("call", "c1")).value();
  context.commit().value();
  context.insert(result_block("result", "c1", 9)).value();
  context.insert(ten_byte_block("later")).value();
  context.commit().value();
  PrunePolicy policy;
  policy.turns = Budget{1, 1};
  context.set_policy(policy).value();
  EXPECT_EQ(gone(context.commit().value()), (Ids{"mt:1", "mc:1", "call", "result"}));
}

// D-17, D-25. A container takes what is below it along: also the redaction of a text elsewhere.
TEST(Prune, AContainerWithAMarkerGoesOnlyWithWhatThatNames) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("secret", 9)).value();
  context.insert(ten_byte_block("container")).value();
  Component marker;
  marker.id = "marker";
  marker.node_type = "cb:redaction";
  marker.attributes = {{"data_redacts", JsonValue("secret")}};
  context.insert_under(marker, "container").value();
  context.commit().value();
  context.pin("secret").value();
  context.set_policy(bytes_policy(0, 0)).value();
  EXPECT_EQ(context.commit().value().kept, (Ids{"container", "secret", "marker"}));
  context.unpin("secret").value();
  context.set_policy(bytes_policy(15, 15)).value();
  EXPECT_EQ(gone(context.commit().value()), (Ids{"secret", "container", "marker"}));
}

Component referring(const std::string& id, const std::string& other, std::int64_t priority = 0) {
  Component component = ten_byte_block(id, priority);
  component.attributes = {{"data_refs", JsonValue(other)}};
  return component;
}

// D-16: a reference from what is pruned itself holds nothing.
TEST(Prune, WhatNameOnlyEachOtherGoTogether) {
  Context context = open_pruned_context();
  context.insert(referring("a", "b")).value();
  context.insert(referring("b", "a")).value();
  context.commit().value();
  context.set_policy(bytes_policy(15, 10)).value();
  const CommitReport report = context.commit().value();
  EXPECT_EQ(gone(report), (Ids{"a", "b"}));
  EXPECT_TRUE(report.kept.empty());
}

// PRUNE-03: what is set free is before all that come after the one that held it.
TEST(Prune, WhatIsSetFreeGoesBeforeTheRestOfTheLine) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("held")).value();
  context.insert(referring("holder", "held", 1)).value();
  context.insert(ten_byte_block("rest", 2)).value();
  context.commit().value();
  context.set_policy(bytes_policy(25, 10)).value();
  EXPECT_EQ(gone(context.commit().value()), (Ids{"held", "holder"}));
}

// The turn that is being sealed is one as well, unless it is kept.
TEST(Prune, ACrowdedHeadIsThinnedIfNoTurnIsKept) {
  Context context = open_pruned_context();
  for (const char* id : {"a", "b", "c"}) context.insert(ten_byte_block(id)).value();
  PrunePolicy policy;
  policy.nodes_per_turn = 1;
  policy.keep_turns = 0;
  context.set_policy(policy).value();
  EXPECT_EQ(gone(context.commit().value()), (Ids{"a", "b"}));
}

// D-17: the unit is in the crowded turn with any of its members.
TEST(Prune, ACrowdedTurnIsThinnedOfResultsWhoseCallIsElsewhere) {
  Context context = open_pruned_context();
  context.insert(call_block("call", "c1")).value();
  context.commit().value();
  context.insert(ten_byte_block("high", 9)).value();
  context.insert(result_block("result", "c1", 9)).value();
  context.commit().value();
  PrunePolicy policy;
  policy.nodes_per_turn = 1;
  context.set_policy(policy).value();
  EXPECT_EQ(gone(context.commit().value()), (Ids{"call", "result"}));
}

TEST(Prune, WhatIsOverTwoBudgetsIsReportedOnce) {
  Context context = open_pruned_context();
  for (const char* id : {"a", "b"}) context.insert(ten_byte_block(id)).value();
  context.commit().value();
  for (const char* id : {"a", "b"}) context.pin(id).value();
  PrunePolicy policy = bytes_policy(0, 0);
  policy.nodes_per_turn = 1;
  context.set_policy(policy).value();
  EXPECT_EQ(context.commit().value().kept, (Ids{"a", "b"}));
}

TEST(Prune, ATriggerBeyondAnyNumberOfBytesIsNeverReached) {
  Context context = open_pruned_context();
  context.insert(ten_byte_block("a")).value();
  context.commit().value();
  context.set_policy(bytes_policy(UINT64_MAX, UINT64_MAX)).value();
  EXPECT_TRUE(context.commit().value().departures.empty());
}

}  // namespace
}  // namespace latewood
