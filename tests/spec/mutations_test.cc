// Insert, replace, move and delete over universal depth.
#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "latewood/exchange.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::child_ids;
using test::children_of;
using test::depth_of;
using test::has_node;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::turn_of;
using test::verdict;

// A context whose turns at depth 3, 2, 1 hold `a`, `b`, `c`, each with a block after the core.
Context open_with_three_turns() {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block(id)));
    must(context.insert(block(std::string(id) + " post", 1)));
    must(context.commit());
  }
  return context;
}

// MUT-01.
TEST(Mutations, NoMutationChangesASealedNode) {
  Context context = open_with_three_turns();
  const Nodes before = latest_nodes(context);
  must(context.replace("a", {"x", {}}));
  must(context.delete_nodes({"b", "mt:2", "c post"}));
  must(context.insert(block("spliced"), 2));
  must(context.commit());
  for (const NodeView& node : before) EXPECT_EQ(node_of(latest_nodes(context), node.id), node);
}

TEST(Mutations, MUT_02_AnInsertionAtANegativeDepthGoesToTheSystemRegion) {
  Context context = open_system_context();
  must(context.insert(block("a"), -1));
  must(context.insert(block("b"), std::numeric_limits<std::int64_t>::min()));
  const Ids expected = {"a", "b"};
  EXPECT_EQ(child_ids(context.working().value(), "sys"), expected);
}

TEST(Mutations, MUT_02_WritingToTheSystemRegionNeedsTheCapability) {
  Context context = open_system_context();
  must(context.insert(block("old"), -1));
  must(context.commit());
  must(context.insert(block("new"), -1));
  must(context.insert(block("a")));
  context.set_system(false);
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.insert(block("x"), -1)), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.insert_under(block("x"), "sys")), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.insert_under(block("x"), "old")), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.reparent("a", "sys")), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.reparent("new", "ah")), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.replace("old", {"x", {}})), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.replace("new", {"x", {}})), "E_UNAUTHORIZED");
  EXPECT_EQ(context.working().value(), before);
}

// MUT-03.
TEST(Mutations, SystemBlocksAreEditedAndRemovedWithTheCapability) {
  Context context = open_system_context();
  for (const char* id : {"a", "b", "c"}) must(context.insert(block(id), -1));
  must(context.commit());
  must(context.replace("a", {"x", {}}));
  EXPECT_TRUE(must(context.delete_nodes({"b"})).empty());
  must(context.detach("c"));
  EXPECT_EQ(child_ids(context.working().value(), "sys"), Ids{"a"});
}

// MUT-04.
TEST(Mutations, MUT_04_AnInsertionAtDepthZeroGoesToTheHead) {
  Context context = open_with_three_turns();
  must(context.insert(block("x"), 0));
  must(context.insert(block("y", 1), 0));
  EXPECT_EQ(child_ids(context.working().value(), "mc:4"), Ids{"x"});
  EXPECT_EQ(node_of(context.working().value(), "y").parent_id, "ah");
}

// MUT-05, MUT-14, MUT-17.
TEST(Mutations, AnInsertionIntoHistoryMakesANewTurnAndShiftsTheOlderOnes) {
  for (std::int64_t k = 1; k <= 4; ++k) {
    SCOPED_TRACE(k);
    Context context = open_with_three_turns();
    const Nodes before = context.working().value();
    must(context.insert(block("x"), k));
    const Nodes after = context.working().value();
    EXPECT_EQ(depth_of(after, "x"), static_cast<std::size_t>(k));
    for (const char* id : {"a", "b", "c"}) {
      const std::size_t shift = depth_of(before, id) >= static_cast<std::size_t>(k) ? 1 : 0;
      EXPECT_EQ(depth_of(after, id), depth_of(before, id) + shift) << id;
    }
    for (const NodeView& node : before) EXPECT_EQ(node_of(after, node.id), node);
  }
}

// MUT-05. The stamps alone give the order of the turns.
TEST(Mutations, SplicedTurnsStandInCanonicalOrder) {
  Context context = open_with_three_turns();
  for (int i = 0; i < 8; ++i) must(context.insert(block(std::to_string(i)), 1 + i % 4));
  must(context.commit());
  Nodes turns = children_of(latest_nodes(context), "seq");
  const Nodes shown = turns;
  std::sort(turns.begin(), turns.end(), [](const NodeView& a, const NodeView& b) {
    return std::tie(a.offset, a.created_at_ns, a.creation_index, a.id) <
           std::tie(b.offset, b.created_at_ns, b.creation_index, b.id);
  });
  EXPECT_EQ(shown, turns);
}

