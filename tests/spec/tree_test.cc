// The shape of the tree: one root, three regions, and who may stand or move where.
#include <gtest/gtest.h>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "latewood/exchange.h"
#include "latewood/intake.h"
#include "latewood/selector.h"
#include "support/context_probe.h"
#include "support/document/documents.h"
#include "tree/node.h"

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

Component of_type(std::string node_type, std::int64_t offset = 0) {
  Component component;
  component.node_type = std::move(node_type);
  component.offset = offset;
  component.content = "text";
  return component;
}

// TREE-01.
TEST(Tree, TREE_01_TheWorkingStateHasOneRoot) {
  const Nodes nodes = open_context().working().value();
  EXPECT_EQ(nodes.front().node_type, "^root");
  EXPECT_EQ(std::count_if(nodes.begin(), nodes.end(), [](const NodeView& node) { return !node.parent_id; }), 1);
}

// TREE-01.
TEST(Tree, TREE_01_EverySnapshotHasOneRoot) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  const Nodes nodes = latest_nodes(context);
  EXPECT_EQ(nodes.front().node_type, "^root");
  EXPECT_EQ(std::count_if(nodes.begin(), nodes.end(), [](const NodeView& node) { return !node.parent_id; }), 1);
}

// TREE-02.
TEST(Tree, NoEditTakesTheRootAway) {
  Context context = open_system_context();
  must(context.insert(block("a")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.delete_nodes({"root"})), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.detach("root")), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.move({"root"}, 0)), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.reparent("root", "ah")), "E_PLACEMENT_INVALID");
  EXPECT_EQ(context.working().value(), before);
}

// TREE-03, TREE-04.
TEST(Tree, TheRootHasTheThreeRegionsAndNothingElse) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  const Ids regions = {"^sys", "^seq", "^ah"};
  EXPECT_EQ(test::types_of(children_of(latest_nodes(context), "root")), regions);
}

// TREE-03.
TEST(Tree, TheRootTakesNoFourthChild) {
  Context context = open_system_context();
  EXPECT_EQ(verdict(context.insert_under(block("a"), "root")), "E_PLACEMENT_INVALID");
}

// TREE-03, TREE-04.
TEST(Tree, ASecondRegionIsRefused) {
  for (const char* type : {"^root", "^sys", "^seq", "^ah"}) {
    Context context = open_system_context();
    EXPECT_EQ(verdict(context.insert_under(of_type(type), "root")), "E_PLACEMENT_INVALID") << type;
    EXPECT_EQ(verdict(context.insert(of_type(type))), "E_PLACEMENT_INVALID") << type;
  }
}

// TREE-05.
TEST(Tree, RegionsOutliveWhatTheyHeld) {
  Context context = open_system_context();
  must(context.insert(block_with_ttl("a", 1), -1));
  must(context.insert(block_with_ttl("b", 1)));
  must(context.commit());
  must(context.commit());
  const Ids regions = {"sys", "seq", "ah"};
  EXPECT_EQ(child_ids(latest_nodes(context), "root"), regions);
}

// TREE-05, TREE-19.
TEST(Tree, RegionsStayWhereTheyAre) {
  Context context = open_system_context();
  must(context.insert(block("a")));
  const Nodes before = context.working().value();
  for (const char* region : {"sys", "seq", "ah"}) {
    EXPECT_EQ(verdict(context.reparent(region, "a")), "E_PLACEMENT_INVALID") << region;
    EXPECT_EQ(verdict(context.move({region}, 1)), "E_PLACEMENT_INVALID") << region;
    EXPECT_EQ(verdict(context.delete_nodes({region})), "E_PLACEMENT_INVALID") << region;
    EXPECT_EQ(verdict(context.detach(region)), "E_PLACEMENT_INVALID") << region;
  }
  EXPECT_EQ(context.working().value(), before);
}

// TREE-06.
TEST(Tree, ASystemBlockWithoutTtlNeverExpires) {
  Context context = open_system_context();
  must(context.insert(block("a"), -1));
  for (int i = 0; i < 5; ++i) must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "a").parent_id, "sys");
  EXPECT_EQ(node_of(latest_nodes(context), "a").ttl, std::nullopt);
}

// TREE-07.
TEST(Tree, TheSequenceHoldsTurnsInTheOrderOfTheirCommits) {
  Context context = open_context();
  Ids sealed;
  for (int i = 0; i < 3; ++i) sealed.push_back(must(context.commit()).turn_id);
  EXPECT_EQ(child_ids(latest_nodes(context), "seq"), sealed);
  for (const NodeView& turn : children_of(latest_nodes(context), "seq")) EXPECT_EQ(turn.node_type, "mt");
}

