#include "latewood/node_run.h"

#include <gtest/gtest.h>

#include "support/context_probe.h"

namespace latewood::test {
namespace {

// Turns with blocks around their cores, of which some have left, system text, pins, and a head without a commit.
Context context_of_turns() {
  Context context({.clock = make_logical_clock(), .system = true});
  must(context.insert_system({.role = "system", .content = "Be kind.", .id = "rules"}));
  for (int i = 1; i <= 10; ++i) {
    const std::string name = std::to_string(i);
    must(context.insert({.role = "user", .content = "question " + name, .id = "q" + name}));
    must(context.insert({.role = "user", .content = "note", .id = "n" + name, .ttl = 3, .offset = 1}));
    must(context.commit());
  }
  must(context.pin("q5"));
  must(context.commit());
  must(context.insert({.role = "user", .content = "not yet", .id = "next"}));
  return context;
}

template <class Read>
std::vector<std::string> in_runs(NodeRunOptions options, Read read) {
  std::vector<std::string> ids;
  for (;;) {
    const std::optional<NodeRun> run = must(read(options));
    EXPECT_TRUE(run);
    if (!run) return ids;
    EXPECT_EQ(run->nodes.size(), run->depths.size());
    EXPECT_LE(run->nodes.size(), options.limit);
    for (const NodeView& node : run->nodes) ids.push_back(node.id);
    if (!run->next) return ids;
    options.start = run->next;
  }
}

std::vector<std::string> ids_of_nodes(const std::vector<NodeView>& nodes) {
  std::vector<std::string> ids;
  for (const NodeView& node : nodes) ids.push_back(node.id);
  return ids;
}

TEST(NodeRun, RunsOfEveryLengthAreTheWholeInDocumentOrder) {
  const Context context = context_of_turns();
  const Snapshot newest = *context.latest();
  const auto committed = ids_of_nodes(must(newest.nodes()));
  const auto working = ids_of_nodes(must(context.working()));
  ASSERT_NE(committed, working);
  for (std::uint64_t limit = 1; limit <= working.size() + 1; ++limit) {
    const auto of_snapshot = [&](const NodeRunOptions& options) { return node_run(newest, options); };
    const auto of_working = [&](const NodeRunOptions& options) { return working_run(context, options); };
    EXPECT_EQ(in_runs({.limit = limit}, of_snapshot), committed) << limit;
    EXPECT_EQ(in_runs({.limit = limit}, of_working), working) << limit;
  }
}

TEST(NodeRun, NodesAndDepthsAreThoseOfTheWhole) {
  const Context context = context_of_turns();
  const Snapshot newest = *context.latest();
  const std::optional<NodeRun> all = must(node_run(newest));
  ASSERT_TRUE(all);
  EXPECT_EQ(all->nodes, must(newest.nodes()));
  std::uint64_t depth = 0;
  for (std::size_t i = all->nodes.size(); i-- > 0;) {
    EXPECT_EQ(all->depths[i], all->nodes[i].node_type == "mt" ? ++depth : 0) << all->nodes[i].id;
  }
  EXPECT_FALSE(all->next);
}

TEST(NodeRun, OlderTurnsAreLeftOutAsAWhole) {
  const Context context = context_of_turns();
  const Snapshot newest = *context.latest();
  const std::optional<NodeRun> all = must(node_run(newest));
  for (std::uint64_t turns = 1; turns <= 12; ++turns) {
    std::vector<std::string> expected;
    bool is_older = false;
    for (std::size_t i = 0; i < all->nodes.size(); ++i) {
      const bool is_turn_or_region = all->depths[i] > 0 || all->nodes[i].node_type.starts_with('^');
      if (is_turn_or_region) is_older = all->depths[i] > turns;
      if (!is_older) expected.push_back(all->nodes[i].id);
    }
    const auto read = [&](const NodeRunOptions& options) { return node_run(newest, options); };
    EXPECT_EQ(in_runs({.limit = 3, .turns = turns}, read), expected) << turns;
  }
  // A start in a turn that is left out goes on with the first turn that is not.
  const std::optional<NodeRun> later = must(node_run(newest, {.start = "q1", .limit = 1, .turns = 1}));
  ASSERT_TRUE(later);
  EXPECT_EQ(later->depths.front(), 1U);
}

TEST(NodeRun, AStartThatIsNotThereGivesNothing) {
  const Context context = context_of_turns();
  EXPECT_FALSE(must(node_run(*context.latest(), {.start = "absent"})));
  EXPECT_FALSE(must(node_run(*context.latest(), {.start = "next"})));
  EXPECT_TRUE(must(working_run(context, {.start = "next"})));
}

}  // namespace
}  // namespace latewood::test
