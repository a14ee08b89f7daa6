// Import: complete documents come back as they were, incomplete ones are completed, wrong ones
// are refused as a whole with the place at fault.
#include <gtest/gtest.h>

#include "support/documents.h"

namespace latewood {
namespace {

using test::block;
using test::export_of;
using test::find_node;
using test::Ids;
using test::import_fixture;
using test::imported;
using test::latest_nodes;
using test::must;
using test::must_import;
using test::node_of;
using test::read_data;
using test::refusal;
using test::verdict;
using test::with_block;
using test::with_turns;

constexpr const char* kFixtures[] = {"golden_selectors.snapshot.json",  "range_depth.snapshot.json",
                                     "provider_thread_1.snapshot.json", "provider_thread_2.snapshot.json",
                                     "flat_log.precommit.json",         "snapshot_export.example.json"};

// A history with everything that an export has to carry.
Context rich_context() {
  Context context = test::open_system_context();
  must(context.insert(block("s"), -1));
  Component rich = block("a");
  rich.ttl = 3;
  rich.role = "user";
  rich.kind = "text";
  rich.key = "k";
  rich.removable = false;
  rich.provenance = "model:x";
  rich.content = JsonValue(JsonValue::Array{JsonValue(1.5), JsonValue("\xc3\xa9")});
  rich.attributes = {{"data_x", JsonValue(std::int64_t{1})}, {"A:b", JsonValue()}, {"zz:last", JsonValue(true)}};
  must(context.insert(rich));
  must(context.insert_under(block("inner"), "a"));
  must(context.pin("a"));
  must(context.commit());
  must(context.insert(block("post", 1)));
  must(context.commit());
  return context;
}

// ---- complete documents ----

TEST(Import, IMPORT_01_AnExportCanBeImportedAgain) { EXPECT_EQ(verdict(imported(export_of(rich_context()))), "done"); }

TEST(Import, IMPORT_02_AllProductsAreTheSameBytes) {
  const Context context = rich_context();
  const Context again = must_import(export_of(context));
  EXPECT_EQ(export_of(again), export_of(context));
  EXPECT_EQ(serialize_snapshot(*again.latest()).value(), serialize_snapshot(*context.latest()).value());
  EXPECT_EQ(again.latest()->provider_thread().value(), context.latest()->provider_thread().value());
}

// IMPORT-03, DEBUG-01, DEBUG-02: whoever asks gets the same answers.
TEST(Import, EveryNodeReadsAsBefore) {
  const Context context = rich_context();
  EXPECT_EQ(latest_nodes(must_import(export_of(context))), latest_nodes(context));
}

TEST(Import, IMPORT_04_TheStateRootIsTheSame) {
  const Context context = rich_context();
  EXPECT_EQ(must_import(export_of(context)).latest()->state_root(), context.latest()->state_root());
}

TEST(Import, ACompleteDocumentIsCompleteInStrictModeToo) {
  EXPECT_EQ(verdict(imported(export_of(rich_context()), true)), "done");
}

// IMPORT-05, VER-02, E-16.
TEST(Import, WhatMeansNothingHereIsKept) {
  const std::string document = R"({"a_note":[1],"root":{"children":[{"nodeType":"^sys","x-region":1,"children":[)"
                               R"({"id":"a","nodeType":"robot","plain":null,"future:thing":{"b":1}}]}]},"zz":{"y":2}})";
  const std::string exported = export_of(must_import(document));
  for (const char* part : {R"("a_note":[1],)", R"("future:thing":{"b":1})", R"("plain":null)", R"("x-region":1)",
                           R"("nodeType":"robot")", R"("zz":{"y":2}})"}) {
    EXPECT_NE(exported.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(export_of(must_import(exported)), exported);
}

// E-16: a later snapshot is not the document's.
TEST(Import, TheNextCommitHasItsOwnEnvelope) {
  Context context = must_import(R"({"note":1,"root":{}})");
  must(context.commit());
  EXPECT_EQ(export_of(context).find("note"), std::string::npos);
}

// ---- incomplete documents ----

TEST(Import, IMPORT_06_EveryFixtureIsUsable) {
  for (const char* name : kFixtures) {
    const Context context = import_fixture(name);
    EXPECT_EQ(export_of(must_import(export_of(context))), export_of(context)) << name;
  }
}

TEST(Import, IMPORT_06_StrictModeRefusesEveryFixture) {
  for (const char* name : kFixtures) {
    EXPECT_EQ(verdict(imported(read_data(std::string("fixtures/") + name), true)), "InvalidArgument") << name;
  }
}

TEST(Import, IMPORT_06_TheProviderFixturesRenderToTheirBytes) {
  for (const char* name : {"provider_thread_1", "provider_thread_2"}) {
    EXPECT_EQ(import_fixture(std::string(name) + ".snapshot.json").latest()->provider_thread().value(),
              read_data("fixtures/" + std::string(name) + ".canonical.json"));
  }
}

// HDR-17, HDR-18, E-05: priority 0, ttl null, created_at_ns 0, offset 0, nodeType cb, the
// snapshot's cycle, and the position in the text, where root and region count.
TEST(Import, MissingHeadersGetTheirDefaults) {
  const Context context =
      must_import(R"({"cycle":4,"root":{"children":[{"nodeType":"^sys","children":[{"id":"a"},{"id":"b"}]}]}})");
  const NodeView node = node_of(latest_nodes(context), "b");
  EXPECT_EQ(node.node_type, "cb");
  EXPECT_EQ(node.offset, 0);
  EXPECT_EQ(node.ttl, std::nullopt);
  EXPECT_EQ(node.priority, 0);
  EXPECT_EQ(node.cycle, 4U);
  EXPECT_EQ(node.created_at_ns, 0);
  EXPECT_EQ(node.created_at_iso, "1970-01-01T00:00:00.000000000Z");
  EXPECT_EQ(node.creation_index, 3U);
}

// D-02, HDR-19, E-08: what a document says of root and regions is their id.
TEST(Import, RootAndRegionsHaveConstantHeaders) {
  const Context context =
      must_import(R"({"cycle":9,"root":{"id":"top","offset":4,"cycle":7,"children":[)"
                  R"({"id":"head","nodeType":"^ah","ttl":3,"priority":8,"created_at_ns":77,"creation_index":5}]}})");
  EXPECT_EQ(test::ids_of(latest_nodes(context)), (Ids{"top", "sys", "seq", "head"}));
  const NodeView head = node_of(latest_nodes(context), "head");
  EXPECT_EQ(head.created_at_ns, 3);
  EXPECT_EQ(head.creation_index, 3U);
  EXPECT_EQ(head.ttl, std::nullopt);
  EXPECT_EQ(head.priority, 0);
  EXPECT_EQ(node_of(latest_nodes(context), "top").cycle, 0U);
  EXPECT_EQ(node_of(latest_nodes(context), "top").offset, 0);
}

// D-04, MIG-03.
TEST(Import, NodesWithoutStampsKeepTheOrderOfTheText) {
  EXPECT_EQ(test::block_ids(latest_nodes(import_fixture("flat_log.precommit.json"))),
            (Ids{"cb:sysA", "cb:u1", "cb:a1"}));
}

// E-09.
TEST(Import, TheIsoTimeFollowsTheNanoseconds) {
  const Context context = must_import(with_block(R"({"id":"a","created_at_ns":1,"created_at_iso":"yesterday"})"));
  EXPECT_EQ(node_of(latest_nodes(context), "a").created_at_iso, "1970-01-01T00:00:00.000000001Z");
}

// E-11.
TEST(Import, NullRoleAndKindAreAbsent) {
  const Context context = must_import(with_block(R"({"id":"a","role":null,"kind":null})"));
  EXPECT_EQ(node_of(latest_nodes(context), "a").role, std::nullopt);
  EXPECT_EQ(export_of(context).find("role"), std::string::npos);
}

// D-48, E-17: null content and removable false are something.
TEST(Import, NullContentAndRemovableFalseAreKept) {
  const Context context = must_import(with_block(R"({"id":"a","content":null,"removable":false})"));
  const NodeView node = node_of(latest_nodes(context), "a");
  ASSERT_TRUE(node.content.has_value());
  EXPECT_TRUE(node.content->is_null());
  EXPECT_EQ(node.removable, false);
}

// E-13, E-14.
TEST(Import, NumbersInContentAreKeptExactly) {
  const Context context = must_import(with_block(R"({"id":"a","content":[-0,123456789012345678901234567890,1.50]})"));
  EXPECT_NE(export_of(context).find(R"("content":[0,123456789012345678901234567890,1.5])"), std::string::npos);
}

// D-19: 64 bits, without a double in between.
TEST(Import, HeadersAreExactIntegers) {
  const Context context =
      must_import(with_block(R"({"id":"a","created_at_ns":9223372036854775807,"priority":-9007199254740993})"));
  const NodeView node = node_of(latest_nodes(context), "a");
  EXPECT_EQ(node.created_at_ns, INT64_MAX);
  EXPECT_EQ(node.priority, -9007199254740993);
}

// ORDER-11: there is no stamp after the last one, so nothing can follow; what is there can be read.
TEST(Import, WhereStampsHaveRunOutNothingIsAdded) {
  Context context = must_import(with_block(R"({"id":"a","created_at_ns":9223372036854775807})"));
  EXPECT_EQ(verdict(context.insert({.content = JsonValue("next")})), "E_STAMPS_EXHAUSTED");
  EXPECT_EQ(verdict(context.commit()), "E_STAMPS_EXHAUSTED");
  EXPECT_EQ(context.working().value().size(), latest_nodes(context).size());
}

// D-46: the bytes of the reference serialization are a document without an envelope.
TEST(Import, ABareRootIsASnapshot) {
  const Context context = import_fixture("provider_thread_2.snapshot.json");
  const std::string bytes = serialize_snapshot(*context.latest()).value();
  EXPECT_EQ(serialize_snapshot(*must_import(bytes).latest()).value(), bytes);
  EXPECT_EQ(verdict(imported(bytes, true)), "InvalidArgument");
}

// ---- versions ----

// IMPORT-09.
TEST(Import, IMPORT_09_AnyVersionOfMajorZeroIsRead) {
  for (const char* version : {"PACT/0.1", "PACT/0.1.0", "PACT/0.9.3"}) {
    EXPECT_EQ(verdict(imported(R"({"root":{},"spec_version":")" + std::string(version) + "\"}")), "done") << version;
  }
}

// IMPORT-09.
TEST(Import, IMPORT_09_AnotherMajorIsRefused) {
  for (const char* version : {"PACT/1.0", "PACT/10.1", "PACT/0", "ACT/0.1", ""}) {
    EXPECT_EQ(verdict(imported(R"({"root":{},"spec_version":")" + std::string(version) + "\"}")), "Unsupported")
        << version;
  }
}

// ---- going on ----

TEST(Import, IMPORT_08_TheNextCommitIsTheNextCycleWithLaterStamps) {
  Context context = must_import(R"({"cycle":41,"root":{"children":[{"nodeType":"^sys","children":[)"
                                R"({"id":"a","created_at_ns":5000000}]}]}})");
  EXPECT_EQ(context.cycle(), 41U);
  must(context.insert(block("b")));
  EXPECT_EQ(must(context.commit()).cycle, 42U);
  EXPECT_GT(node_of(latest_nodes(context), "b").created_at_ns, 5000000);
  EXPECT_EQ(context.at(41)->nodes().value().size(), 5U);
}

// D-03: without a cycle the snapshot is of cycle 0 and the next commit of cycle 1.
TEST(Import, WithoutACycleItIsZero) {
  Context context = must_import(R"({"root":{}})");
  EXPECT_EQ(context.at(0)->cycle(), 0U);
  EXPECT_EQ(must(context.commit()).cycle, 1U);
}

// D-13: an imported ttl counts from the snapshot; what is overdue goes with the next commit.
TEST(Import, AnImportedTtlRunsOut) {
  Context context =
      must_import(R"({"cycle":10,"root":{"children":[{"nodeType":"^sys","children":[)"
                  R"({"id":"two","ttl":2},{"id":"one","ttl":1},{"id":"zero","ttl":0},{"id":"past","ttl":-3}]}]}})");
  EXPECT_NE(export_of(context).find(R"("ttl":-3)"), std::string::npos);
  must(context.commit());
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{"two"});
  must(context.commit());
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{});
}

