// Removable containers that a commit emptied go with what they held.
#include <gtest/gtest.h>

#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_refs;
using test::block_with_ttl;
using test::has_node;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::open_context;
using test::open_system_context;
using test::removable_block;
using test::verdict;

const Departure* find_departure(const CommitReport& report, std::string_view id) {
  for (const Departure& departure : report.departures) {
    if (departure.id == id) return &departure;
  }
  return nullptr;
}

TEST(Cascade, CASCADE_01_AnEmptiedRemovableContainerGoesInTheSameCommit) {
  Context context = open_context();
  must(context.insert(removable_block("box")));
  must(context.insert_under(block_with_ttl("a", 1), "box"));
  must(context.insert_under(block_with_ttl("b", 2), "box"));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "box"));
  const CommitReport report = must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "box"));
  ASSERT_NE(find_departure(report, "box"), nullptr);
  EXPECT_EQ(find_departure(report, "box")->cause, Cause::Cascade);
}

// CASCADE-03.
TEST(Cascade, CASCADE_03_AContainerThatIsNotRemovableStays) {
  Context context = open_context();
  Component kept = block("kept");
  kept.removable = false;
  must(context.insert(kept));
  must(context.insert(block("plain")));
  must(context.insert_under(block_with_ttl("a", 0), "kept"));
  must(context.insert_under(block_with_ttl("b", 0), "plain"));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "kept"));
  EXPECT_TRUE(has_node(latest_nodes(context), "plain"));
}

// CASCADE-04. An attribute that resembles the flag is not the flag.
TEST(Cascade, OnlyTheFlagMakesAContainerRemovable) {
  Context context = open_context();
  Component box = block("box");
  box.attributes = {{"data_removable", true}, {"x:removable", true}};
  must(context.insert(box));
  must(context.insert_under(block_with_ttl("a", 0), "box"));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "box"));
}

TEST(Cascade, CASCADE_05_TheFlagCannotBeToggled) {
  Context context = open_context();
  must(context.insert(removable_block("box")));
  EXPECT_EQ(verdict(context.replace("box", {"x", {{"removable", false}}})), "E_ATTR_NAME");
  must(context.replace("box", {"x", {}}));
  EXPECT_EQ(node_of(context.working().value(), "box").removable, true);
}

// CASCADE-06, CASCADE-07.
TEST(Cascade, TheFrameCannotBeMarkedRemovable) {
  for (const char* type : {"^root", "^sys", "^seq", "^ah", "mt", "mc"}) {
    Context context = open_system_context();
    Component component = removable_block("x");
    component.node_type = type;
    EXPECT_EQ(verdict(context.insert(component)), "E_PLACEMENT_INVALID") << type;
  }
  Context context = open_system_context();
  must(context.insert(block("a")));
  const std::string turn = must(context.commit()).turn_id;
  for (const std::string& id : {std::string("root"), std::string("sys"), std::string("seq"), std::string("ah"), turn}) {
    EXPECT_FALSE(context.replace(id, {"x", {{"removable", true}}})) << id;
  }
}

TEST(Cascade, CASCADE_08_NestedContainersGoInOneCommit) {
  Context context = open_context();
  must(context.insert(removable_block("outer")));
  must(context.insert_under(removable_block("middle"), "outer"));
  must(context.insert_under(removable_block("inner"), "middle"));
  must(context.insert_under(block_with_ttl("a", 1), "inner"));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(test::block_ids(latest_nodes(context)).empty());
}

// CASCADE-08. Two branches below one container empty it together.
TEST(Cascade, AContainerGoesAfterTheLastOfSeveralContainersInIt) {
  Context context = open_context();
  must(context.insert(removable_block("outer")));
  for (const char* id : {"left", "right"}) {
    must(context.insert_under(removable_block(id), "outer"));
    must(context.insert_under(block_with_ttl(std::string(id) + " leaf", 1), id));
  }
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(test::block_ids(latest_nodes(context)).empty());
}

// CASCADE-08. The one looked at first is held by one that goes later in the same commit.
TEST(Cascade, AContainerHeldOnlyByOneThatGoesGoesToo) {
  Context context = open_context();
  Component holder = block_with_refs("holder", {"held"});
  holder.removable = true;
  must(context.insert(removable_block("held")));
  must(context.insert(holder));
  must(context.insert_under(block_with_ttl("a", 1), "held"));
  must(context.insert_under(block_with_ttl("b", 1), "holder"));
  must(context.commit());
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "holder"));
  EXPECT_FALSE(has_node(latest_nodes(context), "held"));
}

// CASCADE-01.
TEST(Cascade, AContainerDoesNotHoldItself) {
  Context context = open_context();
  Component box = block_with_refs("box", {"box"});
  box.removable = true;
  must(context.insert(box));
  must(context.insert_under(block_with_ttl("a", 0), "box"));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "box"));
}

TEST(Cascade, CASCADE_09_AContainerThatWasEmptyAllAlongStays) {
  Context context = open_context();
  must(context.insert(removable_block("box")));
  must(context.insert(block_with_ttl("beside", 1)));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "box"));
}

// CASCADE-09.
TEST(Cascade, AContainerWhoseChildrenWereMovedAwayStays) {
  Context context = open_context();
  must(context.insert(removable_block("box")));
  must(context.insert_under(block("a"), "box"));
  must(context.insert_under(block("b"), "box"));
  must(context.reparent("a", "ah"));
  must(context.delete_nodes({"b"}));
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "box"));
}

// CASCADE-01 with REF-01: what a pin holds is not removed, emptied or not.
TEST(Cascade, APinnedContainerStays) {
  Context context = open_context();
  must(context.insert(removable_block("box")));
  must(context.insert_under(block_with_ttl("a", 1), "box"));
  must(context.pin("box"));
  must(context.commit());
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), "box"));
}

}  // namespace
}  // namespace latewood
