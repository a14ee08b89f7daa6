// Import: complete documents come back as they were, incomplete ones are completed, wrong ones
// are refused as a whole with the place at fault.
#include <gtest/gtest.h>

#include "support/document/documents.h"

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

// A complete and canonical document that no export of ours could be: regions in an order that their stamps do not
// give, with headers of their own, and every moment in another spelling.
constexpr const char* kOfAnotherRuntime =
    R"({"cycle":8,"made_by":"another runtime","pins":["b2"],"root":{"children":[{"children":[{"content":"Be)"
    R"( brief.","created_at_iso":"2023-11-14T23:13:20.00000001+01:00","created_at_ns":1700000000000000010,")"
    R"(creation_index":0,"cycle":4,"id":"b1","nodeType":"cb","offset":0,"priority":0,"role":"system","ttl":)"
    R"(null}],"created_at_iso":"2023-11-14 22:13:20.000000003","created_at_ns":1700000000000000003,"creatio)"
    R"(n_index":9,"cycle":3,"data_owner":"ops","id":"s","nodeType":"^sys","offset":0,"priority":0,"ttl":nul)"
    R"(l},{"children":[{"children":[{"children":[{"content":"Why?","created_at_iso":"2023-11-14t22:13:20,00)"
    R"(0000022z","created_at_ns":1700000000000000022,"creation_index":3,"cycle":5,"id":"b2","kind":"text",")"
    R"(nodeType":"cb","offset":0,"priority":0,"role":"user","ttl":-2}],"created_at_iso":"2023-11-14T22:13:2)"
    R"(0.000000021+00:00","created_at_ns":1700000000000000021,"creation_index":2,"cycle":5,"id":"c1","nodeT)"
    R"(ype":"mc","offset":0,"priority":0,"ttl":null}],"created_at_iso":"2023-11-14T22:13:20.000000020Z","cr)"
    R"(eated_at_ns":1700000000000000020,"creation_index":1,"cycle":5,"id":"t1","nodeType":"mt","offset":0,")"
    R"(priority":0,"ttl":null}],"created_at_iso":"20231114T221320.000000002Z","created_at_ns":1700000000000)"
    R"(000002,"creation_index":8,"cycle":3,"id":"q","nodeType":"^seq","offset":-4,"priority":0,"ttl":null},)"
    R"({"children":[],"created_at_iso":"2023-11-14T22:13:20.0000000010Z","created_at_ns":170000000000000000)"
    R"(1,"creation_index":6,"cycle":3,"id":"h","nodeType":"^ah","offset":0,"priority":0,"ttl":null}],"creat)"
    R"(ed_at_iso":"2023-11-14T22:13:20Z","created_at_ns":1700000000000000000,"creation_index":7,"cycle":3,")"
    R"(id":"top","nodeType":"^root","offset":2,"priority":1,"ttl":null},"spec_version":"PACT/0.1.0"})";

// R-01, R-02.
TEST(Import, IMPORT_02_ADocumentOfAnotherRuntimeComesBackByteForByte) {
  const auto context = imported(kOfAnotherRuntime, true);
  ASSERT_EQ(verdict(context), "done");
  EXPECT_EQ(export_of(*context), kOfAnotherRuntime);
  for (const char* iso : {"20231114T221320.000000002Z", "2023-11-14t22:13:20,000000022z"}) {
    EXPECT_NE(serialize_snapshot(*context->latest()).value().find(iso), std::string::npos) << iso;
  }
  EXPECT_EQ(context->latest()->provider_thread().value(),
            R"([{"id":"b1","role":"system","content":"Be brief."},)"
            R"({"id":"b2","role":"user","kind":"text","content":"Why?"}])");
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

// D-02, HDR-19, R-02: what a document says of root and regions is kept, constants fill in the rest.
TEST(Import, R_02_RootAndRegionsKeepTheirHeaders) {
  const Context context =
      must_import(R"({"cycle":9,"root":{"id":"top","offset":4,"cycle":7,"children":[)"
                  R"({"id":"head","nodeType":"^ah","priority":8,"created_at_ns":-77,"creation_index":5},)"
                  R"({"nodeType":"^seq","created_at_ns":5,"created_at_iso":"1970-01-01 00:00:00.000000005Z"}]}})");
  EXPECT_EQ(test::ids_of(latest_nodes(context)), (Ids{"top", "sys", "seq", "head"})) << "by class, whatever the stamps";
  const NodeView head = node_of(latest_nodes(context), "head");
  EXPECT_EQ(head.created_at_ns, -77);
  EXPECT_EQ(head.creation_index, 5U);
  EXPECT_EQ(head.priority, 8);
  EXPECT_EQ(head.cycle, 0U);
  EXPECT_EQ(node_of(latest_nodes(context), "top").cycle, 7U);
  EXPECT_EQ(node_of(latest_nodes(context), "top").offset, 4);
  EXPECT_EQ(node_of(latest_nodes(context), "top").created_at_ns, 0);
  const NodeView sys = node_of(latest_nodes(context), "sys");
  EXPECT_EQ(sys.created_at_ns, 1);
  EXPECT_EQ(sys.creation_index, 1U);
  const NodeView seq = node_of(latest_nodes(context), "seq");
  EXPECT_EQ(seq.creation_index, 2U);
  EXPECT_EQ(seq.created_at_iso, "1970-01-01 00:00:00.000000005Z");
}

// R-02: also after commits, and above all stamps that came along.
TEST(Import, R_02_WorkGoesOnUnderRegionsWithHeadersOfTheirOwn) {
  Context context = must_import(R"({"cycle":2,"root":{"children":[{"nodeType":"^seq","created_at_ns":900,"offset":-3},)"
                                R"({"nodeType":"^sys","created_at_ns":800}]}})");
  must(context.insert(block("a")));
  must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "seq").created_at_ns, 900);
  EXPECT_EQ(node_of(latest_nodes(context), "seq").offset, -3);
  EXPECT_GT(node_of(latest_nodes(context), "a").created_at_ns, 900);
  EXPECT_EQ(export_of(must_import(export_of(context))), export_of(context));
}

