// Imported turns and heads whose core is not written: blocks at offset 0 directly below them
// (D-01, PLACE-04).
#include <gtest/gtest.h>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "support/document/documents.h"

namespace latewood {
namespace {

using test::block;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::must_import;
using test::verdict;
using test::with_turns;

constexpr const char* kTurn =
    R"({"id":"t","nodeType":"mt","children":[{"id":"a","ttl":1},{"id":"b","ttl":2},{"id":"p","offset":1}]})";

TEST(VirtualCore, ItsBlocksAreSealedLikeThoseOfACore) {
  Context context = must_import(with_turns(kTurn));
  EXPECT_EQ(verdict(context.insert_under(block("new"), "t")), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.insert_under(block("new"), "a")), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.detach("a")), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.move({"a"}, 0)), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.detach("p")), "done");
  EXPECT_EQ(verdict(context.insert_under(block("post", 2), "t")), "done");
}

TEST(VirtualCore, DeletingAndReplacingLeaveMarkers) {
  Context context = must_import(with_turns(kTurn));
  EXPECT_EQ(must(context.delete_nodes({"a"})).size(), 1U);
  EXPECT_NE(must(context.replace("b", {JsonValue("x"), {}})), "b");
  EXPECT_EQ(test::child_ids(context.working().value(), "t").size(), 5U);
}

TEST(VirtualCore, ACoreIsMadeWhenTheLastBlockGoes) {
  Context context = must_import(with_turns(kTurn));
  must(context.commit());
  EXPECT_EQ(test::child_ids(latest_nodes(context), "t"), (Ids{"b", "p"}));
  must(context.commit());
  EXPECT_EQ(test::child_ids(latest_nodes(context), "t"), (Ids{"mc:2:0", "p"}));
  EXPECT_EQ(test::export_of(must_import(test::export_of(context))), test::export_of(context));
}

TEST(VirtualCore, EveryTurnThatLostItsCoreGetsItsOwn) {
  const auto turn = [](const std::string& id) {
    return R"({"id":")" + id + R"(","nodeType":"mt","children":[{"id":"b)" + id + R"(","ttl":1}]})";
  };
  Context context = must_import(with_turns(turn("1") + "," + turn("2")));
  // Not even a caller's own name for it stands in the way: it came from elsewhere.
  must(engine::Access::branch(context).edit({}, [](tree::Editor& editor) { return editor.insert(block("mc:1"), 0); }));
  must(context.commit());
  EXPECT_EQ(test::child_ids(latest_nodes(context), "1"), Ids{"mc:1:0"});
  EXPECT_EQ(test::child_ids(latest_nodes(context), "2"), Ids{"mc:1:0:1"});
}

TEST(VirtualCore, AMovedTurnTakesItsBlocksAlong) {
  Context context = must_import(with_turns(kTurn));
  const auto moved = must(context.move({"t"}, 1));
  EXPECT_EQ(moved.size(), 3U);
  EXPECT_FALSE(test::has_node(context.working().value(), "t"));
}

TEST(VirtualCore, AHeadWithoutACoreTakesBlocksItself) {
  Context context = must_import(with_turns("", R"({"id":"a"},{"id":"box","offset":1})"));
  must(context.insert(block("b")));
  must(context.insert_under(block("inner"), "box"));
  must(context.reparent("inner", "ah"));
  EXPECT_EQ(test::child_ids(context.working().value(), "ah"), (Ids{"a", "b", "inner", "box"}));
  must(context.insert(block("s"), -1));
  EXPECT_EQ(verdict(context.move({"s"}, 0)), "done");
  must(context.commit());
  EXPECT_EQ(test::child_ids(latest_nodes(context), "mc:1"), (Ids{"a", "b", "inner", "s"}));
}

// D-01: sealing an imported head makes the core explicit.
TEST(VirtualCore, SealingMakesItExplicit) {
  Context context = must_import(with_turns("", R"({"id":"a"},{"id":"pre","offset":-1})"));
  must(context.commit());
  EXPECT_EQ(test::child_ids(latest_nodes(context), "mt:1"), (Ids{"pre", "mc:1"}));
  EXPECT_EQ(test::child_ids(latest_nodes(context), "mc:1"), Ids{"a"});
}

TEST(VirtualCore, TheLastBlockOfAHeadMayGo) {
  Context context = must_import(with_turns("", R"({"id":"a"})"));
  must(context.delete_nodes({"a"}));
  must(context.insert(block("b")));
  must(context.commit());
  EXPECT_EQ(test::child_ids(latest_nodes(context), "mc:1"), Ids{"b"});
}

}  // namespace
}  // namespace latewood
