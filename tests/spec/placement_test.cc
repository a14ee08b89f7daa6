// Offsets, cores, and which parents take which children.
#include <gtest/gtest.h>

#include <limits>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "support/context_probe.h"
#include "support/test_files.h"
#include "tree/node_pool.h"
#include "tree/placement.h"
#include "tree/subtree.h"
#include "tree/tree.h"

namespace latewood {
namespace {

using test::block;
using test::block_ids;
using test::block_with_ttl;
using test::child_ids;
using test::children_of;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::Nodes;
using test::open_context;
using test::verdict;
using tree::NodeClass;

// Fails for every turn that has not exactly one core, at offset 0.
void expect_one_core_per_turn(const Nodes& nodes) {
  for (const NodeView& turn : children_of(nodes, "seq")) {
    Nodes cores = children_of(nodes, turn.id);
    std::erase_if(cores, [](const NodeView& node) { return node.node_type != "mc"; });
    ASSERT_EQ(cores.size(), 1U) << turn.id;
    EXPECT_EQ(cores[0].offset, 0) << turn.id;
  }
}

// PLACE-01, ORDER-02.
TEST(Placement, NegativeOffsetsComeBeforeTheCoreAndPositiveOnesAfterIt) {
  Context context = open_context();
  for (const int offset : {10, 0, -1, 1, -2}) must(context.insert(block("at" + std::to_string(offset), offset)));
  const std::string turn = must(context.commit()).turn_id;
  const Nodes nodes = latest_nodes(context);
  const Ids around = {"at-2", "at-1", "mc:1", "at1", "at10"};
  EXPECT_EQ(child_ids(nodes, turn), around);
  EXPECT_EQ(child_ids(nodes, "mc:1"), Ids{"at0"});
}

// PLACE-01. The whole range of offsets is usable.
TEST(Placement, TheLargestOffsetsKeepTheirPlaces) {
  using Limits = std::numeric_limits<std::int64_t>;
  Context context = open_context();
  must(context.insert(block("last", Limits::max())));
  must(context.insert(block("core")));
  must(context.insert(block("first", Limits::min())));
  must(context.commit());
  const Ids expected = {"first", "core", "last"};
  EXPECT_EQ(block_ids(latest_nodes(context)), expected);
}

// PLACE-02, SEAL-12.
TEST(Placement, ASealedTurnHasOneCoreWhateverTheHeadHeld) {
  Context context = open_context();
  must(context.commit());
  must(context.insert(block("only post", 1)));
  must(context.commit());
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.commit());
  must(context.insert(block_with_ttl("gone", 0)));
  must(context.commit());
  expect_one_core_per_turn(latest_nodes(context));
}

// PLACE-02.
TEST(Placement, ADeletedCoreOfTheHeadIsMadeAgain) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.delete_nodes({"mc:1"}));
  must(context.insert(block("b")));
  must(context.commit());
  expect_one_core_per_turn(latest_nodes(context));
  EXPECT_EQ(block_ids(latest_nodes(context)), Ids{"b"});
}

// PLACE-02.
TEST(Placement, ASplicedTurnHasOneCore) {
  Context context = open_context();
  must(context.commit());
  must(context.insert(block("core"), 1));
  must(context.insert(block("post", 2), 2));
  expect_one_core_per_turn(context.working().value());
}

// PLACE-02.
TEST(Placement, AMovedTurnHasOneCore) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("post", 1)));
  const std::string turn = must(context.commit()).turn_id;
  must(context.commit());
  must(context.move({turn}, 1));
  expect_one_core_per_turn(context.working().value());
  must(context.commit());
  expect_one_core_per_turn(latest_nodes(context));
}

// PLACE-02.
TEST(Placement, TurnsMovedTogetherHaveOneCoreEach) {
  Context context = open_context();
  Ids turns;
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block(id)));
    turns.push_back(must(context.commit()).turn_id);
  }
  must(context.move({turns[0], turns[1]}, 1));
  expect_one_core_per_turn(context.working().value());
}

// PLACE-02.
TEST(Placement, ATurnOfThisCycleKeepsItsCore) {
  Context context = open_context();
  must(context.insert(block("a"), 1));
  const std::string core = *node_of(context.working().value(), "a").parent_id;
  EXPECT_FALSE(context.delete_nodes({core}));
  EXPECT_FALSE(context.detach(core));
  EXPECT_FALSE(context.move({core}, 0));
  expect_one_core_per_turn(context.working().value());
}

