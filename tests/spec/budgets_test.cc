// One line for all budgets (R-03), budgets of regions and of bands of priorities, and policies that are only tried.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/context_probe.h"
#include "support/document/history.h"

namespace latewood {
namespace {

using test::block_text;
using test::has_node;
using test::history_of;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::open_context;
using test::open_system_context;
using test::ten_byte_block;
using test::tree_text;
using test::verdict;

void insert_turn(Context& context, const std::vector<std::pair<std::string, std::int64_t>>& blocks) {
  for (const auto& [id, priority] : blocks) must(context.insert(ten_byte_block(id, priority)));
  must(context.commit());
}

// What left for a reason of its own.
Ids tops_of(const CommitReport& report) {
  Ids ids;
  for (const Departure& departure : report.departures) {
    if (departure.with.empty()) ids.push_back(departure.id);
  }
  return ids;
}

PrunePolicy turns_policy(std::uint64_t trigger, std::uint64_t target) {
  PrunePolicy policy;
  policy.turns = Budget{trigger, target};
  return policy;
}

Component paired_call(const std::string& id, std::int64_t priority) {
  Component component = ten_byte_block(id, priority);
  component.kind = "call";
  component.content = make_object({{"id", "c1"}, {"name", "f"}, {"arguments", "{}"}});
  return component;
}

Component paired_result(const std::string& id, std::int64_t priority) {
  Component component = ten_byte_block(id, priority);
  component.kind = "result";
  component.attributes = {{"lw:call_id", JsonValue("c1")}};
  return component;
}

// ---- R-03: the line ----

TEST(Budgets, R_03_ATurnWithABlockOfHighPriorityOutlivesANewerOne) {
  Context context = open_context();
  insert_turn(context, {{"a", 0}, {"a-high", 5}});
  insert_turn(context, {{"b", 0}});
  insert_turn(context, {{"c", 0}});
  must(context.set_policy(turns_policy(2, 1)));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"mt:2", "mt:3"}));
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
}

TEST(Budgets, R_03_TurnsOfOnePriorityGoOldestFirst) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) insert_turn(context, {{id, 3}});
  must(context.set_policy(turns_policy(2, 1)));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"mt:1", "mt:2"}));
}

TEST(Budgets, R_03_ATurnOfLowPriorityGoesBeforeOlderOnes) {
  Context context = open_context();
  insert_turn(context, {{"a", 0}});
  insert_turn(context, {{"b", -1}, {"b2", -2}});
  must(context.set_policy(turns_policy(1, 1)));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"mt:2"}));
}

TEST(Budgets, R_03_ACallHasTheHighestPriorityOfItsResults) {
  Context context = open_context();
  must(context.insert(paired_call("call", 0)));
  must(context.insert(paired_result("result", 7)));
  must(context.insert(ten_byte_block("plain", 3)));
  must(context.commit());
  PrunePolicy policy;
  policy.bytes = Budget{1, 0, 10};
  policy.bytes->target = 1;
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"plain", "call", "result"}));
}

TEST(Budgets, R_03_ACallHasTheAgeOfItsOldestPart) {
  Context context = open_context();
  must(context.insert(paired_result("result", 0), 0));  // older than its call, as some logs have it
  must(context.insert(ten_byte_block("between")));
  must(context.insert(paired_call("call", 0)));
  must(context.commit());
  PrunePolicy policy;
  policy.bytes = Budget{1, 1};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"result", "call", "between"}));
}

// PRUNE-03: the last tie. The engine never stamps two blocks alike, so these come from outside; their order as siblings
// follows creation_index, which the line does not look at.
TEST(Budgets, PRUNE_03_EqualPriorityAndAgeGoById) {
  const auto tied = [](const std::string& id, int index, int ns, int priority) {
    return R"({"id":")" + id + R"(","nodeType":"cb","cycle":1,"created_at_ns":)" + std::to_string(ns) +
           R"(,"creation_index":)" + std::to_string(index) + R"(,"priority":)" + std::to_string(priority) +
           R"(,"content":"12345678"})";
  };
  Ids order = {"B", "a", "aa", "b"};  // by code point
  do {
    std::string blocks = tied("elder", 90, 15, 0) + "," + tied("lesser", 91, 30, -1);
    for (std::size_t i = 0; i < order.size(); ++i) blocks += "," + tied(order[i], 20 + static_cast<int>(i), 20, 0);
    Context context = history_of({tree_text(blocks)});
    PrunePolicy policy;
    policy.bytes = Budget{1, 0};
    must(context.set_policy(policy));
    EXPECT_EQ(tops_of(must(context.commit())), (Ids{"lesser", "elder", "B", "a", "aa", "b"}));
  } while (std::next_permutation(order.begin(), order.end()));
}