// MUT-05. The turn a cycle seals is newer than what it spliced in.
TEST(Mutations, AfterTheCommitASpliceAtDepthOneIsBehindTheSealedTurn) {
  Context context = open_with_three_turns();
  must(context.insert(block("head")));
  must(context.insert(block("x"), 1));
  must(context.commit());
  EXPECT_EQ(depth_of(latest_nodes(context), "head"), 1U);
  EXPECT_EQ(depth_of(latest_nodes(context), "x"), 2U);
}

// MUT-06, SEAL-05.
TEST(Mutations, ReplacingInHistoryAddsAReplacementThatNamesTheOriginal) {
  Context context = open_with_three_turns();
  const NodeView original = node_of(context.working().value(), "a");
  const std::string id = must(context.replace("a", {"better", {{"data_why", "typo"}}}));
  must(context.commit());
  const NodeView replacement = node_of(latest_nodes(context), id);
  EXPECT_EQ(replacement.node_type, "cb:replacement");
  EXPECT_EQ(replacement.content, JsonValue("better"));
  const std::vector<JsonMember> attributes = {{"data_replaces", "a"}, {"data_why", "typo"}};
  EXPECT_EQ(replacement.attributes, attributes);
  EXPECT_EQ(turn_of(latest_nodes(context), id), turn_of(latest_nodes(context), "a"));
  EXPECT_EQ(node_of(latest_nodes(context), "a"), original);
}

// MUT-06: also for blocks outside the core.
TEST(Mutations, ReplacingPostContextInHistoryKeepsTheOriginal) {
  Context context = open_with_three_turns();
  const std::string id = must(context.replace("a post", {"better", {}}));
  EXPECT_NE(id, "a post");
  EXPECT_EQ(node_of(context.working().value(), "a post").content, JsonValue("text of a post"));
}

TEST(Mutations, MUT_07_ReplacingInTheHeadChangesTheContent) {
  Context context = open_context();
  must(context.insert(block("a")));
  EXPECT_EQ(must(context.replace("a", {"new", {}})), "a");
  must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "a").content, JsonValue("new"));
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{"a"});
}

// MUT-07. Attributes go by name; references that nobody mentions are not lost.
TEST(Mutations, ReplacingKeepsTheAttributesThatAreNotGiven) {
  Context context = open_context();
  Component component = test::block_with_refs("a", {"other"});
  component.attributes.push_back({"app:old", "x"});
  component.attributes.push_back({"app:null", nullptr});
  must(context.insert(component));
  must(context.replace("a", {"new", {{"app:old", "y"}, {"app:new", "z"}}}));
  const JsonValue refs(JsonValue::Array{"other"});
  using Members = std::vector<JsonMember>;
  EXPECT_EQ(node_of(context.working().value(), "a").attributes,
            (Members{{"app:new", "z"}, {"app:null", nullptr}, {"app:old", "y"}, {"data_refs", refs}}));
  must(context.replace("a", {"new", {{"app:old", nullptr}, {"app:never", nullptr}, {"app:null", nullptr}}}));
  EXPECT_EQ(node_of(context.working().value(), "a").attributes, (Members{{"app:new", "z"}, {"data_refs", refs}}));
}

// MUT-06. There is nothing to take away from a new marker.
TEST(Mutations, ANullAttributeIsNotPutOnAReplacement) {
  Context context = open_with_three_turns();
  const std::string id = must(context.replace("a", {"better", {{"data_why", nullptr}}}));
  EXPECT_EQ(node_of(context.working().value(), id).attributes, (std::vector<JsonMember>{{"data_replaces", "a"}}));
}

