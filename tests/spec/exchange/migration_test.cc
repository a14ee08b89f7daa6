// Coming from flat logs: MIG rows of the specification.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "support/document/documents.h"

namespace latewood {
namespace {

using test::block_ids;
using test::child_ids;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::node_of;
using test::open_system_context;
using test::read_data;
using test::read_json_data;
using test::verdict;

Context with_flat_log() {
  Context context = open_system_context();
  must(insert_flat_log(context, read_data("fixtures/flat_log.input.json")));
  return context;
}

// MIG-01, MIG-02: the tree before the commit is the specification's.
TEST(Migration, AFlatLogGivesTheTreeOfTheSpecification) {
  const std::vector<NodeView> working = with_flat_log().working().value();
  const Context expected = test::import_fixture("flat_log.precommit.json");
  EXPECT_EQ(block_ids(working), block_ids(latest_nodes(expected)));
  for (const std::string& id : block_ids(working)) {
    const NodeView ours = node_of(working, id);
    const NodeView theirs = node_of(latest_nodes(expected), id);
    EXPECT_EQ(ours.role, theirs.role);
    EXPECT_EQ(ours.kind, theirs.kind);
    EXPECT_EQ(ours.content, theirs.content);
    EXPECT_EQ(ours.node_type, theirs.node_type);
  }
  EXPECT_EQ(child_ids(working, "sys"), Ids{"cb:sysA"});
  EXPECT_EQ(child_ids(working, "ah"), Ids{"mc:1"});
  EXPECT_EQ(child_ids(working, "mc:1"), (Ids{"cb:u1", "cb:a1"}));
}

// MIG-03, MIG-04, SEAL-11: committed, the thread is the same and the head empty.
TEST(Migration, CommittingSealsTheLog) {
  Context context = with_flat_log();
  const std::string expected =
      *read_json_data("fixtures/flat_log.expect.json").find("derived")->find("provider_bytes_utf8")->as_string();
  EXPECT_EQ(must(context.preview()), expected);
  must(context.commit());
  EXPECT_EQ(context.latest()->provider_thread().value(), expected);
  EXPECT_EQ(context.latest()->turns().value().size(), 1U);
  EXPECT_EQ(child_ids(latest_nodes(context), "ah"), Ids{});
}

TEST(Migration, TheImportedPrecommitTreeCommitsTheSameWay) {
  Context context = test::import_fixture("flat_log.precommit.json");
  const std::string before = context.latest()->provider_thread().value();
  must(context.commit());
  EXPECT_EQ(context.latest()->provider_thread().value(), before);
  EXPECT_EQ(child_ids(latest_nodes(context), "mc:1"), (Ids{"cb:u1", "cb:a1"}));
}

// MIG-05, MIG-06, MIG-07: a retrieved item as post-context, in two snapshots.
TEST(Migration, ARetrievedItemLivesForItsTtl) {
  const JsonValue item = read_json_data("fixtures/rag_insert.node.json");
  Component component;
  component.id = *item.find("id")->as_string();
  component.role = *item.find("role")->as_string();
  component.kind = *item.find("kind")->as_string();
  component.content = *item.find("content");
  component.ttl = *item.find("ttl")->as_integer();
  component.offset = *item.find("offset")->as_integer();
  Context context = with_flat_log();
  must(context.insert(component));
  std::vector<bool> present;
  for (int i = 0; i < 3; ++i) {
    must(context.commit());
    present.push_back(test::has_node(latest_nodes(context), "cb:rag1"));
  }
  EXPECT_EQ(present, (std::vector<bool>{true, true, false}));
}

TEST(Migration, TheSameItemIsTakenFromADocument) {
  const Context context = test::must_import(test::with_turns(R"({"id":"t","nodeType":"mt","children":[{"id":"u"},)" +
                                                             read_data("fixtures/rag_insert.node.json") + "]}"));
  EXPECT_EQ(child_ids(latest_nodes(context), "t"), (Ids{"u", "cb:rag1"}));
  EXPECT_EQ(node_of(latest_nodes(context), "cb:rag1").ttl, 2);
}

TEST(Migration, RolesAreCountedByThemselves) {
  const auto entries =
      must(parse_flat_log(R"([{"role":"system","content":1},{"role":"tool","content":2},{"role":"robot","content":3},)"
                          R"({"role":"system","content":4},{"role":"tool","content":5,"data_x":6}])"));
  Ids ids;
  for (const LogEntry& entry : entries) ids.push_back(*entry.component.id);
  EXPECT_EQ(ids, (Ids{"cb:sysA", "cb:t1", "cb:o1", "cb:sysB", "cb:t2"}));
  EXPECT_EQ(entries[4].component.attributes.size(), 1U);
  EXPECT_EQ(entries[4].component.role, "tool");
}

TEST(Migration, NamesThatAreTakenAreDerived) {
  Context context = with_flat_log();
  must(context.commit());
  must(insert_flat_log(context, R"([{"role":"user","content":"again"}])"));
  must(context.commit());
  EXPECT_EQ(block_ids(latest_nodes(context)).size(), 4U);
}

TEST(Migration, ALogThatIsRefusedChangesNothing) {
  Context context = test::open_context();
  EXPECT_EQ(verdict(insert_flat_log(context, R"([{"role":"user","content":"a"},{"role":"system","content":"b"}])")),
            "E_UNAUTHORIZED");
  EXPECT_EQ(block_ids(context.working().value()), Ids{});
}

TEST(Migration, WhatIsNoLogIsRefused) {
  for (const char* document : {"", "{}", "[1]", R"([{"role":"user"}])", R"([{"content":"x"}])",
                               R"([{"role":1,"content":"x"}])", R"({"flat_log":{}})"}) {
    EXPECT_EQ(verdict(parse_flat_log(document)), "InvalidArgument") << document;
  }
  EXPECT_EQ(verdict(parse_flat_log(R"([{"role":"user","content":"x","name":"y"}])")), "E_ATTR_NAME");
}

// MIG-08: everything a minimal runtime needs, in one small run.
TEST(Migration, AMinimalRuntimeIsThere) {
  Context context = with_flat_log();
  must(context.commit());
  Component folder;
  folder.id = "folder";
  folder.offset = 1;
  folder.removable = true;
  must(context.insert(folder));
  must(context.insert_under(test::block_with_ttl("page", 1), "folder"));
  must(context.commit());
  EXPECT_EQ(child_ids(latest_nodes(context), "root"), (Ids{"sys", "seq", "ah"}));
  EXPECT_EQ(std::get<Ids>(must(context.select("^seq .mt:depth(1) .cb"))), (Ids{"folder", "page"}));
  must(context.commit());
  EXPECT_EQ(must(context.diff("@t-1", "@t0")).removed, (Ids{"folder", "page"}));
  EXPECT_NE(serialize_snapshot(must(context.at(2))).value().find("text of page"), std::string::npos);
  EXPECT_EQ(serialize_snapshot(must(context.latest())).value().find("text of page"), std::string::npos);
}

// MIG-09: who does not ask for a layer does not get it. Structure alone keeps everything; a ttl is
// the lifecycle, a policy the pruning, and questions change nothing.
TEST(Migration, MIG_09_LayersAreAdoptedOneByOne) {
  Context context = with_flat_log();
  for (int cycle = 0; cycle < 5; ++cycle) {
    must(context.insert(test::block("plain" + std::to_string(cycle))));
    must(context.commit());
  }
  EXPECT_TRUE(must(context.latest()).report().departures.empty());
  EXPECT_EQ(test::block_ids(latest_nodes(context)).size(), 3U + 5U);
  must(context.insert(test::block_with_ttl("short", 1)));
  must(context.commit());
  EXPECT_EQ(test::verdict(context.select("#short")), "done");
  must(context.commit());
  EXPECT_EQ(must(context.diff("@t-1", "@t0")).removed, (Ids{"short"}));
  PrunePolicy policy;
  policy.turns = Budget{3, 2, 0};
  must(context.set_policy(policy));
  must(context.commit());
  EXPECT_FALSE(must(context.latest()).report().departures.empty());
}

}  // namespace
}  // namespace latewood
