// Cases in which the engine once differed from its model (tests/property/context_model_test.cc).
#include "latewood/context.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace latewood {
namespace {

ContextOptions logical_options() {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  return options;
}

ContextOptions demoting_options() {
  ContextOptions options = logical_options();
  options.demote_overlaps = true;
  return options;
}

Component block(const std::string& id, std::int64_t offset = 0) {
  Component component;
  component.id = id;
  component.offset = offset;
  component.content = id;
  return component;
}

Component keyed(const std::string& id, std::int64_t offset = 0) {
  Component component = block(id, offset);
  component.key = "K";
  return component;
}

// Post-context with a ttl: it can be moved after it was sealed, and it expires.
Component short_lived(const std::string& id, std::int64_t ttl) {
  Component component = block(id, 1);
  component.ttl = ttl;
  return component;
}

Component removable(const std::string& id, const std::string& refers_to) {
  Component component = block(id, 1);
  component.removable = true;
  component.attributes = {{"data_refs", JsonValue(refers_to)}};
  return component;
}

const NodeView* find(const std::vector<NodeView>& nodes, const std::string& id) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [&id](const NodeView& node) { return node.id == id; });
  return found == nodes.end() ? nullptr : &*found;
}

bool has(const std::vector<NodeView>& nodes, const std::string& id) { return find(nodes, id) != nullptr; }

std::string turn_of(const std::vector<NodeView>& nodes, const std::string& id) {
  const NodeView* node = find(nodes, id);
  while (node != nullptr && node->node_type != "mt") node = node->parent_id ? find(nodes, *node->parent_id) : nullptr;
  return node == nullptr ? "" : node->id;
}

// The depth of the turn with the node.
std::int64_t depth_of(const std::vector<NodeView>& nodes, const std::string& id) {
  const std::string turn = turn_of(nodes, id);
  std::int64_t depth = 0;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (node->node_type == "mt") ++depth;
    if (node->id == turn) return depth;
  }
  return 0;
}

template <class T>
std::string rule_of(const Result<T>& result) {
  return result ? "" : std::string(name_of(result.error()));
}

#define ASSERT_DONE(call) ASSERT_EQ(rule_of(call), "")

// PLACE-02.
TEST(ContextEdges, AMovedTurnHasOneCore) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(block("a")));
  ASSERT_DONE(context.commit());
  ASSERT_DONE(context.commit());
  const auto moved = context.move({"mt:1"}, 1);
  ASSERT_EQ(rule_of(moved), "");
  const std::vector<NodeView> nodes = context.working().value();
  const std::string turn = turn_of(nodes, moved->front());
  EXPECT_EQ(std::count_if(nodes.begin(), nodes.end(),
                          [&turn](const NodeView& node) { return node.parent_id == turn && node.node_type == "mc"; }),
            1);
  EXPECT_EQ(depth_of(nodes, moved->front()), 1);
}

TEST(ContextEdges, TurnsThatMoveTogetherShareOneCore) {
  Context context(logical_options());
  for (const char* id : {"a", "b", "c"}) {
    ASSERT_DONE(context.insert(block(id)));
    ASSERT_DONE(context.commit());
  }
  const auto moved = context.move({"mt:1", "mt:2"}, 1);
  ASSERT_EQ(rule_of(moved), "");
  ASSERT_EQ(moved->size(), 2U);
  const std::vector<NodeView> nodes = context.working().value();
  EXPECT_EQ(find(nodes, moved->at(0))->parent_id, "mc:4:1");
  EXPECT_EQ(find(nodes, moved->at(1))->parent_id, "mc:4:1");
}

// MUT-16: a set of nodes may hold one that is below another; it goes along.
TEST(ContextEdges, ANodeBelowAnotherMovesWithIt) {
  for (const std::vector<std::string>& ids :
       {std::vector<std::string>{"outer", "inner"}, {"inner", "outer", "outer"}}) {
    Context context(logical_options());
    ASSERT_DONE(context.insert(block("outer")));
    ASSERT_DONE(context.insert_under(block("inner"), "outer"));
    ASSERT_DONE(context.move(ids, 1));
    const std::vector<NodeView> nodes = context.working().value();
    EXPECT_EQ(find(nodes, "inner")->parent_id, "outer");
  }
}

// TREE-16, AUD-14: the core and the turn that a block brings about are not called as the block is.
TEST(ContextEdges, IdsOfContainersAreNotGivenToBlocks) {
  for (const std::int64_t depth : {0, 1}) {
    for (const char* id : {"mc:1", "mt:1:1", "mc:1:1"}) {
      Context context(logical_options());
      EXPECT_EQ(rule_of(context.insert(block(id), depth)), "E_ID_RESERVED");
    }
  }
}

// SNAP-08: a reply that cannot be placed is refused before the commit, not lost after it.
TEST(ContextEdges, AReplyWithTheIdOfTheSealedTurnIsRefused) {
  Context context(logical_options());
  const auto ticket = context.begin_attempt({});
  ASSERT_EQ(rule_of(ticket), "");
  AttemptOutcome outcome;
  outcome.reply = {block("mt:1")};
  EXPECT_EQ(rule_of(context.end_attempt(ticket->attempt_id, outcome)), "E_ID_RESERVED");
  EXPECT_EQ(context.cycle(), 0U);
}