// D-04, MIG-03.
TEST(Import, NodesWithoutStampsKeepTheOrderOfTheText) {
  EXPECT_EQ(test::block_ids(latest_nodes(import_fixture("flat_log.precommit.json"))),
            (Ids{"cb:sysA", "cb:u1", "cb:a1"}));
}

// R-01: another name for the same moment is kept, wherever it shows.
TEST(Import, R_01_ASpellingOfTheSameMomentIsKept) {
  for (const char* iso : {"2009-02-13T23:31:30Z", "2009-02-14T01:31:30.0+02:00", "20090213T233130Z",
                          "2009-02-13 23:31:30", "2009-02-13T23:31:30.000000000Z", "2009-02-13t23:31:30,00z"}) {
    const std::string member = R"("created_at_iso":")" + std::string(iso) + "\"";
    const Context context = must_import(with_block(R"({"id":"a","created_at_ns":1234567890000000000,)" + member + "}"));
    EXPECT_EQ(node_of(latest_nodes(context), "a").created_at_iso, iso);
    EXPECT_NE(export_of(context).find(member), std::string::npos) << iso;
    EXPECT_NE(serialize_snapshot(*context.latest()).value().find(member), std::string::npos) << iso;
    EXPECT_EQ(std::get<Ids>(*context.select("@t0 .cb[created_at_iso='" + std::string(iso) + "']")), Ids{"a"});
    EXPECT_EQ(export_of(must_import(export_of(context))), export_of(context));
  }
}

TEST(Import, R_01_ASpellingIsPartOfTheState) {
  const auto root_with = [](const std::string& iso) {
    return must_import(with_block(R"({"id":"a","created_at_ns":0,"created_at_iso":")" + iso + "\"}"))
        .latest()
        ->state_root();
  };
  EXPECT_NE(root_with("1970-01-01T00:00:00Z"), root_with("1970-01-01T00:00:00.000000000Z"));
  EXPECT_EQ(root_with("1970-01-01T00:00:00.000000000Z"),
            must_import(with_block(R"({"id":"a","created_at_ns":0})")).latest()->state_root());
}

TEST(Import, R_01_ASpellingThatChangesIsAChange) {
  const auto snapshot = [](const char* cycle, const char* iso) {
    return R"({"cycle":)" + std::string(cycle) +
           R"(,"root":{"children":[{"nodeType":"^sys","children":[{"id":"a","cycle":1,"created_at_iso":")" + iso +
           "\"}]}]}}";
  };
  const Context context = must_import(R"({"snapshots":[)" + snapshot("1", "1970-01-01T00:00:00Z") + "," +
                                      snapshot("2", "1970-01-01T00:00:00.0Z") + "]}");
  const auto diff = context.diff("@t-1", "@t0");
  ASSERT_EQ(verdict(diff), "done");
  EXPECT_NE(to_json(*diff).find(R"({"id":"a","fields":["created_at_iso"])"), std::string::npos) << to_json(*diff);
}

// R-01, before E-09: what names another moment, or none, gives way to the number.
TEST(Import, R_01_TheNumberWinsOverAnotherMoment) {
  for (const char* iso : {"yesterday", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.0000000015Z", "1970-01-01"}) {
    const Context context =
        must_import(with_block(R"({"id":"a","created_at_ns":1,"created_at_iso":")" + std::string(iso) + "\"}"));
    EXPECT_EQ(node_of(latest_nodes(context), "a").created_at_iso, "1970-01-01T00:00:00.000000001Z") << iso;
  }
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
  // R-05: every product says what was given, until the commit.
  EXPECT_NE(export_of(context).find(R"("ttl":-3)"), std::string::npos);
  EXPECT_EQ(node_of(latest_nodes(context), "past").ttl, -3);
  EXPECT_EQ(node_of(context.working().value(), "past").ttl, -3);
  EXPECT_EQ(std::get<Ids>(*context.select("@t0 [ttl=-3]")), Ids{"past"});
  EXPECT_EQ(std::get<Ids>(*context.select("@t0 [ttl<=0]")), (Ids{"zero", "past"}));
  EXPECT_EQ(std::get<Ids>(*context.select("@t0 [ttl=0]")), Ids{"zero"});
  must(context.commit());
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{"two"});
  must(context.commit());
  EXPECT_EQ(test::block_ids(latest_nodes(context)), Ids{});
}

// R-05, TTL-09: what is held is deferred from the next commit on.
TEST(Import, R_05_WhatIsOverdueAndHeldShowsZeroAfterACommit) {
  Context context = must_import(R"({"cycle":10,"pins":["past"],"root":{"children":[{"nodeType":"^sys","children":[)"
                                R"({"id":"past","ttl":-3}]}]}})");
  EXPECT_EQ(node_of(latest_nodes(context), "past").ttl, -3);
  must(context.commit());
  EXPECT_EQ(node_of(latest_nodes(context), "past").ttl, 0);
  EXPECT_EQ(node_of(context.working().value(), "past").ttl, 0);
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
