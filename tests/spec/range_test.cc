// Range results: what differs between neighbours in a range of snapshots.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "latewood/selector.h"
#include "support/context_probe.h"
#include "support/document/history.h"
#include "support/test_files.h"

namespace latewood {
namespace {

using test::block;
using test::block_text;
using test::block_with_ttl;
using test::history_of;
using test::Ids;
using test::must;
using test::open_context;
using test::tree_text;
using test::verdict;

RangeDiffLatestResult range_of(const Context& context, std::string_view selector, const SelectOptions& options = {}) {
  return must(context.range_diff_latest(selector, options));
}

SelectOptions options_of(std::string_view json) {
  return must(parse_select_options(json, must(Selector::parse("@t-1..@t0 .cb"))));
}

Ids changed_ids(const std::vector<NodeChange>& changes) {
  Ids ids;
  for (const NodeChange& change : changes) ids.push_back(change.id);
  return ids;
}

Ids names_of(const NodeChange& change) {
  Ids names;
  for (const FieldChange& field : change.fields) names.push_back(field.name);
  return names;
}

// RANGE-01, RANGE-10, RANGE-14.
TEST(Range, RANGE_01_RANGE_10_RANGE_14_ASelectorWithARangeGivesDiffs) {
  Context context = open_context();
  must(context.commit());
  must(context.insert(block("a")));
  must(context.commit());
  const Selection selection = must(context.select("@t-1:@t0 .cb"));
  ASSERT_TRUE(std::holds_alternative<RangeDiffLatestResult>(selection));
  EXPECT_EQ(to_json(selection),
            R"({"query":"@t-1:@t0 .cb","snapshots":[{"kind":"t","value":0,"label":"@t0","cycle":2},)"
            R"({"kind":"t","value":-1,"label":"@t-1","cycle":1}],"diffs":[{"from":{"kind":"t","value":0,"label":"@t0",)"
            R"("cycle":2},"to":{"kind":"t","value":-1,"label":"@t-1","cycle":1},"added_ids":["a"],"removed_ids":[],)"
            R"("changed":[],"stats":{"added":1,"removed":0,"changed":0}}],"mode":"pairwise"})");
}

// RANGE-11, RANGE-12, RANGE-18.
TEST(Range, RANGE_11_RANGE_12_RANGE_13_RANGE_18_SnapshotsAreNewestFirstAndBlocksPairNeighbours) {
  Context context = open_context();
  for (int i = 0; i < 4; ++i) must(context.commit());
  const RangeDiffLatestResult range = range_of(context, "@c2..@c4 .cb");
  ASSERT_EQ(range.snapshots.size(), 3U);
  ASSERT_EQ(range.diffs.size(), 2U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto cycle = 4 - static_cast<std::int64_t>(i);
    EXPECT_EQ(range.snapshots[i], (SnapshotRef{'c', cycle, "@c" + std::to_string(cycle), 4 - i}));
    if (i == 2) continue;
    EXPECT_EQ(range.diffs[i].newer, range.snapshots[i]);
    EXPECT_EQ(range.diffs[i].older, range.snapshots[i + 1]);
  }
  EXPECT_TRUE(range_of(context, "@t0..@t0 .cb").diffs.empty());
}

// RANGE-08, RANGE-41: `rangeDiffLatest` wants a range of snapshots.
TEST(Range, TheCallForRangesTakesNothingElse) {
  Context context = open_context();
  must(context.commit());
  EXPECT_EQ(verdict(context.range_diff_latest(".cb")), "E_SELECTOR_INVALID");
  EXPECT_EQ(verdict(context.range_diff_latest("@* .cb")), "E_SELECTOR_INVALID");
  SelectOptions working;
  working.working = true;
  EXPECT_EQ(verdict(context.range_diff_latest("@t0..@t0 .cb", working)), "E_OPTION_INVALID");
}

// RANGE-20.
TEST(Range, RANGE_19_RANGE_20_AddedAndRemovedAreAboutPresence) {
  Context context = open_context();
  must(context.insert(block_with_ttl("short", 1)));
  must(context.commit());
  must(context.insert(block("new")));
  must(context.commit());
  const DiffBlock block = range_of(context, "@t-1..@t0 .cb").diffs.at(0);
  EXPECT_EQ(block.diff.added, Ids{"new"});
  EXPECT_EQ(block.diff.removed, Ids{"short"});
}

TEST(Range, RANGE_39_ANodeThatStopsMatchingIsNotRemoved) {
  Context context = open_context();
  must(context.insert(block_with_ttl("counting", 5)));
  must(context.insert(block("still")));
  must(context.commit());
  must(context.commit());
  const DiffBlock ttl = range_of(context, "@t-1..@t0 .cb[ttl=5]").diffs.at(0);
  EXPECT_EQ(ttl.diff.removed, Ids{});
  EXPECT_EQ(changed_ids(ttl.diff.changed), Ids{"counting"});
  // Another depth is no change at all.
  const DiffBlock depth = range_of(context, "@t-1..@t0 .mt:depth(1) #still").diffs.at(0);
  EXPECT_EQ(depth.diff, Diff{});
}

// RANGE-21, TTL-10.
TEST(Range, RANGE_21_RANGE_24_ARunningTtlIsAChangeAtEveryStep) {
  Context context = open_context();
  must(context.insert(block_with_ttl("counting", 5)));
  must(context.insert(block("still")));
  for (int i = 0; i < 4; ++i) must(context.commit());
  const RangeDiffLatestResult range = range_of(context, "@t-3..@t0 .cb");
  for (std::size_t i = 0; i < 3; ++i) {
    const auto newer = static_cast<std::int64_t>(2 + i);
    const std::vector<FieldChange> fields = {{"ttl", FieldDelta{JsonValue(newer), JsonValue(newer + 1)}}};
    EXPECT_EQ(range.diffs[i].diff.changed, (std::vector<NodeChange>{{"counting", fields}}));
  }
}

// RANGE-22, RANGE-23, RANGE-24, D-42, E-34.
TEST(Range, EveryTrackedFieldIsReportedInTheFixedOrder) {
  const std::string before = block_text("x", 12, R"("ttl":5,"content":"old","role":"user")");
  const std::string after =
      R"({"id":"x","nodeType":"cb:note","cycle":2,"created_at_ns":99,"creation_index":77,"ttl":3,"priority":4,)"
      R"("content":"new","role":"tool","kind":"text","provenance":"p","removable":false,"key":"k","offset":2,)"
      R"("data_b":[1],"data_a":true,"data_n":null})";
  const Context context = history_of({tree_text(before), tree_text("", after)});
  const NodeChange change = range_of(context, "@t-1..@t0 #x").diffs.at(0).diff.changed.at(0);
  EXPECT_EQ(names_of(change), (Ids{"ttl", "priority", "content_hash", "parent", "offset", "nodeType", "role", "kind",
                                   "cycle", "created_at_ns", "created_at_iso", "creation_index", "provenance",
                                   "removable", "key", "data_a", "data_b"}));
  for (const FieldChange& field : change.fields) EXPECT_EQ(field.delta.has_value(), field.name != "data_b");
  EXPECT_EQ(change.fields[0].delta, (FieldDelta{JsonValue(std::int64_t{3}), JsonValue(std::int64_t{5})}));
  EXPECT_EQ(change.fields[3].delta, (FieldDelta{"mt:1", "mc:1"}));
  EXPECT_EQ(change.fields[7].delta, (FieldDelta{"text", nullptr}));
  EXPECT_EQ(change.fields[10].delta, (FieldDelta{"1970-01-01T00:00:00.000000099Z", "1970-01-01T00:00:00.000000012Z"}));
}

// ---- content ----

Context with_content(const std::string& older, const std::string& newer) {
  return history_of({tree_text("", "", block_text("s", 12, R"("content":)" + older)),
                     tree_text("", "", block_text("s", 12, R"("content":)" + newer))});
}

// RANGE-25, RANGE-32.
TEST(Range, RANGE_25_RANGE_32_ContentIsComparedOnRequestAlone) {
  const Context context = with_content(R"("one\ntwo\n")", R"("one\n2\n")");
  EXPECT_FALSE(range_of(context, "@t-1..@t0 .cb").diffs[0].diff.changed.at(0).content_diff);
  const auto change =
      range_of(context, "@t-1..@t0 .cb", options_of(R"({"includeContent":true})")).diffs[0].diff.changed.at(0);
  ASSERT_TRUE(change.content_diff);
  EXPECT_EQ(*change.content_diff,
            R"({"mode":"unified","mime":"text/plain","summary":{"bytesNewer":6,"bytesOlder":8,"identical":false,)"
            R"("truncated":false},"diff":"--- older(@t-1)/s\n+++ newer(@t0)/s\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"})");
}

// RANGE-25.
TEST(Range, RANGE_25_OtherChangesCarryNoContent) {
  const Context context = history_of({tree_text(block_text("x", 12, R"("priority":1,"content":"same")")),
                                      tree_text(block_text("x", 12, R"("priority":2,"content":"same")"))});
  const auto range = range_of(context, "@t-1..@t0 .cb", options_of(R"({"includeContent":true})"));
  EXPECT_FALSE(range.diffs[0].diff.changed.at(0).content_diff);
}

TEST(Range, RANGE_26_RANGE_28_RANGE_33_TheModeDecidesTheForm) {
  const Context context = with_content(R"({"a":1})", R"({"a":2})");
  const auto body = [&](const char* mode) {
    const auto options = options_of(R"({"includeContent":true,"contentMode":")" + std::string(mode) + R"("})");
    return *parse_json(*range_of(context, "@t-1..@t0 .cb", options).diffs[0].diff.changed.at(0).content_diff);
  };
  EXPECT_NE(body("unified").find("diff"), nullptr);
  EXPECT_NE(body("jsonpatch").find("patch"), nullptr);
  EXPECT_NE(body("tokens").find("hunks"), nullptr);
  EXPECT_EQ(*body("tokens").find("mode"), JsonValue("tokens"));
}

TEST(Range, RANGE_34_ContextLinesAreCounted) {
  const Context context = with_content(R"("1\n2\n3\n4\n5\n6\n7\n8\n9\n")", R"("1\n2\n3\n4\nx\n6\n7\n8\n9\n")");
  const auto lines = [&](const std::string& options) {
    const auto range = range_of(context, "@t-1..@t0 .cb", options_of(options));
    const JsonValue diff = *parse_json(*range.diffs[0].diff.changed.at(0).content_diff)->find("diff");
    return std::count(diff.as_string()->begin(), diff.as_string()->end(), '\n');
  };
  EXPECT_EQ(lines(R"({"includeContent":true})"), 3 + 2 + 6);
  EXPECT_EQ(lines(R"({"includeContent":true,"contextLines":0})"), 3 + 2);
  EXPECT_EQ(lines(R"({"includeContent":true,"contextLines":1})"), 3 + 2 + 2);
}

// ---- limits ----

// RANGE-36, RANGE-15, ERR-03.
TEST(Range, RANGE_36_RANGE_15_ERR_03_TheNewestSnapshotsAreKept) {
  Context context = open_context();
  for (int i = 0; i < 6; ++i) must(context.commit());
  const auto range = range_of(context, "@t-5..@t0 .cb", options_of(R"({"maxSnapshots":2})"));
  ASSERT_EQ(range.snapshots.size(), 2U);
  EXPECT_EQ(range.snapshots[1].label, "@t-1");
  EXPECT_EQ(range.limits, (RangeLimits{2, std::nullopt, true}));
  ASSERT_EQ(range.errors.size(), 1U);
  EXPECT_EQ(range.errors[0].code, "E_SNAPSHOT_RANGE_LIMIT");
  EXPECT_FALSE(range.errors[0].fatal);
  EXPECT_NE(to_json(range).find(R"("limits":{"maxSnapshots":2,"truncated":true},"errors":[{"code":)"),
            std::string::npos);
}

// RANGE-36, E-31, E-32.
TEST(Range, RANGE_36_SnapshotsAreCountedAfterClipping) {
  Context context = open_context();
  for (int i = 0; i < 3; ++i) must(context.commit());
  const auto range = range_of(context, "@t-9..@t0 .cb", options_of(R"({"maxSnapshots":3})"));
  EXPECT_EQ(range.snapshots.size(), 3U);
  EXPECT_EQ(range.limits, (RangeLimits{3, std::nullopt, false}));
  EXPECT_TRUE(range.errors.empty());
  EXPECT_EQ(range.warnings.size(), 1U);
}

// RANGE-37, E-30, RANGE-29, D-43.
TEST(Range, RANGE_37_ChangesAreCutAddedFirstAndStatsAreNot) {
  Context context = open_context();
  for (const char* id : {"gone1", "gone2"}) must(context.insert(block_with_ttl(id, 1)));
  must(context.insert(block_with_ttl("counting", 9)));
  must(context.commit());
  for (const char* id : {"new1", "new2"}) must(context.insert(block(id)));
  must(context.commit());
  const auto cut = [&](int most) {
    SelectOptions options;
    options.max_changes_per_snapshot = most;
    const auto range = range_of(context, "@t-1..@t0 .cb", options);
    EXPECT_EQ(range.diffs[0].stats, (DiffStats{2, 2, 1}));
    EXPECT_EQ(range.limits->truncated, most < 5);
    const Diff& diff = range.diffs[0].diff;
    return std::vector<std::size_t>{diff.added.size(), diff.removed.size(), diff.changed.size()};
  };
  EXPECT_EQ(cut(0), (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(cut(1), (std::vector<std::size_t>{1, 0, 0}));
  EXPECT_EQ(cut(3), (std::vector<std::size_t>{2, 1, 0}));
  EXPECT_EQ(cut(4), (std::vector<std::size_t>{2, 2, 0}));
  EXPECT_EQ(cut(5), (std::vector<std::size_t>{2, 2, 1}));
}

// RANGE-16, RANGE-17, ERR-08: optional members appear when there is something in them.
TEST(Range, WarningsAndErrorsAreMembersOnlyIfThereAreSome) {
  Context context = open_context();
  must(context.commit());
  EXPECT_EQ(to_json(range_of(context, "@t0..@t0 .cb")),
            R"({"query":"@t0..@t0 .cb","snapshots":[{"kind":"t","value":0,"label":"@t0","cycle":1}],"diffs":[],)"
            R"("mode":"pairwise"})");
  EXPECT_EQ(to_json(range_of(context, "@t-9..@t-8 .cb", options_of(R"({"maxSnapshots":1})"))),
            R"({"query":"@t-9..@t-8 .cb","snapshots":[],"diffs":[],"mode":"pairwise",)"
            R"("limits":{"maxSnapshots":1,"truncated":false},)"
            R"("warnings":["@t-8 is before the oldest snapshot, @t0","@t-9 is before the oldest snapshot, @t0"],)"
            R"("errors":[{"code":"E_SNAPSHOT_NOT_FOUND","message":"the range holds no snapshot","fatal":true}]})");
}

// RANGE-35, RANGE-38, E-28.
TEST(Range, RANGE_38_WrongOptionsAreRefusedAndUnknownOnesPassedOver) {
  const Selector selector = must(Selector::parse("@t-1..@t0 .cb"));
  for (const char* wrong :
       {"", "[]", "7", "{", R"({"maxSnapshots":0})", R"({"maxSnapshots":1.5})", R"({"maxSnapshots":"3"})",
        R"({"maxSnapshots":null})", R"({"maxChangesPerSnapshot":-1})", R"({"contextLines":-1})",
        R"({"contextLines":true})", R"({"contentMode":"words"})", R"({"contentMode":1})", R"({"includeContent":1})",
        R"({"materialize":"content"})", R"({"materialize":["contents"]})", R"({"scope":1})",
        R"({"maxSnapshots":1,"maxSnapshots":2})"}) {
    EXPECT_EQ(verdict(parse_select_options(wrong, selector)), "E_OPTION_INVALID") << wrong;
  }
  for (const char* good :
       {"{}", R"({"unknown":[1]})", R"({"materialize":["content","mime","encoding","content_hash"]})",
        R"({"maxSnapshots":1,"maxChangesPerSnapshot":0,"contextLines":0})"}) {
    EXPECT_EQ(verdict(parse_select_options(good, selector)), "done") << good;
  }
  Context context = open_context();
  must(context.commit());
  SelectOptions options;
  options.max_snapshots = 0;
  EXPECT_EQ(verdict(context.select(selector, options)), "E_OPTION_INVALID");
}

// ---- order ----

TEST(Range, RANGE_30_AddedAndChangedFollowTheDocumentAndRemovedFollowsIds) {
  Context context = open_context();
  for (const char* id : {"z-gone", "a-gone"}) must(context.insert(block_with_ttl(id, 1)));
  for (const char* id : {"z-stays", "a-stays"}) must(context.insert(block_with_ttl(id, 9)));
  must(context.commit());
  for (const char* id : {"z-new", "a-new"}) must(context.insert(block(id)));
  must(context.commit());
  const Diff diff = range_of(context, "@t-1..@t0 .cb").diffs.at(0).diff;
  EXPECT_EQ(diff.added, (Ids{"z-new", "a-new"}));
  EXPECT_EQ(diff.removed, (Ids{"a-gone", "z-gone"}));
  EXPECT_EQ(changed_ids(diff.changed), (Ids{"z-stays", "a-stays"}));
}

// ---- the example of the specification ----

Component summary(std::string id) {
  Component component = block(std::move(id), 1);
  component.node_type = "cb:summary";
  return component;
}

// Every member that the example shows is there, with the same value.
void expect_shown(const JsonValue& example, const JsonValue& result) {
  if (const auto* members = example.as_object()) {
    for (const JsonMember& member : *members) {
      if (member.key == "note") continue;
      ASSERT_NE(result.find(member.key), nullptr) << member.key;
      expect_shown(member.value, *result.find(member.key));
    }
  } else if (const auto* items = example.as_array()) {
    ASSERT_EQ(result.as_array()->size(), items->size());
    for (std::size_t i = 0; i < items->size(); ++i) expect_shown((*items)[i], (*result.as_array())[i]);
  } else {
    EXPECT_EQ(result, example);
  }
}

// RANGE-40.
TEST(Range, RANGE_40_TheExampleOfTheSpecification) {
  Context context = open_context();
  const std::string turn = must(context.commit()).turn_id;
  must(context.insert_under(summary("cb:sum:c101"), turn));
  must(context.commit());
  must(context.commit());
  must(context.insert_under(summary("cb:sum:c102"), turn));
  must(context.commit());
  must(context.detach("cb:sum:c101"));
  must(context.commit());
  const auto example = test::read_json_data("fixtures/range_result.example.json");
  const auto range = range_of(context, *example.find("query")->as_string());
  expect_shown(example, must(parse_json(to_json(range))));
}

TEST(Range, RANGE_31_EqualInputsGiveEqualBytes) {
  const auto bytes = [] {
    Context context = open_context();
    for (int i = 0; i < 5; ++i) {
      must(context.insert(block_with_ttl("b" + std::to_string(i), i)));
      must(context.commit());
    }
    return to_json(range_of(context, "@t-4..@t0 *"));
  };
  EXPECT_EQ(bytes(), bytes());
}

}  // namespace
}  // namespace latewood
