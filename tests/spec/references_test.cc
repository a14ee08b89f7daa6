// What is referenced is not expired.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_refs;
using test::block_with_ttl;
using test::has_node;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::open_context;
using test::verdict;

Component expiring_block_with_refs(const char* id, std::int64_t ttl, const Ids& refs) {
  Component component = block_with_refs(id, refs);
  component.ttl = ttl;
  return component;
}

TEST(References, REF_01_APinnedNodeIsNotExpired) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  must(context.pin("a"));
  const CommitReport report = must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
  EXPECT_TRUE(report.departures.empty());
  EXPECT_EQ(report.deferred, Ids{"a"});
}

TEST(References, REF_01_ANodeNamedByOneThatStaysIsNotExpired) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  must(context.insert(block_with_refs("keeper", {"other", "a"})));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
}

// REF-01, REF-06. One id may stand without a list.
TEST(References, ASingleIdIsAReference) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  Component keeper = block("keeper");
  keeper.attributes = {{"data_refs", "a"}};
  must(context.insert(keeper));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
}

// REF-01. The keeper may come cycles later than what it keeps.
TEST(References, AReferenceFromALaterCycleKeepsANode) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 2)));
  must(context.commit());
  must(context.insert(block_with_refs("keeper", {"a"})));
  for (int i = 0; i < 3; ++i) must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
}

TEST(References, REF_04_ADeferredNodeGoesAtTheFirstCommitWithoutReferences) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.pin("a"));
  for (int i = 0; i < 4; ++i) must(context.commit());
  ASSERT_TRUE(has_node(latest_nodes(context), "a"));
  must(context.unpin("a"));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "a"));
}

// REF-04.
TEST(References, ADeferredNodeGoesWithTheLastNodeThatNamedIt) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.insert(expiring_block_with_refs("keeper", 3, {"a"})));
  for (int i = 0; i < 3; ++i) must(context.commit());
  ASSERT_TRUE(has_node(latest_nodes(context), "a"));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "keeper"));
  EXPECT_FALSE(has_node(latest_nodes(context), "a"));
}

// REF-04. A pin that comes and goes before expiry defers nothing.
TEST(References, AReleasedPinKeepsNothing) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 2)));
  must(context.pin("a"));
  must(context.commit());
  must(context.unpin("a"));
  must(context.commit());
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "a"));
}

// REF-06.
TEST(References, PinsArePartOfTheSnapshotAndOfItsRoot) {
  Context pinned = open_context();
  Context plain = open_context();
  for (Context* context : {&pinned, &plain}) must(context->insert(block("a")));
  must(pinned.pin("a"));
  EXPECT_NE(must(pinned.commit()).state_root, must(plain.commit()).state_root);
  EXPECT_EQ(must(pinned.latest()).pins(), Ids{"a"});
  EXPECT_TRUE(must(plain.latest()).pins().empty());
}

// REF-06.
TEST(References, PinsAreSortedAndEachOnce) {
  Context context = open_context();
  for (const char* id : {"c", "a", "b"}) must(context.insert(block(id)));
  for (const char* id : {"c", "a", "c", "b"}) must(context.pin(id));
  must(context.commit());
  const Ids expected = {"a", "b", "c"};
  EXPECT_EQ(must(context.latest()).pins(), expected);
}

// REF-06. What defers a node is in the state, so another run of the same inputs defers it too.
TEST(References, AReplayDefersTheSameNodes) {
  const auto run = [] {
    Context context = open_context();
    must(context.insert(block_with_ttl("a", 1)));
    must(context.insert(block_with_ttl("b", 1)));
    must(context.pin("a"));
    must(context.insert(block_with_refs("keeper", {"b"})));
    must(context.commit());
    return must(context.commit());
  };
  const CommitReport first = run();
  EXPECT_EQ(first.deferred.size(), 2U);
  EXPECT_EQ(run().commit_id, first.commit_id);
}

TEST(References, REF_07_WhatIsAboveAKeptNodeIsKept) {
  Context context = open_context();
  must(context.insert(block_with_ttl("outer", 1)));
  must(context.insert_under(block_with_ttl("inner", 1), "outer"));
  must(context.insert_under(block("leaf"), "inner"));
  must(context.pin("leaf"));
  must(context.commit());
  must(context.commit());
  for (const char* id : {"outer", "inner", "leaf"}) EXPECT_TRUE(has_node(latest_nodes(context), id)) << id;
}

// REF-07. Only what leads to the kept node stays.
TEST(References, AnExpiredSiblingOfAKeptNodeGoes) {
  Context context = open_context();
  must(context.insert(block_with_ttl("outer", 1)));
  must(context.insert_under(block_with_ttl("kept", 1), "outer"));
  must(context.insert_under(block_with_ttl("sibling", 1), "outer"));
  must(context.pin("kept"));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "kept"));
  EXPECT_FALSE(has_node(latest_nodes(context), "sibling"));
}