// TREE-08, SEAL-07.
TEST(Tree, ANodeOfThisCycleIsEditableOutsideTheActiveHead) {
  Context context = open_context();
  const std::string turn = must(context.commit()).turn_id;
  must(context.insert_under(block("late", 1), turn));
  EXPECT_EQ(must(context.replace("late", {"other", {}})), "late");
  EXPECT_EQ(node_of(context.working().value(), "late").content, JsonValue("other"));
}

// TREE-09.
TEST(Tree, TREE_09_TurnsCoresAndBlocksHaveTheirCanonicalTypes) {
  Context context = open_context();
  must(context.insert(block("a")));
  const std::string turn = must(context.commit()).turn_id;
  const Nodes nodes = latest_nodes(context);
  EXPECT_EQ(node_of(nodes, turn).node_type, "mt");
  EXPECT_EQ(node_of(nodes, *node_of(nodes, "a").parent_id).node_type, "mc");
  EXPECT_EQ(node_of(nodes, "a").node_type, "cb");
}

// TREE-10: each role and kind of the specification, in the tree, in selectors, in what is rendered and exported; a text
// has a kind without being told, and a role that is none of them is refused.
TEST(Tree, TREE_10_BlocksCarryRoleAndKind) {
  const Ids roles = {"user", "assistant", "tool", "other"};
  const Ids kinds = {"text", "call", "result", "image", "summary"};
  Context context = open_context();
  for (const std::string& role : roles) {
    for (const std::string& kind : kinds) {
      Component said = block(role + "-" + kind);
      said.role = role;
      said.kind = kind;
      must(context.insert(said));
    }
  }
  must(context.insert(block("plain")));
  must(context.commit());
  const Nodes nodes = latest_nodes(context);
  const std::string thread = must(context.latest()).provider_thread().value();
  const std::string document = must(export_snapshot(must(context.latest())));
  for (const std::string& role : roles) {
    for (const std::string& kind : kinds) {
      const std::string id = role + "-" + kind;
      EXPECT_EQ(node_of(nodes, id).role, role);
      EXPECT_EQ(node_of(nodes, id).kind, kind);
      EXPECT_EQ(std::get<Ids>(must(context.select(".cb[role='" + role + "'][kind='" + kind + "']"))), Ids{id});
      const std::string shown = R"({"id":")" + id + R"(","role":")" + role + R"(","kind":")" + kind + R"(",)";
      EXPECT_NE(thread.find(shown), std::string::npos) << shown;
      EXPECT_NE(document.find(R"("kind":")" + kind + R"(")"), std::string::npos);
    }
  }
  EXPECT_EQ(node_of(nodes, "plain").kind, "text");
  EXPECT_EQ(node_of(nodes, "plain").role, std::nullopt);
  Component wrong = block("wrong");
  wrong.role = "robot";
  EXPECT_EQ(verdict(context.insert(wrong)), "E_ATTR_VALUE");
}

TEST(Tree, TREE_11_NamespacedTypesAreKept) {
  for (const char* type : {"cb:summary", "custom:note", "cb:a:b"}) {
    Context context = open_context();
    const std::string id = must(context.insert(of_type(type)));
    must(context.commit());
    EXPECT_EQ(node_of(latest_nodes(context), id).node_type, type);
  }
}

TEST(Tree, TREE_11_TypesWithoutANamespaceAreRefused) {
  for (const char* type : {"", "note", ":note", "custom:", "CB"}) {
    EXPECT_EQ(verdict(open_context().insert(of_type(type))), "E_PLACEMENT_INVALID") << type;
  }
}

// TREE-13.
TEST(Tree, TREE_13_AnUnknownTypeIsABlock) {
  EXPECT_EQ(tree::class_of("custom:note"), tree::NodeClass::Block);
  EXPECT_EQ(tree::class_of("whatever"), tree::NodeClass::Block);
  EXPECT_EQ(tree::class_of("^sys:x"), tree::NodeClass::Block);
}

// TREE-13.
TEST(Tree, TREE_13_AnUnknownTypeStandsWhereABlockDoes) {
  Context context = open_context();
  const std::string id = must(context.insert(of_type("custom:note")));
  must(context.commit());
  const Nodes nodes = latest_nodes(context);
  EXPECT_EQ(node_of(nodes, *node_of(nodes, id).parent_id).node_type, "mc");
}

