// Sealing: the active head becomes the newest turn, and what is sealed stays as it is.
#include <gtest/gtest.h>

#include <array>

#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::child_ids;
using test::children_of;
using test::has_node;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

// SEAL-01.
TEST(Seal, SEAL_01_TheHeadBecomesTheNewestTurn) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  EXPECT_EQ(test::depth_of(latest_nodes(context), "a"), 1U);
}

// SEAL-01.
TEST(Seal, SEAL_01_EveryFormerTurnIsOneDeeper) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block(id)));
    must(context.commit());
  }
  EXPECT_EQ(test::depth_of(latest_nodes(context), "a"), 3U);
  EXPECT_EQ(test::depth_of(latest_nodes(context), "b"), 2U);
  EXPECT_EQ(test::depth_of(latest_nodes(context), "c"), 1U);
}

// SEAL-02.
TEST(Seal, SEAL_02_ASnapshotAndTheNextCycleHaveAnEmptyHead) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  EXPECT_TRUE(child_ids(latest_nodes(context), "ah").empty());
  EXPECT_TRUE(child_ids(context.working().value(), "ah").empty());
}

// SEAL-03, of the first and the third step.
TEST(Seal, WhatExpiresIsNotSealed) {
  Context context = open_context();
  must(context.insert(block_with_ttl("gone", 0)));
  must(context.insert(block("kept")));
  const std::string turn = must(context.commit()).turn_id;
  EXPECT_EQ(child_ids(latest_nodes(context), turn), Ids{"mc:1"});
  EXPECT_EQ(child_ids(latest_nodes(context), "mc:1"), Ids{"kept"});
}

// A context with `core` and `post` sealed in a turn.
struct Sealed {
  Context context = open_system_context();
  std::string turn;
  std::string mc = "mc:1";

  Sealed() {
    must(context.insert(block("core")));
    must(context.insert(block("post", 1)));
    turn = must(context.commit()).turn_id;
  }
};