// ---- AUD-10: regions ----

TEST(Budgets, AUD_10_ARegionHasItsOwnBudget) {
  Context context = open_system_context();
  for (const char* id : {"s1", "s2", "s3"}) must(context.insert(ten_byte_block(id), -1));
  insert_turn(context, {{"a", 0}, {"b", 0}, {"c", 0}});
  PrunePolicy policy;
  policy.seq.bytes = Budget{20, 10};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"a", "b"}));
  policy = {};
  policy.prune_system = true;
  policy.sys.bytes = Budget{25, 20};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"s1"}));
}

TEST(Budgets, AUD_10_TheHeadHasItsOwnBudget) {
  Context context = open_context();
  insert_turn(context, {{"old", 0}});
  for (const char* id : {"a", "b", "c"}) must(context.insert(ten_byte_block(id)));
  PrunePolicy policy;
  policy.keep_turns = 0;
  policy.ah.bytes = Budget{10, 10};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"a", "b"}));
}

TEST(Budgets, AUD_10_ABudgetThatCanTakeNothingIsRefused) {
  Context context = open_system_context();
  PrunePolicy policy;
  policy.sys.bytes = Budget{1, 1};
  EXPECT_EQ(verdict(context.set_policy(policy)), "E_OPTION_INVALID");
  policy = {};
  policy.ah.bytes = Budget{1, 1};
  EXPECT_EQ(verdict(context.set_policy(policy)), "E_OPTION_INVALID");
  policy = {};
  policy.seq.tokens = Budget{1, 1};
  EXPECT_EQ(verdict(context.set_policy(policy)), "E_OPTION_INVALID") << "nothing counts tokens";
  policy = {};
  policy.seq.bytes = Budget{1, 2};
  EXPECT_EQ(verdict(context.set_policy(policy)), "E_OPTION_INVALID");
  EXPECT_FALSE(context.policy());
}

// ---- AUD-10: bands ----

PriorityBand band(std::optional<std::int64_t> from, std::optional<std::int64_t> to, Budget bytes) {
  PriorityBand made;
  made.from = from;
  made.to = to;
  made.budgets.bytes = bytes;
  return made;
}

PriorityBand kept_band(std::optional<std::int64_t> from, std::optional<std::int64_t> to) {
  PriorityBand made;
  made.from = from;
  made.to = to;
  made.keep = true;
  return made;
}

TEST(Budgets, AUD_10_ABandHasItsOwnBudget) {
  Context context = open_context();
  insert_turn(context, {{"low1", 0}, {"mid1", 5}, {"mid2", 6}, {"mid3", 5}, {"high", 9}});
  PrunePolicy policy;
  policy.priority_bands = {band(5, 8, {20, 10})};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"mid1", "mid3"}));
}

TEST(Budgets, AUD_10_NoBudgetTakesFromABandThatIsKept) {
  Context context = open_context();
  insert_turn(context, {{"a", 0}, {"keep", 9}});
  insert_turn(context, {{"b", 0}});
  PrunePolicy policy = turns_policy(1, 0);
  policy.bytes = Budget{1, 0};
  policy.priority_bands = {kept_band(5, std::nullopt)};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"mt:2", "a"}));
  EXPECT_TRUE(has_node(latest_nodes(context), "keep"));
}

TEST(Budgets, AUD_10_ABlockBelowOneThatGoesIsKeptWithIt) {
  Context context = open_context();
  must(context.insert(ten_byte_block("outer", 0)));
  must(context.insert_under(ten_byte_block("inner", 9), "outer"));
  must(context.commit());
  PrunePolicy policy;
  policy.bytes = Budget{1, 0};
  policy.priority_bands = {kept_band(5, std::nullopt)};
  must(context.set_policy(policy));
  EXPECT_EQ(tops_of(must(context.commit())), Ids());
}

