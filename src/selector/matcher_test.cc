// The counted costs of queries, by the access path of the planner.
#include "selector/matcher.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/sample_tree.h"

namespace latewood::selector {
namespace {

using test::parsed;
using test::SampleNode;
using test::SampleTree;

SampleNode node(std::string id, std::string type) {
  SampleNode made;
  made.fields.id = std::move(id);
  made.fields.type = std::move(type);
  return made;
}

// A thousand turns of a core with two blocks each.
const SampleTree& sample() {
  static const SampleTree tree = [] {
    SampleNode root = node("root", "^root");
    SampleNode seq = node("seq", "^seq");
    for (std::uint64_t i = 0; i < 1000; ++i) {
      SampleNode turn = node("t" + std::to_string(i), "mt");
      turn.fields.creation_index = i;
      SampleNode core = node("c" + std::to_string(i), "mc");
      core.children = {node("a" + std::to_string(i), "cb"), node("b" + std::to_string(i), "cb")};
      core.children[1].fields.role = "assistant";
      turn.children = {core};
      seq.children.push_back(turn);
    }
    root.children = {seq};
    return SampleTree(std::move(root), 1);
  }();
  return tree;
}

std::vector<StepCost> explained(const char* text) {
  const Scope scope = sample().scope();
  return Plan(parsed(text)).explain(scope);
}

std::uint64_t visited(const char* text) {
  std::uint64_t sum = 0;
  for (const StepCost& cost : explained(text)) sum += cost.visited;
  return sum;
}

TEST(Matcher, ExplainNamesStepsAndWhatServedThem) {
  const auto costs = explained("^seq  .mt:depth(1-3)  .cb[role='assistant'], #a7, .mt > .mc");
  std::vector<std::string> lines;
  for (const StepCost& cost : costs) {
    lines.push_back(cost.step + " " + cost.index + " " + std::to_string(cost.kept));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"^seq region 1", ".mt:depth(1-3) depth 3", ".cb[role='assistant'] scan 3",
                                             "#a7 id 1", ".mt turns 1000", ".mc scan 1000"}));
}

// The example of docs/query.md.
TEST(Matcher, ExplainCountsWhatEachStepLookedAtAndKept) {
  std::vector<std::string> lines;
  for (const StepCost& cost : explained("^seq .mt:depth(1-3) .cb[role='assistant']")) {
    lines.push_back(cost.index + " visited " + std::to_string(cost.visited) + " kept " + std::to_string(cost.kept));
  }
  EXPECT_EQ(lines,
            (std::vector<std::string>{"region visited 4 kept 1", "depth visited 3 kept 3", "scan visited 9 kept 3"}));
}

TEST(Matcher, AnIdIsOneLookup) {
  EXPECT_EQ(visited("#b500"), 1U);
  EXPECT_LT(visited("^seq .mt .mc > #b500"), 15U);
  EXPECT_LT(visited("#t500 .cb"), 15U);
}

TEST(Matcher, DepthsTouchOnlyTheirTurns) {
  EXPECT_LT(visited("^seq .mt:depth(1-3) .cb[role='assistant']"), 25U);
  EXPECT_LT(visited("^root .mt:depth(999) > .mc > .cb"), 20U);
}

TEST(Matcher, PositionsAmongTurnsAreCountedWithoutLooking) {
  EXPECT_LT(visited("^seq .mt:first .cb"), 15U);
  EXPECT_LT(visited("^seq .mt:nth(700) .cb"), 15U);
  EXPECT_LT(visited("^seq .mt[id>'t']:last .cb"), 15U);
}

TEST(Matcher, RegionsKeepOutOfOtherRegions) { EXPECT_LT(visited("^ah .cb, ^sys .cb"), 15U); }

TEST(Matcher, AScanVisitsEveryNodeOnce) { EXPECT_EQ(visited(".cb[role='assistant']"), 4000U); }

TEST(Matcher, StreamingStopsWhereItIsTold) {
  const Scope scope = sample().scope();
  int calls = 0;
  Plan(parsed("*")).for_each(scope, [&calls](const tree::Place&) { return ++calls < 5; });
  EXPECT_EQ(calls, 5);
}

TEST(Matcher, APlanServesManyTreesAndCycles) {
  const Plan plan(parsed(".cb[ttl<=1]"));
  SampleNode root = node("root", "^root");
  root.children = {node("ah", "^ah")};
  root.children[0].children = {node("x", "cb")};
  root.children[0].children[0].fields.expiry = 10;
  const SampleTree early(root, 3);
  const SampleTree late(root, 9);
  EXPECT_TRUE(plan.match(early.scope()).empty());
  EXPECT_EQ(late.ids_at(plan.match(late.scope())), std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace latewood::selector