// MUT-08.
TEST(Mutations, AMovedTurnIsTakenOutAndPutInAtItsNewDepth) {
  Context context = open_with_three_turns();
  const Sha256Digest hash = node_of(context.working().value(), "a").content_hash;
  must(context.move({"mt:1"}, 1));
  const Nodes after = context.working().value();
  EXPECT_FALSE(has_node(after, "mt:1"));
  EXPECT_FALSE(has_node(after, "a"));
  EXPECT_EQ(depth_of(after, "b"), 3U);
  EXPECT_EQ(depth_of(after, "c"), 2U);
  const std::string turn = child_ids(after, "seq").back();
  Nodes blocks;
  for (const NodeView& node : after) {
    if (turn_of(after, node.id) == turn && node.content) blocks.push_back(node);
  }
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].content_hash, hash);
  EXPECT_EQ(blocks[1].content, JsonValue("text of a post"));
  EXPECT_EQ(blocks[1].offset, 1);
}

// MUT-08. The depth is that of the tree without what was taken out.
TEST(Mutations, ATurnMovesToTheDeepestPlace) {
  Context context = open_with_three_turns();
  must(context.move({"mt:3"}, 3));
  const Ids turns = child_ids(context.working().value(), "seq");
  ASSERT_EQ(turns.size(), 3U);
  EXPECT_EQ(turns[1], "mt:1");
  EXPECT_EQ(turns[2], "mt:2");
  EXPECT_EQ(verdict(context.move({"mt:2"}, 4)), "E_DEPTH_RANGE");
}

// MUT-08, SNAP-05.
TEST(Mutations, AMoveLeavesEarlierSnapshotsAlone) {
  Context context = open_with_three_turns();
  const Nodes before = must(context.at(3)).nodes().value();
  must(context.move({"mt:1"}, 1));
  must(context.commit());
  EXPECT_EQ(must(context.at(3)).nodes().value(), before);
}

// MUT-08.
TEST(Mutations, MovingPostContextTakesOnlyThat) {
  Context context = open_with_three_turns();
  const Ids moved = must(context.move({"a post", "b post"}, 1));
  const Nodes after = context.working().value();
  ASSERT_EQ(moved.size(), 2U);
  for (const std::string& id : moved) EXPECT_EQ(depth_of(after, id), 1U);
  EXPECT_EQ(depth_of(after, "a"), 4U);
  EXPECT_EQ(child_ids(after, "mt:1"), Ids{"mc:1"});
}

// MUT-08. The ids a move returns are those of what is there.
TEST(Mutations, AMoveNamesWhatItMoved) {
  Context context = open_with_three_turns();
  for (const std::string& id : must(context.move({"mt:1", "b post"}, 1))) {
    EXPECT_EQ(depth_of(context.working().value(), id), 1U) << id;
  }
}

// MUT-09.
TEST(Mutations, NodesMovedFromTheHeadIntoHistoryKeepTheirIdsInANewTurn) {
  Context context = open_with_three_turns();
  must(context.insert(block("x")));
  must(context.insert(block("y")));
  EXPECT_EQ(must(context.move({"x", "y"}, 2)), (Ids{"x", "y"}));
  EXPECT_EQ(depth_of(context.working().value(), "x"), 2U);
  EXPECT_EQ(turn_of(context.working().value(), "x"), turn_of(context.working().value(), "y"));
  EXPECT_EQ(depth_of(context.working().value(), "b"), 3U);
  EXPECT_TRUE(child_ids(context.working().value(), "mc:4").empty());
}

// MUT-09 by D-24: sealed at once, though only the commit makes a snapshot.
TEST(Mutations, NodesMovedFromTheHeadIntoHistoryAreSealedAtOnce) {
  Context context = open_with_three_turns();
  must(context.insert(block("x")));
  must(context.move({"x"}, 1));
  EXPECT_NE(must(context.replace("x", {"other", {}})), "x");
  EXPECT_EQ(must(context.delete_nodes({"x"})).size(), 1U);
  EXPECT_EQ(verdict(context.detach("x")), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.insert_under(block("y"), "x")), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(node_of(context.working().value(), "x").content, JsonValue("text of x"));
  EXPECT_EQ(context.cycle(), 3U);
}

// MUT-01. Moving a turn within history does not open it for edits.
TEST(Mutations, AMovedTurnStaysSealed) {
  Context context = open_with_three_turns();
  must(context.move({"mt:1"}, 1));
  const Nodes moved = context.working().value();
  const auto copy = std::find_if(moved.begin(), moved.end(),
                                 [](const NodeView& node) { return node.content == JsonValue("text of a"); });
  ASSERT_NE(copy, moved.end());
  EXPECT_NE(must(context.replace(copy->id, {"other", {}})), copy->id);
  EXPECT_EQ(must(context.delete_nodes({copy->id})).size(), 1U);
  EXPECT_TRUE(has_node(context.working().value(), copy->id));
}

