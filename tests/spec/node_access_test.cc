// Single nodes and matches of a selector, read without a copy of the tree, are the nodes of the whole copy.
#include <gtest/gtest.h>

#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::Ids;
using test::must;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

const Selector& every_node() {
  static const Selector selector = must(Selector::parse("*"));
  return selector;
}

// A sealed turn, system text, a pin, a redacted node and uncommitted edits.
Context open_varied_context() {
  Context context = open_system_context();
  must(context.insert_system(block("rules")));
  must(context.insert(block("first")));
  must(context.insert(block_with_ttl("short", 3, 1)));
  must(context.commit());
  must(context.pin("short", "reader"));
  must(context.delete_nodes({"first"}));
  must(context.insert(block("second")));
  must(context.commit());
  must(context.unpin("short", "reader"));
  must(context.pin("second", "writer"));
  must(context.insert(block("third")));
  return context;
}

template <class Visit>
Nodes visited(Visit visit) {
  Nodes nodes;
  must(visit([&nodes](const NodeView& node) {
    nodes.push_back(node);
    return true;
  }));
  return nodes;
}

TEST(NodeAccess, ANodeOfASnapshotIsTheOneOfItsList) {
  const Context context = open_varied_context();
  for (std::uint64_t cycle = 1; cycle <= 2; ++cycle) {
    const Snapshot snapshot = must(context.at(cycle));
    const Nodes all = must(snapshot.nodes());
    EXPECT_GT(all.size(), 8U);
    for (const NodeView& node : all) EXPECT_EQ(must(snapshot.node(node.id)), node) << node.id;
  }
  EXPECT_EQ(verdict(must(context.at(1)).node("second")), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(must(context.at(2)).node("third")), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(must(context.at(2)).node("")), "E_NODE_NOT_FOUND");
}

TEST(NodeAccess, AWorkingNodeIsTheOneOfTheList) {
  const Context context = open_varied_context();
  for (const NodeView& node : must(context.working())) EXPECT_EQ(must(context.working_node(node.id)), node) << node.id;
  EXPECT_EQ(must(context.working_node("second")).pins, Ids{"writer"});
  EXPECT_EQ(verdict(context.working_node("fourth")), "E_NODE_NOT_FOUND");
}

TEST(NodeAccess, AVisitorGetsTheMatchesInDocumentOrder) {
  const Context context = open_varied_context();
  const Snapshot snapshot = must(context.latest());
  EXPECT_EQ(visited([&](const auto& visit) { return snapshot.for_each_node(every_node(), visit); }),
            must(snapshot.nodes()));
  EXPECT_EQ(visited([&](const auto& visit) { return context.for_each_working_node(every_node(), visit); }),
            must(context.working()));
  const Selector blocks = must(Selector::parse("^seq .cb"));
  EXPECT_EQ(test::ids_of(visited([&](const auto& visit) { return snapshot.for_each_node(blocks, visit); })),
            must(snapshot.select(blocks)));
}

TEST(NodeAccess, AVisitorStopsWhereItWantsTo) {
  const Context context = open_varied_context();
  const Snapshot snapshot = must(context.latest());
  int calls = 0;
  const auto second = [&calls](const NodeView&) { return ++calls < 2; };
  must(snapshot.for_each_node(every_node(), second));
  EXPECT_EQ(calls, 2);
  calls = 0;
  must(context.for_each_working_node(every_node(), second));
  EXPECT_EQ(calls, 2);
}

TEST(NodeAccess, AVisitorRefusesASelectorWithASnapshot) {
  const Context context = open_varied_context();
  const Selector dated = must(Selector::parse("@t-1 .cb"));
  const auto none = [](const NodeView&) { return ADD_FAILURE() << "was called", false; };
  EXPECT_EQ(verdict(must(context.latest()).for_each_node(dated, none)), "E_SELECTOR_INVALID");
  EXPECT_EQ(verdict(context.for_each_working_node(dated, none)), "E_SELECTOR_INVALID");
}

TEST(NodeAccess, InsertSystemIsInsertAtDepthMinusOne) {
  Context context = open_system_context();
  Context other = open_system_context();
  must(context.insert_system(block("rules")));
  must(other.insert(block("rules"), -1));
  EXPECT_EQ(must(context.commit()).commit_id, must(other.commit()).commit_id);
  Context plain = open_context();
  EXPECT_EQ(verdict(plain.insert_system(block("rules"))), "E_UNAUTHORIZED");
}

}  // namespace
}  // namespace latewood
