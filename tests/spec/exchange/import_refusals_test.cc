// What import refuses, and where it says the fault is.
#include <gtest/gtest.h>

#include "support/document/documents.h"

namespace latewood {
namespace {

using test::imported;
using test::refusal;
using test::verdict;
using test::with_block;
using test::with_turns;

struct RefusedDocument {
  std::string document;
  std::string refusal;
};

void expect_refusals(const std::vector<RefusedDocument>& cases) {
  for (const RefusedDocument& each : cases) EXPECT_EQ(refusal(each.document), each.refusal) << each.document;
}

std::string root_with(const std::string& children) { return R"({"root":{"children":[)" + children + "]}}"; }

// IMPORT-07, D-53.
TEST(ImportRefusals, WhatIsNotJsonWithOneMeaning) {
  expect_refusals({{"", "InvalidArgument at "},
                   {"[]", "InvalidArgument at ["},
                   {R"({"root":{}} x)", "InvalidArgument at x"},
                   {R"({"root":{},"root":{}})", R"(InvalidArgument at "root")"},
                   {R"({"root":{"id":"a","id":"a"}})", R"(InvalidArgument at "id")"},
                   {R"({"root":{"x:a":1,"x:b":2,"x:a":3}})", R"(InvalidArgument at "x:a")"},
                   {"{\"root\":{\"id\":\"\xff\"}}", "InvalidArgument at \xff"},
                   {R"({"root":{"id":"\ud800"}})", R"(LoneSurrogate at \ud800)"},
                   {R"({"root":{"children":[{},]}})", "InvalidArgument at ]"},
                   {R"({"root":{"children":[{}}})", "InvalidArgument at }"},
                   {"\xef\xbb\xbf{}", "InvalidArgument at \xef\xbb\xbf"}});
}

// TREE-03, TREE-04, E-41.
TEST(ImportRefusals, OtherChildrenOfTheRoot) {
  expect_refusals(
      {{root_with(R"({"nodeType":"^ah"},{"id":"b","nodeType":"^ah"})"),
        R"(E_PLACEMENT_INVALID at {"id":"b","nodeType":"^ah"})"},
       {root_with(R"({"id":"a"})"), R"(E_PLACEMENT_INVALID at {"id":"a"})"},
       {root_with(R"({"id":"a","nodeType":"mt"})"), R"(E_PLACEMENT_INVALID at {"id":"a","nodeType":"mt"})"},
       {R"({"root":{"nodeType":"^seq"}})", R"(E_PLACEMENT_INVALID at {"nodeType":"^seq"})"},
       {with_block(R"({"id":"a","nodeType":"^root"})"), R"(E_PLACEMENT_INVALID at {"id":"a","nodeType":"^root"})"}});
}

// TREE-16, E-10.
TEST(ImportRefusals, AnIdThatStandsTwice) {
  expect_refusals(
      {{with_block(R"({"id":"a"},{"id":"b"},{"id":"a","x:y":1})"), R"(E_DUPLICATE_ID at {"id":"a","x:y":1})"},
       {with_block(R"({"id":"a","children":[{"id":"a"}]})"), R"(E_DUPLICATE_ID at {"id":"a"})"}});
  EXPECT_EQ(verdict(imported(with_block(R"({"id":"seq"})"))), "E_DUPLICATE_ID");
  EXPECT_EQ(verdict(imported(with_block(R"({"id":"sys"})"))), "E_DUPLICATE_ID");
}

// E-10, HDR-03.
TEST(ImportRefusals, IdsThatNameNothing) {
  expect_refusals({{with_block(R"({"content":"x"})"), R"(InvalidArgument at {"content":"x"})"},
                   {with_block(R"({"id":""})"), R"(InvalidArgument at {"id":""})"},
                   {with_block(R"({"id":"a\u0000b"})"), R"(InvalidArgument at {"id":"a\u0000b"})"},
                   {R"({"pins":[""],"root":{}})", R"(InvalidArgument at "")"}});
}

// TREE-15: in a nested document only a node's own word can put it above itself.
TEST(ImportRefusals, CircularParenthood) {
  expect_refusals(
      {{with_block(R"({"id":"a","parent_id":"b","children":[{"id":"b"}]})"),
        R"(E_TREE_CYCLE at {"id":"a","parent_id":"b","children":[{"id":"b"}]})"},
       {with_block(R"({"id":"a","parent":"a"})"), R"(E_TREE_CYCLE at {"id":"a","parent":"a"})"},
       {with_block(R"({"id":"a","parent_id":"root"})"), R"(E_PLACEMENT_INVALID at {"id":"a","parent_id":"root"})"}});
  EXPECT_EQ(verdict(imported(with_block(R"({"id":"a","parent_id":"sys"})"))), "done");
}

// PLACE-02, PLACE-03, PLACE-05.
TEST(ImportRefusals, CoresThatAreMissingOrTooMany) {
  const std::string bare = R"({"id":"t","nodeType":"mt"})";
  const std::string only_post = R"({"id":"t","nodeType":"mt","children":[{"id":"p","offset":1}]})";
  const std::string two =
      R"({"id":"t","nodeType":"mt","children":[{"id":"m","nodeType":"mc"},{"id":"n","nodeType":"mc"}]})";
  const std::string both = R"({"id":"t","nodeType":"mt","children":[{"id":"b"},{"id":"m","nodeType":"mc"}]})";
  const std::string aside = R"({"id":"t","nodeType":"mt","children":[{"id":"m","nodeType":"mc","offset":1}]})";
  expect_refusals(
      {{with_turns(bare), "E_PLACEMENT_INVALID at " + bare},
       {with_turns(only_post), "E_PLACEMENT_INVALID at " + only_post},
       {with_turns(two), R"(E_PLACEMENT_INVALID at {"id":"n","nodeType":"mc"})"},
       {with_turns(both), R"(E_PLACEMENT_INVALID at {"id":"m","nodeType":"mc"})"},
       {with_turns(aside), R"(E_PLACEMENT_INVALID at {"id":"m","nodeType":"mc","offset":1})"},
       {with_turns("", R"({"id":"m","nodeType":"mc"},{"id":"b"})"), R"(E_PLACEMENT_INVALID at {"id":"b"})"}});
}

// PLACE-07, D-05.
TEST(ImportRefusals, ParentsThatDoNotAllowTheirChildren) {
  expect_refusals(
      {{with_block(R"({"id":"t","nodeType":"mt"})"), R"(E_PLACEMENT_INVALID at {"id":"t","nodeType":"mt"})"},
       {with_turns(R"({"id":"a"})"), R"(E_PLACEMENT_INVALID at {"id":"a"})"},
       {with_block(R"({"id":"m","nodeType":"mc"})"), R"(E_PLACEMENT_INVALID at {"id":"m","nodeType":"mc"})"},
       {with_block(R"({"id":"a","children":[{"nodeType":"^ah"}]})"), R"(E_PLACEMENT_INVALID at {"nodeType":"^ah"})"},
       {with_turns(R"({"id":"t","nodeType":"mt","offset":2,"children":[{"id":"a"}]})"),
        R"(E_PLACEMENT_INVALID at {"id":"t","nodeType":"mt","offset":2,"children":[{"id":"a"}]})"}});
}

// HDR-02, HDR-15, E-11, E-14, E-15.
TEST(ImportRefusals, HeadersOfAnotherType) {
  const auto header = [](const std::string& member) { return with_block(R"({"id":"a",)" + member + "}"); };
  expect_refusals({{header(R"("offset":null)"), "InvalidArgument at null"},
                   {header(R"("offset":1.0)"), "E_PLACEMENT_INVALID at 1.0"},  // R-06, as for the next five
                   {header(R"("offset":-0.5)"), "E_PLACEMENT_INVALID at -0.5"},
                   {header(R"("offset":1e2)"), "E_PLACEMENT_INVALID at 1e2"},
                   {header(R"("offset":"1")"), R"(E_PLACEMENT_INVALID at "1")"},
                   {header(R"("offset":[1])"), R"(E_PLACEMENT_INVALID at [1])"},
                   {header(R"("offset":9223372036854775808)"), "E_PLACEMENT_INVALID at 9223372036854775808"},
                   {header(R"("priority":9223372036854775808)"), "InvalidArgument at 9223372036854775808"},
                   {header(R"("created_at_ns":-9223372036854775809)"), "InvalidArgument at -9223372036854775809"},
                   {header(R"("cycle":-1)"), "InvalidArgument at -1"},
                   {header(R"("creation_index":-1)"), "InvalidArgument at -1"},
                   {header(R"("created_at_iso":null)"), "InvalidArgument at null"},
                   {header(R"("nodeType":null)"), "InvalidArgument at null"},
                   {header(R"("role":7)"), "InvalidArgument at 7"},
                   {header(R"("removable":"yes")"), R"(InvalidArgument at "yes")"},
                   {header(R"("ttl":1.5)"), "E_TTL_INVALID at 1.5"},
                   {header(R"("ttl":"1")"), R"(E_TTL_INVALID at "1")"},
                   {header(R"("ttl":9223372036854775807)"), "E_TTL_INVALID at 9223372036854775807"},
                   {header(R"("content":1e400)"), "InvalidArgument at 1e400"},
                   {header(R"("children":{})"), "InvalidArgument at {"}});
}

// CASCADE-06, CASCADE-07, D-14, E-17; D-02.
TEST(ImportRefusals, LifecycleOfWhatStays) {
  for (const char* member : {R"("removable":true)", R"("ttl":1)"}) {
    const std::string core = R"({"id":"m","nodeType":"mc",)" + std::string(member) + "}";
    EXPECT_NE(verdict(imported(with_turns("", core))), "done") << core;
  }
  EXPECT_NE(verdict(imported(R"({"root":{"removable":true}})")), "done");
  const std::string turn = R"({"id":"t","nodeType":"mt","removable":true,"children":[{"id":"a"}]})";
  EXPECT_NE(verdict(imported(with_turns(turn))), "done") << turn;
  EXPECT_EQ(verdict(imported(R"({"root":{"ttl":1}})")), "E_TTL_INVALID");
  EXPECT_EQ(verdict(imported(R"({"root":{"children":[{"nodeType":"^sys","ttl":0}]}})")), "E_TTL_INVALID");
}

TEST(ImportRefusals, EnvelopesOfAnotherShape) {
  expect_refusals({{"{}", "InvalidArgument at {}"},
                   {R"({"cycle":1})", R"(InvalidArgument at {"cycle":1})"},
                   {R"({"cycle":null,"root":{}})", "InvalidArgument at null"},
                   {R"({"cycle":1.0,"root":{}})", "InvalidArgument at 1.0"},
                   {R"({"cycle":9223372036854775807,"root":{}})", "InvalidArgument at 9223372036854775807"},
                   {R"({"pins":"a","root":{}})", R"(InvalidArgument at ")"},
                   {R"({"pins":[1],"root":{}})", "InvalidArgument at 1"},
                   {R"({"root":[]})", "InvalidArgument at ["},
                   {R"({"root":{},"snapshots":[]})", R"(InvalidArgument at "snapshots")"},
                   {R"({"root":{},"spec_version":1})", "InvalidArgument at 1"}});
}

// IMPORT-06: every header counts, and so does every region and the envelope.
TEST(ImportRefusals, StrictModeNamesWhatIsMissing) {
  Context context = test::open_context();
  ASSERT_EQ(verdict(context.insert(test::block("a"))), "done");
  ASSERT_EQ(verdict(context.commit()), "done");
  const std::string complete = test::export_of(context);
  ASSERT_EQ(refusal(complete, true), "imported");
  for (const char* member :
       {R"("cycle":1,"root")", R"(,"spec_version":"PACT/0.1.0")", R"("creation_index":0,)", R"("offset":0,)",
        R"("priority":0,)", R"(,"ttl":null)", R"("created_at_iso":"1970-01-01T00:00:00.000000000Z",)",
        R"("created_at_ns":3,)", R"("nodeType":"^root",)", R"("id":"root",)"}) {
    std::string shorter = complete;
    const std::size_t at = shorter.find(member);
    ASSERT_NE(at, std::string::npos) << member;
    const std::string_view kept = std::string_view(member).ends_with("\"root\"") ? "\"root\"" : "";
    shorter.replace(at, std::string_view(member).size(), kept);
    EXPECT_TRUE(refusal(shorter, true).starts_with("InvalidArgument at {")) << member << ": " << refusal(shorter, true);
    EXPECT_EQ(refusal(shorter), "imported") << member;
  }
}

}  // namespace
}  // namespace latewood
