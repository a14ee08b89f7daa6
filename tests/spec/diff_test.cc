// Diffs of two snapshots.
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
using test::node_text;
using test::open_context;
using test::open_system_context;
using test::tree_text;
using test::verdict;

std::string diff_of(const Context& context, std::string_view a, std::string_view b) {
  return to_json(must(context.diff(a, b)));
}

Context with_two_blocks(const std::string& older, const std::string& newer) {
  return history_of({tree_text(block_text("x", 12, older)), tree_text(block_text("x", 12, newer))});
}

Ids fields_of(const Context& context) {
  Ids names;
  for (const NodeChange& change : must(context.diff("@t-1", "@t0")).changed) {
    for (const FieldChange& field : change.fields) names.push_back(change.id + "." + field.name);
  }
  return names;
}

TEST(DiffSpec, DIFF_01_TheIdIsTheIdentity) {
  Context context = open_system_context();
  must(context.insert(block("s"), -1));
  must(context.commit());
  must(context.replace("s", {"other words", {}}));
  must(context.commit());
  EXPECT_EQ(diff_of(context, "@t-1", "@t0"),
            R"({"added":["mt:2","mc:2"],"removed":[],"changed":[{"id":"s","fields":["content_hash"]}]})");
}

// DIFF-02.
TEST(DiffSpec, DIFF_02_AnyHeaderOrTheContentHashIsAChange) {
  EXPECT_EQ(fields_of(with_two_blocks(R"("priority":1)", R"("priority":2)")), Ids{"x.priority"});
  EXPECT_EQ(fields_of(with_two_blocks(R"("content":"a")", R"("content":"b")")), Ids{"x.content_hash"});
  EXPECT_EQ(fields_of(with_two_blocks(R"("key":"a")", R"("key":"b")")), Ids{"x.key"});
  EXPECT_EQ(fields_of(with_two_blocks(R"("provenance":"a")", R"("provenance":"b")")), Ids{"x.provenance"});
  EXPECT_EQ(fields_of(with_two_blocks(R"("my:attribute":1)", R"("my:attribute":1.0)")), Ids{"x.my:attribute"});
  // Role, kind and some attributes are part of the hash.
  EXPECT_EQ(fields_of(with_two_blocks(R"("role":"user")", R"("role":"tool")")), (Ids{"x.content_hash", "x.role"}));
  EXPECT_EQ(fields_of(with_two_blocks(R"("content":"a")", R"("content":"a")")), Ids{});
}

// E-34.
TEST(DiffSpec, NullIsAbsentAndAbsentContentIsEmptyText) {
  EXPECT_EQ(fields_of(with_two_blocks(R"("content":"")", R"("priority":0)")), Ids{});
  EXPECT_EQ(fields_of(with_two_blocks(R"("role":null,"ttl":null)", R"("priority":0)")), Ids{});
  EXPECT_EQ(fields_of(with_two_blocks(R"("my:attribute":null)", R"("priority":0)")), Ids{});
}

TEST(DiffSpec, DIFF_03_ARunningTtlIsAChange) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 5)));
  must(context.commit());
  for (int i = 0; i < 40; ++i) must(context.insert(block("filler" + std::to_string(i)), 0));
  must(context.commit());
  const Diff diff = must(context.diff("@t-1", "@t0"));
  ASSERT_EQ(diff.changed.size(), 1U);
  EXPECT_EQ(diff.changed[0].id, "a");
  EXPECT_EQ(diff.changed[0].fields[0].name, "ttl");
}

// A node that is kept back shows 0 for as long as it is.
TEST(DiffSpec, DIFF_03_ADeferredNodeDoesNotChange) {
  Context context = open_context();
  must(context.insert(block_with_ttl("held", 1)));
  must(context.pin("held"));
  for (int i = 0; i < 4; ++i) must(context.commit());
  EXPECT_EQ(must(context.diff("@t-1", "@t0")).changed, std::vector<NodeChange>{});
  EXPECT_EQ(must(context.diff("@c1", "@c2")).changed.size(), 1U);
}

// DIFF-04, DIFF-05.
TEST(DiffSpec, DIFF_04_DIFF_05_TheExampleOfTheSpecification) {
  const std::string older = block_text("cb:7c14", 12) + "," + block_text("cb:5d8b", 13, R"("ttl":9,"priority":1)");
  const std::string newer = block_text("cb:5d8b", 13, R"("ttl":3,"priority":2)") + "," + block_text("cb:9a2f", 14);
  const Context context = history_of({tree_text(older), tree_text(newer)});
  const Diff diff = must(context.diff("@t-1", "@t0"));
  EXPECT_EQ(to_json(diff),
            R"({"added":["cb:9a2f"],"removed":["cb:7c14"],"changed":[{"id":"cb:5d8b","fields":["ttl","priority"]}]})");
  const JsonValue example = test::read_json_data("fixtures/diff_result.example.json");
  EXPECT_EQ(must(parse_json(to_json(diff))), example);
}