// MUT-10.
TEST(Mutations, MUT_10_MovingIntoTheSystemRegionNeedsTheCapability) {
  Context context = open_with_three_turns();
  must(context.insert(block("x")));
  const Nodes before = context.working().value();
  for (const char* id : {"x", "a post", "mt:1"}) EXPECT_EQ(verdict(context.move({id}, -1)), "E_UNAUTHORIZED") << id;
  EXPECT_EQ(context.working().value(), before);
  context.set_system(true);
  EXPECT_EQ(must(context.move({"x"}, -1)), Ids{"x"});
  EXPECT_EQ(node_of(context.working().value(), "x").parent_id, "sys");
}

// MUT-11.
TEST(Mutations, DeletingInHistoryAddsAMarkerAndKeepsTheOriginal) {
  Context context = open_with_three_turns();
  for (const char* id : {"a", "a post", "mc:1", "mt:1"}) {
    SCOPED_TRACE(id);
    const NodeView original = node_of(context.working().value(), id);
    const Ids markers = must(context.delete_nodes({id}));
    ASSERT_EQ(markers.size(), 1U);
    const NodeView marker = node_of(context.working().value(), markers[0]);
    EXPECT_EQ(marker.node_type, "cb:redaction");
    const std::vector<JsonMember> attributes = {{"data_redacts", id}};
    EXPECT_EQ(marker.attributes, attributes);
    EXPECT_EQ(marker.parent_id, "mt:1");
    EXPECT_EQ(node_of(context.working().value(), id), original);
  }
}

// MUT-12.
TEST(Mutations, MUT_12_DeletingInTheHeadDropsAtOnce) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert_under(block("below"), "a"));
  must(context.insert(block("b", 1)));
  EXPECT_TRUE(must(context.delete_nodes({"a", "b"})).empty());
  EXPECT_TRUE(test::block_ids(context.working().value()).empty());
}

// MUT-13.
TEST(Mutations, MUT_13_DeletingFromTheSystemRegionIsRefusedByDefault) {
  Context context = open_system_context();
  must(context.insert(block("a"), -1));
  must(context.commit());
  must(context.insert(block("b"), -1));
  context.set_system(false);
  for (const char* id : {"a", "b"}) {
    EXPECT_EQ(verdict(context.delete_nodes({id})), "E_UNAUTHORIZED") << id;
    EXPECT_EQ(verdict(context.detach(id)), "E_UNAUTHORIZED") << id;
    EXPECT_EQ(verdict(context.move({id}, 0)), "E_UNAUTHORIZED") << id;
  }
}

TEST(Mutations, MUT_16_AMutationOfSeveralNodesIsAllOrNothing) {
  Context context = open_with_three_turns();
  must(context.insert(block("x")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.delete_nodes({"x", "a", "missing"})), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.delete_nodes({"x", "sys"})), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.move({"x", "missing"}, 1)), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.move({"x", "a"}, 1)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(context.working().value(), before);
}

TEST(Mutations, MUT_16_WhatIsNotThereIsNotFound) {
  Context context = open_context();
  EXPECT_EQ(verdict(context.insert_under(block("x"), "missing")), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.replace("missing", {})), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.delete_nodes({"missing"})), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.delete_nodes(Ids{})), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.detach("missing")), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.move({"missing"}, 0)), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.move(Ids{}, 0)), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.reparent("missing", "ah")), "E_NODE_NOT_FOUND");
}

// MUT-16. A node that was deleted or has expired is not there any more.
TEST(Mutations, WhatIsGoneIsNotFound) {
  Context context = open_context();
  must(context.insert(block("deleted")));
  must(context.insert(block_with_ttl("expired", 1)));
  must(context.delete_nodes({"deleted"}));
  EXPECT_EQ(verdict(context.replace("deleted", {})), "E_NODE_NOT_FOUND");
  must(context.commit());
  must(context.commit());
  EXPECT_EQ(verdict(context.delete_nodes({"expired"})), "E_NODE_NOT_FOUND");
}