// E-02, D-16: pins are part of the document and hold what they hold.
TEST(Import, PinsHold) {
  Context context = must_import(
      R"({"pins":["b","a","b"],"root":{"children":[{"nodeType":"^sys","children":[{"id":"a","ttl":1}]}]}})");
  EXPECT_EQ(context.latest()->pins(), (Ids{"a", "b"}));
  must(context.commit());
  EXPECT_TRUE(test::has_node(latest_nodes(context), "a"));
}

// D-22, MIG-04: a filled head is sealed with its ids.
TEST(Import, AFilledHeadIsSealedAndItsNodesAreFound) {
  Context context = import_fixture("golden_selectors.snapshot.json");
  must(context.commit());
  EXPECT_EQ(test::depth_of(latest_nodes(context), "cb:u2"), 0U);  // its region is seq-1, not seq
  EXPECT_EQ(test::turn_of(latest_nodes(context), "cb:u2"), "mt:1:1");
  EXPECT_EQ(verdict(context.pin("cb:u2")), "done");
  EXPECT_EQ(verdict(context.insert(block("cb:u2"))), "E_DUPLICATE_ID");
}

// D-09: names in a filled head are taken before and after it is sealed.
TEST(Import, NamesOfImportedNodesAreTaken) {
  Context context = import_fixture("golden_selectors.snapshot.json");
  for (const char* id : {"cb:u2", "cb:u1", "mt:1", "cb:sysA", "seq-1", "root"}) {
    EXPECT_EQ(verdict(context.insert(block(id))), "E_DUPLICATE_ID") << id;
  }
}

// D-21: that a node claims the cycle under way does not make it a node of this cycle.
TEST(Import, ANodeThatClaimsTheNextCycleIsSealedAllTheSame) {
  Context context = must_import(with_turns(R"({"id":"t","nodeType":"mt","children":[{"id":"a","cycle":1}]})"));
  const auto markers = context.delete_nodes({"a"});
  ASSERT_EQ(verdict(markers), "done");
  EXPECT_EQ(markers->size(), 1U);
  EXPECT_TRUE(test::has_node(context.working().value(), "a"));
}

TEST(Import, AForkOfAnImportFindsItsNodes) {
  const Context context = must_import(with_turns(R"({"id":"t","nodeType":"mt","children":[{"id":"a","cycle":8}]})"));
  Context fork = must(context.fork(0));
  EXPECT_EQ(verdict(fork.pin("a")), "done");
  EXPECT_EQ(verdict(fork.insert(block("a"))), "E_DUPLICATE_ID");
  EXPECT_EQ(export_of(fork), export_of(context));
}

}  // namespace
}  // namespace latewood