TEST(DiffSpec, DIFF_06_OrdersAreThoseOfTheNewerDocumentAndOfIds) {
  Context context = open_context();
  for (const char* id : {"z-gone", "a-gone"}) must(context.insert(block_with_ttl(id, 1)));
  for (const char* id : {"z-stays", "a-stays"}) must(context.insert(block_with_ttl(id, 9)));
  must(context.commit());
  for (const char* id : {"z-new", "a-new"}) must(context.insert(block(id)));
  must(context.commit());
  EXPECT_EQ(diff_of(context, "@t-1", "@t0"),
            R"({"added":["mt:2","mc:2","z-new","a-new"],"removed":["a-gone","z-gone"],)"
            R"("changed":[{"id":"z-stays","fields":["ttl"]},{"id":"a-stays","fields":["ttl"]}]})");
}

// DIFF-07.
TEST(DiffSpec, DIFF_07_TheHigherCycleIsNewerWhateverTheOrder) {
  Context context = open_context();
  must(context.commit());
  must(context.insert(block("a")));
  must(context.commit());
  EXPECT_EQ(diff_of(context, "@t0", "@t-1"), diff_of(context, "@t-1", "@t0"));
  EXPECT_EQ(diff_of(context, "@c1", "@t0"), diff_of(context, "@t0", "@c1"));
  EXPECT_EQ(diff_of(context, "@t0", "@c2"), R"({"added":[],"removed":[],"changed":[]})");
}

// DIFF-07.
TEST(DiffSpec, DIFF_07_TheWorkingStateIsTheNewest) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 3)));
  must(context.commit());
  must(context.insert(block("b")));
  const std::string expected = R"({"added":["mc:2","b"],"removed":[],"changed":[{"id":"a","fields":["ttl"]}]})";
  EXPECT_EQ(diff_of(context, "@t0", "working"), expected);
  EXPECT_EQ(diff_of(context, "working", "@t0"), expected);
  EXPECT_EQ(must(context.diff("working", "working")), Diff{});
}

// DIFF-07, D-39.
TEST(DiffSpec, DIFF_07_AcrossBranchesTheSecondIsNewer) {
  Context trunk = open_context();
  must(trunk.commit());
  Context fork = must(trunk.fork(1));
  must(trunk.insert(block("t")));
  must(trunk.commit());
  must(trunk.commit());
  must(fork.insert(block("f")));
  must(fork.commit());
  const Snapshot ours = must(trunk.latest());
  const Snapshot theirs = must(fork.latest());
  const Selector blocks = must(Selector::parse(".cb"));
  EXPECT_EQ(to_json(must(ours.diff(theirs, &blocks))), R"({"added":["f"],"removed":["t"],"changed":[]})");
  EXPECT_EQ(to_json(must(theirs.diff(ours, &blocks))), R"({"added":["t"],"removed":["f"],"changed":[]})");
  // The trunk's own past is its past.
  const Snapshot base = must(trunk.at(1));
  EXPECT_EQ(must(ours.diff(base)), must(base.diff(ours)));
}

TEST(DiffSpec, DIFF_08_ASelectorLimitsTheReport) {
  Context context = open_context();
  must(context.insert(block_with_ttl("leaves", 1)));
  must(context.insert(block_with_ttl("counts", 3)));
  must(context.commit());
  Component user = block("new-user");
  user.role = "user";
  must(context.insert(user));
  must(context.insert(block("new-other")));
  must(context.commit());
  const auto report = [&](const char* selector) { return to_json(must(context.diff("@t-1", "@t0", selector))); };
  EXPECT_EQ(report(".cb[role='user']"), R"({"added":["new-user"],"removed":[],"changed":[]})");
  EXPECT_EQ(report("#leaves"), R"({"added":[],"removed":["leaves"],"changed":[]})");
  // It matched in the older one only, or in the newer one only.
  EXPECT_EQ(report(".cb[ttl=3]"), R"({"added":[],"removed":[],"changed":[{"id":"counts","fields":["ttl"]}]})");
  EXPECT_EQ(report(".cb[ttl=2]"), R"({"added":[],"removed":[],"changed":[{"id":"counts","fields":["ttl"]}]})");
  EXPECT_EQ(report("^sys *"), R"({"added":[],"removed":[],"changed":[]})");
}