// TREE-14.
TEST(Tree, TREE_14_CorrectionsAndRedactionsAreBlocksAfterTheCore) {
  Context context = open_context();
  must(context.insert(block("a")));
  const std::string turn = must(context.commit()).turn_id;
  const std::string replacement = must(context.replace("a", {"better", {}}));
  const std::string redaction = must(context.delete_nodes({"a"})).at(0);
  for (const std::string& id : {replacement, redaction}) {
    const NodeView marker = node_of(context.working().value(), id);
    EXPECT_EQ(tree::class_of(marker.node_type), tree::NodeClass::Block);
    EXPECT_GT(marker.offset, 0);
    EXPECT_EQ(marker.parent_id, turn);
  }
}

TEST(Tree, TREE_15_ANodeCannotGoBelowItself) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert_under(block("b"), "a"));
  must(context.insert_under(block("c"), "b"));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.reparent("a", "a")), "E_TREE_CYCLE");
  EXPECT_EQ(verdict(context.reparent("a", "c")), "E_TREE_CYCLE");
  EXPECT_EQ(context.working().value(), before);
}

TEST(Tree, TREE_16_AnIdThatIsTakenIsRefused) {
  Context context = open_context();
  must(context.insert(block("a")));
  EXPECT_EQ(verdict(context.insert(block("a"))), "E_DUPLICATE_ID");
  must(context.commit());
  EXPECT_EQ(verdict(context.insert(block("a"))), "E_DUPLICATE_ID");
  for (const char* id : {"root", "sys", "seq", "ah", "mt:1", "mc:1"}) {
    EXPECT_EQ(verdict(context.insert(block(id))), "E_DUPLICATE_ID") << id;
  }
}

// TREE-16, by D-09: an id never comes to name another node.
TEST(Tree, TheIdOfANodeThatIsGoneIsRefused) {
  Context context = open_context();
  must(context.insert(block("deleted")));
  must(context.insert(block_with_ttl("expired", 1)));
  must(context.delete_nodes({"deleted"}));
  EXPECT_EQ(verdict(context.insert(block("deleted"))), "E_DUPLICATE_ID");
  must(context.commit());
  must(context.commit());
  ASSERT_FALSE(has_node(latest_nodes(context), "expired"));
  EXPECT_EQ(verdict(context.insert(block("expired"))), "E_DUPLICATE_ID");
}

Ids sorted_ids(const Nodes& nodes) {
  Ids ids = test::ids_of(nodes);
  std::sort(ids.begin(), ids.end());
  return ids;
}

bool ids_are_unique(const Nodes& nodes) {
  const Ids ids = sorted_ids(nodes);
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}

// As something that came from elsewhere has it: callers may not choose such an id (AUD-14).
void bring(Context& context, const char* id, std::int64_t depth = 0) {
  must(engine::Access::branch(context).edit({}, [&](tree::Editor& editor) { return editor.insert(block(id), depth); }));
}

// TREE-16. The names of containers give way to what was there first.
TEST(Tree, AnIdThatTheEngineWouldHaveIssuedStaysUnique) {
  Context context = open_context();
  bring(context, "mc:1");
  bring(context, "mt:1");
  bring(context, "mt:1:1", 1);
  bring(context, "mc:1:2", 1);
  EXPECT_TRUE(ids_are_unique(context.working().value()));
  must(context.commit());
  EXPECT_TRUE(ids_are_unique(latest_nodes(context)));
}

// AUD-14: every road on which a caller names a node.
TEST(Tree, AUD_14_FormsThatTheEngineIssuesAreNoCallersIds) {
  Context context = open_context();
  must(context.insert(block("a")));
  const Nodes before = context.working().value();
  for (const char* id : {"mt:1", "mt:", "mc:7:1", "mt:unread", "cb:2j3r7zzcyn7ml7od", "cb:2j3r7zzcyn7ml7od:12"}) {
    EXPECT_EQ(verdict(context.insert(block(id))), "E_ID_RESERVED") << id;
    EXPECT_EQ(verdict(context.insert_under(block(id), "a")), "E_ID_RESERVED") << id;
    EXPECT_EQ(verdict(context.insert_under(block(id), must(Selector::parse("#a")))), "E_ID_RESERVED") << id;
    EXPECT_EQ(verdict(propose(context, {.proposer = "p", .edits = {InsertEdit{block(id), 0}}})), "E_ID_RESERVED") << id;
    AttemptOutcome outcome;
    outcome.reply.push_back(block(id));
    const AttemptTicket ticket = must(context.begin_attempt({}));
    EXPECT_EQ(verdict(context.end_attempt(ticket.attempt_id, outcome)), "E_ID_RESERVED") << id;
  }
  EXPECT_EQ(context.working().value(), before);
  for (const char* id : {"mt", "mc", "cb:u1", "cb:2j3r7zzcyn7ml7o", "cb:2j3r7zzcyn7ml7od:", "cb:2J3R7ZZCYN7ML7OD"}) {
    EXPECT_EQ(verdict(context.insert(block(id))), "done") << id;
  }
}