TEST(References, REF_07_ExpiredNodesThatNameOnlyEachOtherGo) {
  Context context = open_context();
  must(context.insert(expiring_block_with_refs("a", 1, {"b"})));
  must(context.insert(expiring_block_with_refs("b", 1, {"c"})));
  must(context.insert(expiring_block_with_refs("c", 1, {"a", "c"})));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(test::block_ids(latest_nodes(context)).empty());
}

// REF-07. One reference from outside keeps the whole chain behind it.
TEST(References, AKeptNodeKeepsWhatItNames) {
  Context context = open_context();
  must(context.insert(expiring_block_with_refs("a", 1, {"b"})));
  must(context.insert(expiring_block_with_refs("b", 1, {"c"})));
  must(context.insert(block_with_ttl("c", 1)));
  must(context.pin("a"));
  must(context.commit());
  must(context.commit());
  const Ids expected = {"a", "b", "c"};
  EXPECT_EQ(test::block_ids(latest_nodes(context)), expected);
}

// REF-06. A pin names a node of the state; what is not there cannot be pinned.
TEST(References, OnlyWhatIsThereCanBePinned) {
  Context context = open_context();
  EXPECT_EQ(verdict(context.pin("a")), "E_NODE_NOT_FOUND");
  must(context.insert(block("a")));
  EXPECT_EQ(verdict(context.unpin("a")), "E_NODE_NOT_FOUND");
}

// REF-03. Who took a pin need not be there any more to say whether it still counts.
TEST(References, REF_03_APinThatNobodyCanReleaseAnyMoreHolds) {
  Context fork = open_context();
  {
    Context context = open_context();
    must(context.insert(block_with_ttl("a", 1)));
    must(context.pin("a"));
    must(context.commit());
    fork = must(context.fork(1));
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(must(fork.commit()).deferred, Ids{"a"});
}

// REF-03. What else a list holds does not make its ids doubtful.
TEST(References, REF_03_AListThatIsOnlyPartlyUnderstoodHoldsTheIdsInIt) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 0)));
  Component keeper = block("keeper");
  keeper.attributes = {
      {"data_refs", JsonValue(JsonValue::Array{JsonValue(std::int64_t{7}), JsonValue("nobody"), JsonValue("a")})}};
  must(context.insert(keeper));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "a"));
}

// REF-05. The handle is the pin itself: taken, on record, released, and the node is looked up by
// its id. It is never left without its node, unless that was deleted.
TEST(References, REF_05_APinRegistersAndReleasesAndTheNodeIsFoundById) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 1)));
  must(context.pin("a"));
  EXPECT_EQ(context.working_pins(), Ids{"a"});
  for (int i = 0; i < 3; ++i) {
    must(context.commit());
    EXPECT_EQ(test::node_of(must(context.working()), "a").content, JsonValue("text of a"));
  }
  must(context.unpin("a"));
  EXPECT_TRUE(context.working_pins().empty());
  must(context.commit());
  EXPECT_FALSE(has_node(must(context.working()), "a"));
}

// REF-01, REF-05, D-16. A move through history gives a node another id, and the pin goes with it.
TEST(References, APinHoldsWhatItHeldAfterAMove) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 2, 1)));
  must(context.pin("a"));
  must(context.commit());
  const Ids moved = must(context.move({"a"}, 1));
  EXPECT_NE(moved, Ids{"a"});
  EXPECT_EQ(context.working_pins(), moved);
  for (int i = 0; i < 4; ++i) must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), moved[0]));
}

// Of a turn that moves its blocks are left, and so they are of what its pin names.
TEST(References, ThePinOfATurnHoldsItsBlocksAfterAMove) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b", 1)));
  must(context.commit());
  must(context.pin("mt:1"));
  Ids moved = must(context.move({"mt:1"}, 1));
  std::sort(moved.begin(), moved.end());
  EXPECT_EQ(context.working_pins(), moved);
}

// HDR-14, D-21. What stands in a sealed attribute stays; it names a node that is no longer there.
TEST(References, AMoveLeavesTheReferencesOfOthersAsTheyAre) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 2, 1)));
  must(context.insert(block_with_refs("keeper", {"a"})));
  must(context.commit());
  const Component keeper = block_with_refs("keeper", {"a"});
  const Ids moved = must(context.move({"a"}, 1));
  must(context.commit());
  EXPECT_EQ(test::node_of(latest_nodes(context), "keeper").attributes, keeper.attributes);
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), moved[0]));
}

// REF-01. A pin is no protection against a person who deletes.
TEST(References, APinnedNodeOfTheHeadCanBeDeleted) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.pin("a"));
  must(context.delete_nodes({"a"}));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "a"));
}

}  // namespace
}  // namespace latewood