// E-29.
TEST(DiffSpec, ReferencesAreSingleSnapshotsAndSelectorsNameNone) {
  Context context = open_context();
  must(context.commit());
  for (const char* reference : {"@*", "@t-1..@t0", "@c1:2", "@t1", "t0", "", ".cb"}) {
    EXPECT_EQ(verdict(context.diff(reference, "@t0")), "E_SELECTOR_INVALID") << reference;
    EXPECT_EQ(verdict(context.diff("@t0", reference)), "E_SELECTOR_INVALID") << reference;
  }
  for (const char* selector : {"@t0 .cb", "@* .cb", "@t-1..@t0 .cb", "", ".cb >"}) {
    EXPECT_EQ(verdict(context.diff("@t0", "@t0", selector)), "E_SELECTOR_INVALID") << selector;
  }
  EXPECT_EQ(verdict(context.diff("@t-1", "@t0")), "E_SNAPSHOT_NOT_FOUND");
  const auto prefixed = context.diff("@t0", "@t0", " @c1 .cb");
  EXPECT_EQ(prefixed.error().place, (Place{1, 3}));
}

// ---- detail ----

// DIFF-10, DIFF-11.
TEST(DiffSpec, DIFF_09_DIFF_10_DIFF_11_AnotherParentIsVisible) {
  const std::string x = block_text("x", 12);
  const Context context = history_of({tree_text(x), tree_text("", block_text("x", 12, R"("offset":1)"))});
  EXPECT_EQ(fields_of(context), (Ids{"x.parent", "x.offset"}));
  EXPECT_EQ(to_json(must(context.diff_detail("@t-1", "@t0"))),
            R"({"components_added":[],"components_removed":[],)"
            R"("components_modified":[{"id":"x","fields":["parent","offset"]}],)"
            R"("children_added":{"mt:1":["x"]},"children_removed":{"mc:1":["x"]},)"
            R"("parent_changed":[{"id":"x","previous_parent_id":"mc:1","new_parent_id":"mt:1"}],"moved":[]})");
}

// DIFF-10.
TEST(DiffSpec, DIFF_10_ChildrenComeAndGoWithTheirNodes) {
  Context context = open_context();
  must(context.insert(block_with_ttl("gone", 1)));
  must(context.commit());
  must(context.insert(block("new")));
  must(context.commit());
  const DiffDetail detail = must(context.diff_detail("@t-1", "@t0"));
  EXPECT_EQ(detail.children_added,
            (std::vector<ChildrenChange>{{"mc:2", {"new"}}, {"mt:2", {"mc:2"}}, {"seq", {"mt:2"}}}));
  EXPECT_EQ(detail.children_removed, (std::vector<ChildrenChange>{{"mc:1", {"gone"}}}));
}

std::string active_text(const std::string& pre, const std::string& core, const std::string& post) {
  const std::string turn = node_text("mc:a", 21, "mc", "", core);
  std::string inside = pre.empty() ? turn : pre + "," + turn;
  if (!post.empty()) inside += "," + post;
  return R"({"id":"root","nodeType":"^root","children":[{"id":"sys","nodeType":"^sys"},{"id":"seq","nodeType":"^seq"},)"
         R"({"id":"ah","nodeType":"^ah","children":[)" +
         inside + "]}]}";
}

// What moves within the active turn keeps its id, or not, as the runtime that wrote the snapshots has it. With another
// id it is removed plus added in the three keys, and only the detail says that it moved; with the same id it has
// changed its place and is neither.
// (DIFF-13)
TEST(DiffSpec, DIFF_13_AMoveWithinTheActiveTurnWithANewIdIsRemovedPlusAdded) {
  const std::string words = R"("content":"moves")";
  const std::string before = active_text("", block_text("x", 22, words), "");
  const auto compared = [&](const std::string& id) {
    const std::string moved = block_text(id, 22, words + R"(,"offset":1)");
    return history_of({before, active_text("", "", moved)});
  };
  const Context renamed = compared("y");
  EXPECT_EQ(diff_of(renamed, "@t-1", "@t0"), R"({"added":["y"],"removed":["x"],"changed":[]})");
  EXPECT_EQ(must(renamed.diff_detail("@t-1", "@t0")).moved, (std::vector<MovedNode>{{"x", "y"}}));
  const Context same = compared("x");
  EXPECT_EQ(diff_of(same, "@t-1", "@t0"),
            R"({"added":[],"removed":[],"changed":[{"id":"x","fields":["parent","offset"]}]})");
  EXPECT_EQ(must(same.diff_detail("@t-1", "@t0")).moved, std::vector<MovedNode>());
}

