// Removable containers that a commit emptied go with what they held.
#include <gtest/gtest.h>

#include "support/context_probe.h"
#include "support/store/history.h"

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

PrunePolicy removable_policy(std::vector<RemovableRule> rules) {
  PrunePolicy policy;
  policy.removable = std::move(rules);
  return policy;
}

Component box_of(const std::string& id, const std::string& type, std::int64_t offset) {
  Component box = block(id, offset);
  box.node_type = type;
  return box;
}

// CASCADE-04, AUD-10: every rule that matches marks, and nothing else does.
TEST(Cascade, CASCADE_04_AUD_10_APolicyMarksWhatItsRulesMatch) {
  struct Case {
    RemovableRule rule;
    std::vector<std::string> marked;
  };
  for (const auto& [rule, marked] : std::vector<Case>{{{.type = "cb:group", .zone = {}}, {"pre", "core", "post"}},
                                                      {{.type = {}, .zone = "post"}, {"post", "other"}},
                                                      {{.type = {}, .zone = "pre"}, {"pre"}},
                                                      {{.type = "cb:group", .zone = "core"}, {"core"}},
                                                      {{.type = "cb:grou", .zone = {}}, {}}}) {
    Context context = open_context();
    must(context.set_policy(removable_policy({rule})));
    must(context.insert(box_of("pre", "cb:group", -1)));
    must(context.insert(box_of("core", "cb:group", 0)));
    must(context.insert(box_of("post", "cb:group", 2)));
    must(context.insert(box_of("other", "cb", 1)));
    for (const char* id : {"pre", "core", "post", "other"}) {
      must(context.insert_under(block_with_ttl("in-" + std::string(id), 1), id));
    }
    must(context.commit());
    must(context.commit());
    for (const std::string id : {"pre", "core", "post", "other"}) {
      const bool is_marked = std::find(marked.begin(), marked.end(), id) != marked.end();
      EXPECT_EQ(has_node(latest_nodes(context), id), !is_marked) << id;
    }
  }
}

// CASCADE-04, CASCADE-05: the flag is given at creation, and what is said at creation counts more than a rule.
TEST(Cascade, CASCADE_04_AUD_10_APolicyMarksAtCreationOnly) {
  Context context = open_context();
  must(context.insert(block("before")));
  must(context.set_policy(removable_policy({{.type = "cb", .zone = {}}})));
  Component kept = block("kept");
  kept.removable = false;
  must(context.insert(kept));
  must(context.insert(block("during")));
  must(context.set_policy(std::nullopt));
  must(context.insert(block("after")));
  const auto flag = [&context](const char* id) { return node_of(context.working().value(), id).removable; };
  EXPECT_EQ(flag("before"), std::nullopt);
  EXPECT_EQ(flag("kept"), false);
  EXPECT_EQ(flag("during"), true);
  EXPECT_EQ(flag("after"), std::nullopt);
  must(context.set_policy(removable_policy({{.type = "cb", .zone = {}}})));
  must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "before").removable, std::nullopt);
}

// An edit that a process left is made again as it was, whatever the policy is by then.
TEST(Cascade, CASCADE_04_AUD_10_TheFlagOfAnEditThatWaitsDoesNotFollowThePolicy) {
  test::StoredHistory history;
  {
    Context context = history.open();
    must(context.set_policy(removable_policy({{.type = "cb", .zone = {}}})));
    must(context.insert(block("during")));
    must(context.set_policy(std::nullopt));
    must(context.insert(block("after")));
    must(context.set_policy(removable_policy({{.type = {}, .zone = "core"}})));
  }
  const Context context = history.open();
  EXPECT_EQ(node_of(context.working().value(), "during").removable, true);
  EXPECT_EQ(node_of(context.working().value(), "after").removable, std::nullopt);
  EXPECT_EQ(context.policy(), removable_policy({{.type = {}, .zone = "core"}}));
}

TEST(Cascade, AUD_10_RulesThatSayNothingAreRefused) {
  Context context = open_context();
  EXPECT_EQ(verdict(context.set_policy(removable_policy({RemovableRule{}}))), "E_OPTION_INVALID");
  EXPECT_EQ(verdict(context.set_policy(removable_policy({{.type = {}, .zone = "middle"}}))), "E_OPTION_INVALID");
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