// SEAL-04.
TEST(Seal, SEAL_04_NothingIsAddedToASealedCore) {
  Sealed sealed;
  const Nodes before = sealed.context.working().value();
  EXPECT_EQ(verdict(sealed.context.insert_under(block("x"), sealed.turn)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(sealed.context.insert_under(block("x"), sealed.mc)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(sealed.context.insert_under(block("x", 1), sealed.mc)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(sealed.context.insert_under(block("x"), "core")), "E_SEALED_IMMUTABLE");
  must(sealed.context.insert(block("x")));
  EXPECT_EQ(verdict(sealed.context.reparent("x", sealed.mc)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(sealed.context.reparent("x", "core")), "E_SEALED_IMMUTABLE");
  must(sealed.context.delete_nodes({"mc:2"}));
  EXPECT_EQ(sealed.context.working().value(), before);
}

// SEAL-04.
TEST(Seal, SEAL_04_NothingIsTakenOutOfASealedCore) {
  Sealed sealed;
  const Nodes before = sealed.context.working().value();
  for (const std::string& id : {std::string("core"), sealed.mc}) {
    EXPECT_EQ(verdict(sealed.context.detach(id)), "E_SEALED_IMMUTABLE") << id;
    EXPECT_EQ(verdict(sealed.context.reparent(id, "ah")), "E_SEALED_IMMUTABLE") << id;
    EXPECT_EQ(verdict(sealed.context.reparent(id, "sys")), "E_SEALED_IMMUTABLE") << id;
    for (const int depth : {-1, 0, 1}) {
      EXPECT_EQ(verdict(sealed.context.move({id}, depth)), "E_SEALED_IMMUTABLE") << id << " to " << depth;
    }
  }
  EXPECT_EQ(sealed.context.working().value(), before);
}

// SEAL-04.
TEST(Seal, SEAL_04_ASealedCoreTakesNoContent) {
  Sealed sealed;
  const Nodes before = sealed.context.working().value();
  EXPECT_EQ(verdict(sealed.context.replace(sealed.mc, {"x", {}})), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(sealed.context.working().value(), before);
}

// SEAL-05, MUT-01.
TEST(Seal, ChangesToASealedTurnAreNewNodesThatNameTheOld) {
  Sealed sealed;
  const Nodes before = sealed.context.working().value();
  const std::string replacement = must(sealed.context.replace("core", {"better", {}}));
  const std::string redaction = must(sealed.context.delete_nodes({"post"})).at(0);
  for (const NodeView& node : before) EXPECT_EQ(node_of(sealed.context.working().value(), node.id), node);
  const std::vector<JsonMember> replaces = {{"data_replaces", "core"}};
  const std::vector<JsonMember> redacts = {{"data_redacts", "post"}};
  EXPECT_EQ(node_of(sealed.context.working().value(), replacement).attributes, replaces);
  EXPECT_EQ(node_of(sealed.context.working().value(), redaction).attributes, redacts);
}

// SEAL-05.
TEST(Seal, LaterCyclesChangeNoSealedNode) {
  Sealed sealed;
  const Nodes before = children_of(latest_nodes(sealed.context), sealed.turn);
  must(sealed.context.insert_under(block("late", 2), sealed.turn));
  must(sealed.context.insert(block("spliced"), 2));
  must(sealed.context.commit());
  must(sealed.context.commit());
  for (const NodeView& node : before) EXPECT_EQ(node_of(latest_nodes(sealed.context), node.id), node);
}

TEST(Seal, SEAL_06_ANodeOutsideTheCoreIsTakenOutOfASealedTurn) {
  Sealed sealed;
  must(sealed.context.detach("post"));
  must(sealed.context.commit());
  EXPECT_EQ(child_ids(latest_nodes(sealed.context), sealed.turn), Ids{sealed.mc});
}

TEST(Seal, SEAL_06_NodesAreAddedBelowANodeOutsideTheCore) {
  Sealed sealed;
  must(sealed.context.insert_under(block("x"), "post"));
  must(sealed.context.commit());
  EXPECT_EQ(child_ids(latest_nodes(sealed.context), "post"), Ids{"x"});
}

// Puts a node of this cycle into the head, `^sys`, the sealed turn and a turn of its own.
const std::array<const char*, 4> kNew = {"head", "system", "late", "spliced"};
void insert_everywhere(Sealed& sealed) {
  must(sealed.context.insert(block("head")));
  must(sealed.context.insert(block("system"), -1));
  must(sealed.context.insert_under(block("late", 2), sealed.turn));
  must(sealed.context.insert(block("spliced"), 1));
}

TEST(Seal, SEAL_07_NodesOfThisCycleAreReplacedInEveryRegion) {
  Sealed sealed;
  insert_everywhere(sealed);
  Context& context = sealed.context;
  for (const char* id : kNew) {
    EXPECT_EQ(must(context.replace(id, {"new", {}})), id);
    EXPECT_EQ(node_of(context.working().value(), id).content, JsonValue("new"));
  }
}

TEST(Seal, SEAL_07_NodesOfThisCycleAreAddedToAndReparentedInEveryRegion) {
  Sealed sealed;
  insert_everywhere(sealed);
  Context& context = sealed.context;
  for (const char* id : kNew) {
    must(context.insert_under(block(std::string(id) + " child"), id));
    must(context.reparent(std::string(id) + " child", "ah"));
  }
  EXPECT_EQ(test::block_ids(children_of(context.working().value(), "mc:2")).size(), 5U);
}

TEST(Seal, SEAL_07_NodesOfThisCycleAreRemovedInEveryRegion) {
  Sealed sealed;
  insert_everywhere(sealed);
  Context& context = sealed.context;
  EXPECT_TRUE(must(context.delete_nodes({"head", "system", "late", "spliced"})).empty());
  for (const char* id : kNew) EXPECT_FALSE(has_node(context.working().value(), id)) << id;
}

// SEAL-08, MUT-03, D-21.
TEST(Seal, AnOldSystemBlockIsEditedInPlaceWithTheCapability) {
  Context context = open_system_context();
  must(context.insert(block("system"), -1));
  must(context.commit());
  EXPECT_EQ(must(context.replace("system", {"new", {}})), "system");
  must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "system").content, JsonValue("new"));
}

// SEAL-09. Until the commit the head's nodes are no turn.
TEST(Seal, NothingIsSealedBeforeTheCommit) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.replace("a", {"x", {}}));
  EXPECT_TRUE(child_ids(context.working().value(), "seq").empty());
  EXPECT_EQ(must(context.replace("a", {"y", {}})), "a");
}

// SEAL-10.
TEST(Seal, SEAL_10_TheTurnHasTheChildrenOffsetsAndIdsOfTheHead) {
  Context context = open_context();
  must(context.insert(block("user")));
  must(context.insert(block("tool", 1)));
  Nodes head = children_of(context.working().value(), "ah");
  const Nodes core = children_of(context.working().value(), "mc:1");
  const std::string turn = must(context.commit()).turn_id;
  for (NodeView& node : head) node.parent_id = turn;
  EXPECT_EQ(children_of(latest_nodes(context), turn), head);
  EXPECT_EQ(children_of(latest_nodes(context), "mc:1"), core);
}

// SEAL-12, SNAP-14.
TEST(Seal, AnEmptyCycleSealsATurnWithAnEmptyCore) {
  Context context = open_context();
  const std::string turn = must(context.commit()).turn_id;
  EXPECT_EQ(must(context.latest()).turns().value(), Ids{turn});
  EXPECT_EQ(child_ids(latest_nodes(context), turn), Ids{"mc:1"});
  EXPECT_TRUE(child_ids(latest_nodes(context), "mc:1").empty());
}

// SEAL-13.
TEST(Seal, OriginalsAndAdditionsStandTogetherInCanonicalOrder) {
  Sealed sealed;
  Component summary = block("summary", 1);
  summary.node_type = "cb:summary";
  must(sealed.context.insert_under(summary, sealed.turn));
  const std::string replacement = must(sealed.context.replace("core", {"better", {}}));
  const std::string redaction = must(sealed.context.delete_nodes({"core"})).at(0);
  must(sealed.context.commit());
  const Ids expected = {"core", "post", "summary", replacement, redaction};
  EXPECT_EQ(test::block_ids(latest_nodes(sealed.context)), expected);
}

// SEAL-16.
TEST(Seal, ASummaryStaysWhenItsOriginalsRetire) {
  Context context = open_context();
  must(context.insert(block_with_ttl("original", 2)));
  const std::string turn = must(context.commit()).turn_id;
  must(context.insert_under(block("summary", 1), turn));
  must(context.commit());
  must(context.commit());
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{"summary"});
}

// SEAL-15: what has expired in between leaves no trace in the bytes.
TEST(Seal, TheSameHistoryAndAdditionsRenderToTheSameBytes) {
  Context plain = open_context();
  Context busy = open_context();
  for (Context* context : {&plain, &busy}) {
    must(context->insert(block("a")));
    must(context->commit());
  }
  must(busy.insert(block("mistake")));
  must(busy.delete_nodes({"mistake"}));
  must(busy.insert(block_with_ttl("passing", 0)));
  for (Context* context : {&plain, &busy}) {
    must(context->insert(block("b")));
    must(context->commit());
  }
  EXPECT_EQ(plain.latest()->provider_thread().value(), busy.latest()->provider_thread().value());
}

}  // namespace
}  // namespace latewood