// The same for edits of our own: moved out of the active turn and back, a block that no snapshot has seen keeps its id.
TEST(DiffSpec, DIFF_13_ABlockThatMovesBeforeItIsCommittedWasAddedOnce) {
  Context context = open_context();
  must(context.commit());
  must(context.insert(block("a", 1)));
  const std::string before = diff_of(context, "@t0", "working");
  EXPECT_EQ(must(context.move({"a"}, 0)), Ids{"a"});
  EXPECT_EQ(diff_of(context, "@t0", "working"), before);
}

// DIFF-14, D-24: a move in history gives new ids.
TEST(DiffSpec, DIFF_14_AMoveIsInferredFromEqualContent) {
  Context context = open_context();
  must(context.insert(block("a", 1)));
  must(context.commit());
  must(context.commit());
  const std::string moved = must(context.move({"a"}, 1)).at(0);
  must(context.commit());
  const DiffDetail detail = must(context.diff_detail("@t-1", "@t0"));
  EXPECT_EQ(detail.moved, (std::vector<MovedNode>{{"a", moved}}));
}

// DIFF-14.
TEST(DiffSpec, DIFF_14_APairWithARivalIsNoMove) {
  const auto moves = [](const std::string& older, const std::string& newer,
                        std::optional<std::string_view> selector = {}) {
    const Context context = history_of({tree_text(older), tree_text(newer)});
    return must(context.diff_detail("@t-1", "@t0", selector)).moved.size();
  };
  const std::string same = R"("content":"same")";
  const std::string empty = R"("content":"")";
  EXPECT_EQ(moves(block_text("a", 12, same), block_text("b", 13, same)), 1U);
  EXPECT_EQ(moves(block_text("a", 12, same), block_text("b", 13, same) + "," + block_text("c", 14, same)), 0U);
  EXPECT_EQ(moves(block_text("a", 12, same) + "," + block_text("c", 13, same), block_text("b", 14, same)), 0U);
  EXPECT_EQ(moves(block_text("a", 12, same), block_text("b", 13, R"("content":"other")")), 0U);
  // E-37: empty content is content, none is none.
  EXPECT_EQ(moves(block_text("a", 12, empty), block_text("b", 13, empty)), 1U);
  EXPECT_EQ(moves(block_text("a", 12), block_text("b", 13)), 0U);
  // A rival counts even if the report does not show it.
  EXPECT_EQ(moves(block_text("a", 12, same), block_text("b", 13, same) + "," + block_text("c", 14, same), "#a, #b"),
            0U);
  EXPECT_EQ(moves(block_text("a", 12, same), block_text("b", 13, same), "#b"), 0U);
}

// DIFF-16, DEBUG-08.
TEST(DiffSpec, DIFF_12_DIFF_16_DEBUG_08_EqualInputsGiveEqualBytes) {
  const auto bytes = [] {
    Context context = open_context();
    for (int i = 0; i < 5; ++i) {
      must(context.insert(block_with_ttl("b" + std::to_string(i), i, i - 2)));
      must(context.commit());
    }
    return to_json(must(context.diff_detail("@c1", "@t0"))) + to_json(must(context.diff("@c1", "@t0")));
  };
  EXPECT_EQ(bytes(), bytes());
}

// DIFF-15, DEBUG-07: what a block says has no influence on how it is compared.
TEST(DiffSpec, DEBUG_07_ContentThatLooksLikeStructureIsContent) {
  const std::string tricky = R"("content":"{\"id\":\"x\",\"children\":[]} @t0 .cb")";
  EXPECT_EQ(fields_of(with_two_blocks(tricky, R"("content":"plain")")), Ids{"x.content_hash"});
  EXPECT_EQ(fields_of(with_two_blocks(tricky, tricky)), Ids{});
}

// The frame belongs to no turn; its ids may come from documents.
TEST(DiffSpec, DIFF_15_AnotherFrameIsCompared) {
  const std::string first = R"({"id":"r1","nodeType":"^root","children":[{"id":"q1","nodeType":"^seq"}]})";
  const std::string second = R"({"id":"r2","nodeType":"^root","children":[{"id":"q2","nodeType":"^seq"}]})";
  const Context context = history_of({first, second});
  const Diff diff = must(context.diff("@t-1", "@t0"));
  EXPECT_EQ(diff.added, (Ids{"r2", "q2"}));
  EXPECT_EQ(diff.removed, (Ids{"q1", "r1"}));
  EXPECT_EQ(to_json(diff), R"({"added":["r2","q2"],"removed":["q1","r1"],"changed":[{"id":"sys","fields":["parent"]},)"
                           R"({"id":"ah","fields":["parent"]}]})");
}

}  // namespace
}  // namespace latewood