// PLACE-03, PLACE-07.
TEST(Placement, ACoreStandsAtOffsetZeroOfATurnOrTheHead) {
  EXPECT_TRUE(tree::check_placement(NodeClass::Core, 0, NodeClass::Turn));
  EXPECT_TRUE(tree::check_placement(NodeClass::Core, 0, NodeClass::Ah));
  EXPECT_EQ(verdict(tree::check_placement(NodeClass::Core, 1, NodeClass::Turn)), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(tree::check_placement(NodeClass::Core, -1, NodeClass::Ah)), "E_PLACEMENT_INVALID");
  for (const NodeClass parent : {NodeClass::Root, NodeClass::Sys, NodeClass::Seq, NodeClass::Core, NodeClass::Block}) {
    EXPECT_EQ(verdict(tree::check_placement(NodeClass::Core, 0, parent)), "E_PLACEMENT_INVALID") << name_of(parent);
  }
}

// PLACE-05.
TEST(Placement, NoBlockStandsBesideACoreAtOffsetZero) {
  EXPECT_EQ(verdict(tree::check_placement(NodeClass::Block, 0, NodeClass::Turn)), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(tree::check_placement(NodeClass::Block, 0, NodeClass::Ah)), "E_PLACEMENT_INVALID");
}

// PLACE-05.
TEST(Placement, ABlockAtOffsetZeroOfTheHeadGoesIntoTheCore) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert_under(block("b"), "ah"));
  must(context.insert_under(block("c"), "a"));
  must(context.reparent("c", "ah"));
  const Ids expected = {"a", "b", "c"};
  EXPECT_EQ(child_ids(context.working().value(), "mc:1"), expected);
}

Component component_of(const JsonValue& node) {
  Component component;
  component.id = *node.find("id")->as_string();
  if (const JsonValue* offset = node.find("offset")) component.offset = *offset->as_integer();
  component.role = *node.find("role")->as_string();
  component.kind = *node.find("kind")->as_string();
  component.content = *node.find("content");
  return component;
}

void insert_blocks(Context& context, const JsonValue& node) {
  const JsonValue* children = node.find("children");
  if (children == nullptr) {
    must(context.insert(component_of(node)));
    return;
  }
  for (const JsonValue& child : *children->as_array()) insert_blocks(context, child);
}

// PLACE-06, as far as the turn is built here rather than imported.
TEST(Placement, TheTurnOfTheExampleHasItsBlocksInTheirOrder) {
  Context context = test::open_system_context();  // one of its blocks is the system's
  insert_blocks(context, test::read_json_data("fixtures/turn_offsets.node.json"));
  const std::string turn = must(context.commit()).turn_id;
  const JsonValue expected = test::read_json_data("fixtures/turn_offsets.expect.json");
  Ids ids;
  for (const JsonValue& unit : *expected.find("derived")->find("provider_thread")->as_array()) {
    ids.push_back(*unit.find("id")->as_string());
  }
  EXPECT_EQ(block_ids(latest_nodes(context)), ids);
  const Ids children = {"cb:pre1", "mc:1", "cb:post1"};
  EXPECT_EQ(child_ids(latest_nodes(context), turn), children);
}

TEST(Placement, PLACE_07_EveryOtherPairOfParentAndChildIsRefused) {
  const std::vector<NodeClass> classes = {NodeClass::Root, NodeClass::Sys,  NodeClass::Seq,  NodeClass::Ah,
                                          NodeClass::Turn, NodeClass::Core, NodeClass::Block};
  const std::vector<std::string> allowed = {"^sys<^root", "^seq<^root", "^ah<^root", "mt<^seq", "mc<mt", "mc<^ah",
                                            "cb<^sys",    "cb<^ah",     "cb<mt",     "cb<mc",   "cb<cb"};
  for (const NodeClass child : classes) {
    for (const NodeClass parent : classes) {
      const std::string pair = std::string(name_of(child)) + "<" + std::string(name_of(parent));
      const bool expected = std::find(allowed.begin(), allowed.end(), pair) != allowed.end();
      const std::int64_t offset = child == NodeClass::Block ? 1 : 0;
      EXPECT_EQ(tree::check_placement(child, offset, parent).has_value(), expected) << pair;
    }
  }
}