// MUT-02, D-27: that a block is new does not make up for the capability.
TEST(ContextEdges, ReplacingANewSystemBlockNeedsTheCapability) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(block("s"), -1));
  context.set_system(false);
  EXPECT_EQ(rule_of(context.replace("s", {JsonValue("changed"), {}})), "E_UNAUTHORIZED");
}

// REF-04, D-16: the pin goes with the node, which waits under its new id until it is let go.
TEST(ContextEdges, ADeferredNodeThatMovesWaitsForItsPin) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(short_lived("a", 1)));
  ASSERT_DONE(context.commit());
  ASSERT_DONE(context.pin("a"));
  ASSERT_DONE(context.commit());
  ASSERT_EQ(context.latest()->report().deferred, std::vector<std::string>{"a"});
  const auto moved = context.move({"a"}, 0);
  ASSERT_EQ(rule_of(moved), "");
  ASSERT_DONE(context.commit());
  EXPECT_TRUE(has(context.latest()->nodes().value(), moved->front()));
  ASSERT_DONE(context.unpin(moved->front()));
  ASSERT_DONE(context.commit());
  EXPECT_FALSE(has(context.latest()->nodes().value(), moved->front()));
}

// D-26: only live instances count, not a name that had the key in edits that were dropped.
TEST(ContextEdges, AForgottenHolderOfAKeyDoesNotHoldIt) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(keyed("a")));
  ASSERT_TRUE(context.reset());
  ASSERT_DONE(context.insert(block("a")));
  EXPECT_EQ(rule_of(context.insert(keyed("b"))), "");
}

// ODI-04.
TEST(ContextEdges, TwoInstancesOfAKeyCannotMoveToOneDepth) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(keyed("a"), -1));
  ASSERT_DONE(context.insert(keyed("b"), -1));
  EXPECT_EQ(rule_of(context.move({"a", "b"}, 0)), "OverlapWouldViolateODI");
}

TEST(ContextEdges, AKeyBelowAReparentedNodeCountsToo) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(keyed("held")));
  ASSERT_DONE(context.insert(block("outer"), -1));
  ASSERT_DONE(context.insert_under(keyed("inner"), "outer"));
  EXPECT_EQ(rule_of(context.reparent("outer", "ah")), "OverlapWouldViolateODI");
}

// ODI-03: demoted, or refused with exactly this code.
TEST(ContextEdges, AnInstanceThatCannotBeDemotedIsAnOverlap) {
  Context context(demoting_options());
  ASSERT_DONE(context.insert(keyed("sealed")));
  ASSERT_DONE(context.commit());
  EXPECT_EQ(rule_of(context.insert_under(keyed("late", 1), "mt:1")), "OverlapWouldViolateODI");
}

TEST(ContextEdges, AnInstanceCannotMakeWayForANodeInsideOfIt) {
  Context context(demoting_options());
  ASSERT_DONE(context.insert(keyed("outer")));
  EXPECT_EQ(rule_of(context.insert_under(keyed("inner"), "outer")), "OverlapWouldViolateODI");
}

TEST(ContextEdges, DemotedInstancesKeepTheirOrder) {
  Context context(demoting_options());
  for (const char* id : {"old", "new"}) {
    ASSERT_DONE(context.insert(keyed(id, 1)));
    ASSERT_DONE(context.commit());
  }
  // Deeper than both, past the end of history.
  ASSERT_DONE(context.insert(keyed("newest", 1), 3));
  const std::vector<NodeView> nodes = context.working().value();
  std::map<std::int64_t, JsonValue> content_at;
  for (const NodeView& node : nodes) {
    if (node.key) content_at[depth_of(nodes, node.id)] = *node.content;
  }
  const std::map<std::int64_t, JsonValue> expected = {{3, "newest"}, {4, "new"}, {5, "old"}};
  EXPECT_EQ(content_at, expected);
}

// CASCADE-01, REF-07: only another node can hold a node.
TEST(ContextEdges, AContainerThatRefersToItselfStillGoesWhenEmptied) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(removable("box", "box")));
  ASSERT_DONE(context.insert_under(short_lived("inner", 0), "box"));
  ASSERT_DONE(context.commit());
  EXPECT_FALSE(has(context.latest()->nodes().value(), "box"));
}

// CASCADE-08, D-15: whichever of the two was emptied first.
TEST(ContextEdges, TheCascadeGoesOnUntilNothingMoreCanGo) {
  Context context(logical_options());
  ASSERT_DONE(context.insert(removable("first", "nobody")));
  ASSERT_DONE(context.insert(removable("second", "first")));
  ASSERT_DONE(context.insert_under(short_lived("a", 0), "first"));
  ASSERT_DONE(context.insert_under(short_lived("b", 0), "second"));
  ASSERT_DONE(context.commit());
  EXPECT_FALSE(has(context.latest()->nodes().value(), "second"));
  EXPECT_FALSE(has(context.latest()->nodes().value(), "first"));
}

}  // namespace
}  // namespace latewood