TEST(Budgets, AUD_10_BandsThatMakeNoSenseAreRefused) {
  Context context = open_context();
  const auto verdict_of = [&context](std::vector<PriorityBand> bands) {
    PrunePolicy policy;
    policy.priority_bands = std::move(bands);
    return verdict(context.set_policy(policy));
  };
  EXPECT_EQ(verdict_of({band(1, 5, {2, 1}), kept_band(5, 9)}), "E_OPTION_INVALID") << "both have 5";
  EXPECT_EQ(verdict_of({kept_band(3, std::nullopt), kept_band(std::nullopt, 3)}), "E_OPTION_INVALID");
  EXPECT_EQ(verdict_of({kept_band(4, 3)}), "E_OPTION_INVALID");
  EXPECT_EQ(verdict_of({PriorityBand{}}), "E_OPTION_INVALID") << "it asks for nothing";
  PriorityBand both = band(1, 2, {2, 1});
  both.keep = true;
  EXPECT_EQ(verdict_of({both}), "E_OPTION_INVALID");
  EXPECT_EQ(verdict_of({kept_band(std::nullopt, 2), band(3, 4, {2, 1}), kept_band(5, std::nullopt)}), "done");
}

// ---- AUD-10: as JSON ----

TEST(Budgets, AUD_10_APolicyWithoutTheNewMembersHasTheTextItAlwaysHad) {
  EXPECT_EQ(policy_json(turns_policy(4, 2)),
            R"({"bytes":null,"keep_turns":1,"nodes_per_turn":null,"prune_system":false,"tokens":null,)"
            R"("turns":{"at_least":0,"target":2,"trigger":4}})");
}

TEST(Budgets, AUD_10_APolicyIsReadBackAsItWas) {
  PrunePolicy policy;
  policy.keep_turns = 0;
  policy.prune_system = true;
  policy.sys.bytes = Budget{3, 2, 1};
  policy.ah.tokens = Budget{5, 4};
  policy.priority_bands = {kept_band(-7, std::nullopt), band(std::nullopt, -8, {9, 8})};
  policy.removable = {{.type = "cb:group", .zone = {}}, {.type = {}, .zone = "post"}};
  const auto again = parse_policy(policy_json(policy));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, policy);
  EXPECT_EQ(policy_json(*again), policy_json(policy));
}

TEST(Budgets, AUD_10_WrongMembersAreRefusedWithTheirPlace) {
  for (const auto& [json, told] : std::vector<std::pair<std::string, std::string>>{
           {R"({"regions":{"root":{}}})", "root"},
           {R"({"regions":{"seq":{"turns":1}}})", "turns"},
           {R"({"regions":{"seq":{"bytes":{"trigger":1,"target":2}}}})", "regions.seq.bytes"},
           {R"({"priority_bands":{}})", "priority_bands"},
           {R"({"priority_bands":[{"from":"x"}]})", "priority_bands[0].from"},
           {R"({"priority_bands":[{"keep":1}]})", "priority_bands[0].keep"},
           {R"({"removable":[{"role":"user"}]})", "role"},
           {R"({"removable":[{"type":7}]})", "removable[0].type"}}) {
    const auto policy = parse_policy(json);
    ASSERT_FALSE(policy) << json;
    EXPECT_NE(policy.error().message.find(told), std::string::npos) << policy.error().message;
  }
}

// ---- AUD-10: trying a policy ----

TEST(Budgets, AUD_10_APolicyIsTriedWithoutBeingSet) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) insert_turn(context, {{id, 0}});
  const auto tried = context.preview_report_under(turns_policy(2, 1));
  ASSERT_TRUE(tried);
  EXPECT_EQ(tops_of(*tried), (Ids{"mt:1", "mt:2"}));
  EXPECT_EQ(must(context.preview_under(turns_policy(2, 1))).find("\"id\":\"a\""), std::string::npos);
  EXPECT_NE(must(context.preview()).find("\"id\":\"a\""), std::string::npos);
  EXPECT_FALSE(context.policy());
  EXPECT_EQ(tops_of(must(context.commit())), Ids());
}

TEST(Budgets, AUD_10_NoPolicyIsTriedAsWell) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) insert_turn(context, {{id, 0}});
  must(context.set_policy(turns_policy(2, 1)));
  EXPECT_EQ(tops_of(must(context.preview_report_under(std::nullopt))), Ids());
  EXPECT_EQ(context.policy(), turns_policy(2, 1));
  EXPECT_EQ(verdict(context.preview_under(turns_policy(1, 2))), "E_OPTION_INVALID");
  EXPECT_EQ(context.policy(), turns_policy(2, 1));
  EXPECT_EQ(tops_of(must(context.commit())), (Ids{"mt:1", "mt:2"}));
}

}  // namespace
}  // namespace latewood