// PLACE-07.
TEST(Placement, ABlockCannotStandDirectlyUnderTheSequence) {
  Context context = open_context();
  must(context.insert(block("a")));
  EXPECT_EQ(verdict(context.insert_under(block("b", 1), "seq")), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.reparent("a", "seq")), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.reparent("a", "root")), "E_PLACEMENT_INVALID");
}

// PLACE-08, SEAL-06.
TEST(Placement, ASealedTurnTakesPreAndPostContext) {
  Context context = open_context();
  must(context.insert(block("a")));
  const std::string turn = must(context.commit()).turn_id;
  must(context.commit());
  must(context.insert_under(block("pre", -1), turn));
  must(context.insert_under(block("post", 1), turn));
  must(context.commit());
  const Ids children = {"pre", "mc:1", "post"};
  EXPECT_EQ(child_ids(latest_nodes(context), turn), children);
}

// PLACE-09.
TEST(Placement, DepthCountsTurnsFromTheNewestAndTheHeadHasNone) {
  Context context = open_context();
  for (int i = 0; i < 3; ++i) must(context.commit());
  must(context.insert(block("head")));
  must(context.insert(block("new"), 3));
  const Ids turns = child_ids(context.working().value(), "seq");
  EXPECT_EQ(turns, (Ids{"mt:1", test::turn_of(context.working().value(), "new"), "mt:2", "mt:3"}));
}

// PLACE-09: every depth names its turn and nothing else, also after a splice, and none names the head.
TEST(Placement, PLACE_09_SelectorsCountDepthFromTheNewestTurn) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block(id)));
    must(context.commit());
  }
  must(context.insert(block("head")));
  must(context.insert(block("spliced"), 2));
  SelectOptions working;
  working.working = true;
  const auto at_depth = [&](const std::string& depth) {
    return std::get<Ids>(must(context.select(".mt:depth(" + depth + ") .cb", working)));
  };
  EXPECT_EQ(at_depth("1"), Ids{"c"});
  EXPECT_EQ(at_depth("2"), Ids{"spliced"});
  EXPECT_EQ(at_depth("3"), Ids{"b"});
  EXPECT_EQ(at_depth("4"), Ids{"a"});
  EXPECT_EQ(at_depth("5"), Ids{});
  EXPECT_EQ(at_depth("1-9"), (Ids{"a", "b", "spliced", "c"}));
  for (const char* of_head :
       {"^ah:depth(0)", "^ah:depth(1)", "^ah .cb:depth(1)", ":depth(1) #head", ":depth(0) #head"}) {
    const auto found = context.select(of_head, working);
    EXPECT_TRUE(!found || std::get<Ids>(*found).empty()) << of_head;
  }
  must(context.commit());
  EXPECT_EQ(std::get<Ids>(must(context.select(".mt:depth(1) .cb"))), Ids{"head"});
  EXPECT_EQ(std::get<Ids>(must(context.select(".mt:depth(2) .cb"))), Ids{"c"});
}

// TREE-22: a head that no edit makes is found out before it becomes a turn.
TEST(Placement, TREE_22_ACommitThatWouldLeaveAnInvalidTreeFails) {
  struct Case {
    const char* type;
    std::int64_t offset;
  };
  for (const Case& wrong : {Case{"mt", 1}, Case{"mc", 1}, Case{"^sys", 0}}) {
    Context context = open_context();
    must(context.commit());
    engine::Branch& branch = engine::Access::branch(context);
    tree::NodeFields fields;
    fields.id = "odd";
    fields.type = wrong.type;
    fields.offset = wrong.offset;
    tree::Tree tree = branch.head()->tree;
    tree.ah = tree::Ring(tree.ah->with_child(0, tree::Subtree(branch.pool().add(fields, nullptr))));
    tree.cycle = 2;
    branch.adopt(tree, nullptr);
    const Nodes before = context.working().value();
    const auto refused = context.commit();
    EXPECT_EQ(verdict(refused), "E_PLACEMENT_INVALID") << wrong.type;
    EXPECT_NE(refused.error().message.find("'odd'"), std::string::npos) << refused.error().message;
    EXPECT_EQ(context.cycle(), 2U);
    EXPECT_EQ(context.working().value(), before);
  }
}

}  // namespace
}  // namespace latewood