// MUT-16. A set of nodes may hold one that is below another.
TEST(Mutations, ANodeAndWhatIsBelowItAreDeletedTogether) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert_under(block("below"), "a"));
  must(context.delete_nodes({"a", "below"}));
  EXPECT_TRUE(test::block_ids(context.working().value()).empty());
}

TEST(Mutations, MUT_17_ADepthBeyondTheOldestTurnIsRefused) {
  Context context = open_with_three_turns();
  must(context.insert(block("x")));
  const Nodes before = context.working().value();
  for (const std::int64_t depth : {std::int64_t{5}, std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(verdict(context.insert(block("y"), depth)), "E_DEPTH_RANGE");
    EXPECT_EQ(verdict(context.move({"x"}, depth)), "E_DEPTH_RANGE");
  }
  EXPECT_EQ(context.working().value(), before);
}

// MUT-17, D-23: where two turns share a stamp and their indexes are neighbours, no third fits.
TEST(Mutations, ASpliceWithoutRoomBetweenTheStampsIsRefused) {
  Context context = open_context();
  must(context.commit());
  must(context.commit());
  std::string last = "done";
  // First the stamps run out, then the indexes between two turns of one stamp.
  for (int i = 0; i < 200 && last == "done"; ++i) {
    last = verdict(context.insert(block(std::to_string(i)), i < 40 ? 2 : 3));
  }
  EXPECT_EQ(last, "E_DEPTH_NO_GAP");
}

// R-15: there is room before the oldest turn, below 0 if need be.
TEST(Mutations, R_15_StampsBeforeTheOldestTurnMayBeNegative) {
  Context context = open_context();
  must(context.commit());
  for (std::int64_t i = 0; i < 60; ++i) must(context.insert(block(std::to_string(i)), i + 2));
  must(context.commit());
  const Nodes nodes = latest_nodes(context);
  EXPECT_EQ(depth_of(nodes, "59"), 62U);
  EXPECT_LT(node_of(nodes, turn_of(nodes, "59")).created_at_ns, 0);
  const std::string document = must(export_snapshot(must(context.latest())));
  const Context again = must(import_snapshot(document));
  EXPECT_EQ(must(again.latest()).state_root(), must(context.latest()).state_root());
}

// R-15: turns without stamps are told apart by their index alone.
TEST(Mutations, R_15_TheIndexMakesRoomWhereStampsDoNot) {
  Context context = must(import_snapshot(R"({"cycle":1,"root":{"children":[{"nodeType":"^seq","children":[
    {"id":"t1","nodeType":"mt","creation_index":10,"children":[{"id":"a"}]},
    {"id":"t2","nodeType":"mt","creation_index":20,"children":[{"id":"b"}]}]}]}})"));
  must(context.insert(block("between"), 2));
  must(context.insert(block("before"), 4));
  must(context.insert(block("first half"), 3));
  must(context.insert(block("second half"), 2));
  const Nodes nodes = context.working().value();
  Ids order;
  for (const std::string& turn : child_ids(nodes, "seq")) {
    for (const NodeView& node : nodes) {
      if (node.content && turn_of(nodes, node.id) == turn) order.push_back(node.id);
    }
  }
  EXPECT_EQ(order, (Ids{"before", "first half", "between", "second half"}));
  std::string last = "done";
  for (int i = 0; i < 8 && last == "done"; ++i) last = verdict(context.insert(block("x" + std::to_string(i)), 2));
  EXPECT_EQ(last, "E_DEPTH_NO_GAP");
}

// MUT-18.
TEST(Mutations, MUT_18_OnlyTheNetEffectOfACycleIsInItsSnapshot) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.replace("a", {"one", {}}));
  must(context.replace("a", {"two", {}}));
  must(context.delete_nodes({"b"}));
  must(context.insert(block("c"), 1));
  must(context.delete_nodes({turn_of(context.working().value(), "c")}));
  must(context.commit());
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{"a"});
  EXPECT_EQ(node_of(latest_nodes(context), "a").content, JsonValue("two"));
  EXPECT_EQ(child_ids(latest_nodes(context), "seq"), Ids{"mt:1"});
}

}  // namespace
}  // namespace latewood