// AUD-14: what another context issued comes along as it is.
TEST(Tree, AUD_14_ImportsBringIdsOfAnyForm) {
  Context context = open_context();
  must(context.insert({.role = "user", .content = "hi"}));
  must(context.commit());
  const Context copy = test::must_import(test::export_of(context));
  EXPECT_EQ(test::ids_of(latest_nodes(copy)), test::ids_of(latest_nodes(context)));
}

// TREE-17.
TEST(Tree, ANewNodeChangesItsRegionAndKeepsItsId) {
  Context context = open_system_context();
  must(context.insert(block("a")));
  must(context.insert_under(block("below"), "a"));
  must(context.reparent("a", "sys"));
  EXPECT_EQ(node_of(context.working().value(), "a").parent_id, "sys");
  EXPECT_EQ(node_of(context.working().value(), "below").parent_id, "a");
}

// TREE-18.
TEST(Tree, ATurnIsNotReparented) {
  Context context = open_system_context();
  const std::string turn = must(context.commit()).turn_id;
  must(context.insert(block("a")));
  must(context.insert(block("spliced"), 1));
  const std::string spliced = test::turn_of(context.working().value(), "spliced");
  const Nodes before = context.working().value();
  for (const std::string& id : {turn, spliced}) {
    for (const char* parent : {"sys", "ah", "a"}) EXPECT_FALSE(context.reparent(id, parent)) << id << " to " << parent;
  }
  EXPECT_EQ(context.working().value(), before);
}

// TREE-18.
TEST(Tree, ATurnIsNotInserted) {
  for (const char* type : {"mt", "mt:custom"}) {
    EXPECT_EQ(verdict(open_context().insert(of_type(type))), "E_PLACEMENT_INVALID") << type;
    EXPECT_EQ(verdict(open_context().insert_under(of_type(type), "seq")), "E_PLACEMENT_INVALID") << type;
  }
}

// TREE-20.
TEST(Tree, BetweenSnapshotsAChangeOfRegionIsARemovalAndAnAddition) {
  Context context = open_system_context();
  must(context.insert(block("system"), -1));
  must(context.insert(block("note", 1)));
  must(context.commit());
  const Ids to_head = must(context.move({"system"}, 0));
  const Ids to_system = must(context.move({"note"}, -1));
  must(context.commit());
  const Nodes nodes = latest_nodes(context);
  EXPECT_FALSE(has_node(nodes, "system"));
  EXPECT_FALSE(has_node(nodes, "note"));
  EXPECT_EQ(node_of(nodes, to_head.at(0)).content, JsonValue("text of system"));
  EXPECT_EQ(node_of(nodes, to_system.at(0)).parent_id, "sys");
}

// TREE-21: between regions a block is taken away and added; the thread is that of doing just so.
TEST(Tree, RelocationBetweenRegionsIsARemovalAndAnAddition) {
  Context moved = open_system_context();
  Context rebuilt = open_system_context();
  for (Context* context : {&moved, &rebuilt}) {
    must(context->insert(block("rule"), -1));
    must(context->insert(block("a")));
    must(context->commit());
  }
  const std::string id = must(moved.move({"rule"}, 0)).at(0);
  must(rebuilt.delete_nodes({"rule"}));
  Component copy = block("rule");
  copy.id = id;
  must(engine::Access::branch(rebuilt).edit({}, [&copy](tree::Editor& editor) { return editor.insert(copy, 0); }));
  const Diff diff = must(moved.diff("@t0", "working"));
  EXPECT_EQ(diff.removed, Ids{"rule"});
  EXPECT_NE(std::find(diff.added.begin(), diff.added.end(), id), diff.added.end());
  must(moved.commit());
  must(rebuilt.commit());
  EXPECT_EQ(moved.latest()->provider_thread().value(), rebuilt.latest()->provider_thread().value());
}

}  // namespace
}  // namespace latewood
