// Whole histories as documents: every snapshot comes back at its place, and what did not change
// between them is kept once.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "support/document/documents.h"
#include "tree/id_scope.h"
#include "warp/commit_header.h"
#include "warp/graph/apply.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_state.h"

namespace latewood {
namespace {

using engine::Access;
using test::block;
using test::imported;
using test::must;
using test::must_import;
using test::refusal;
using test::verdict;

Context three_cycles() {
  Context context = test::open_system_context();
  must(context.insert(block("s"), -1));
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(test::block_with_ttl(id, 2)));
    must(context.insert(block(std::string(id) + "-kept")));
    must(context.commit());
  }
  return context;
}

std::string history(const std::vector<std::string>& snapshots) {
  std::string document = R"({"snapshots":[)";
  for (const std::string& snapshot : snapshots) document += (document.ends_with('[') ? "" : ",") + snapshot;
  return document + "]}";
}

// A snapshot with two turns; `first` and `second` are their blocks.
std::string two_turns(const std::string& first, const std::string& second) {
  return test::with_turns(R"({"id":"t1","nodeType":"mt","created_at_ns":10,"children":[)" + first +
                          R"(]},{"id":"t2","nodeType":"mt","created_at_ns":20,"children":[)" + second + "]}");
}

std::string node(const std::string& id) { return R"({"id":")" + id + R"(","created_at_ns":30})"; }

TEST(HistoryDocument, ComesBackByteForByte) {
  const Context context = three_cycles();
  const std::string document = export_history(context).value();
  const Context again = must_import(document);
  EXPECT_EQ(export_history(again).value(), document);
  for (std::uint64_t back = 0; back < 3; ++back) {
    EXPECT_EQ(export_snapshot(*again.back(back)).value(), export_snapshot(*context.back(back)).value());
    EXPECT_EQ(again.back(back)->state_root(), context.back(back)->state_root());
    EXPECT_EQ(again.at(back + 1)->cycle(), back + 1);
  }
}

TEST(HistoryDocument, IsTheListOfItsSnapshots) {
  const Context context = three_cycles();
  EXPECT_EQ(export_history(context).value(), R"({"snapshots":[)" + export_snapshot(*context.at(1)).value() + "," +
                                                 export_snapshot(*context.at(2)).value() + "," +
                                                 export_snapshot(*context.at(3)).value() +
                                                 R"(],"spec_version":"PACT/0.1.0"})");
}

TEST(HistoryDocument, OfNoSnapshotsIsOne) {
  const Context context = must_import(R"({"snapshots":[]})");
  EXPECT_EQ(verdict(context.latest()), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(export_history(context).value(), R"({"snapshots":[],"spec_version":"PACT/0.1.0"})");
}

// E-16.
TEST(HistoryDocument, KeepsWhatMeansNothingHere) {
  const std::string document = R"({"about":1,"snapshots":[],"spec_version":"PACT/0.1.0","who":{}})";
  EXPECT_EQ(export_history(must_import(document)).value(), document);
}

TEST(HistoryDocument, WorkGoesOnFromTheNewest) {
  Context context = must_import(export_history(three_cycles()).value());
  must(context.insert(block("d")));
  EXPECT_EQ(must(context.commit()).cycle, 4U);
  EXPECT_FALSE(test::has_node(test::latest_nodes(context), "b"));
  EXPECT_TRUE(test::has_node(test::latest_nodes(context), "c"));
}

TEST(HistoryDocument, CyclesMustAscend) {
  const std::string one = R"({"cycle":1,"root":{}})";
  const std::string two = R"({"cycle":2,"root":{}})";
  const std::string three = R"({"cycle":3,"root":{}})";
  EXPECT_EQ(refusal(history({one, three})), "imported");
  EXPECT_EQ(refusal(history({two, one})), "InvalidArgument at " + one);
  EXPECT_EQ(refusal(history({one, one})), "InvalidArgument at " + one);
}

TEST(HistoryDocument, ASnapshotWithoutACycleFollowsTheOneBefore) {
  const Context context = must_import(history({R"({"root":{}})", R"({"root":{}})", R"({"cycle":7,"root":{}})"}));
  EXPECT_EQ(context.back(2)->cycle(), 0U);
  EXPECT_EQ(context.back(1)->cycle(), 1U);
  EXPECT_EQ(context.at(7)->cycle(), 7U);
  EXPECT_EQ(verdict(context.at(5)), "E_SNAPSHOT_NOT_FOUND");
}

TEST(HistoryDocument, OneKindIsNotTheOther) {
  EXPECT_EQ(verdict(import_history(R"({"root":{}})")), "InvalidArgument");
  EXPECT_EQ(verdict(import_snapshot(R"({"snapshots":[]})")), "InvalidArgument");
  EXPECT_EQ(verdict(import_history(R"({"snapshots":[]})")), "done");
  EXPECT_EQ(verdict(import_snapshot(R"({"root":{}})")), "done");
}

// ---- what is shared ----

TEST(HistoryDocument, EqualNodesAndTurnsAreKeptOnce) {
  const Context context = must_import(export_history(three_cycles()).value());
  const tree::Tree& older = Access::data(*context.at(2)).tree;
  const tree::Tree& newer = Access::data(*context.at(3)).tree;
  EXPECT_EQ(older.root(), newer.root());
  EXPECT_TRUE(older.sys == newer.sys);
  EXPECT_TRUE(older.ah == newer.ah);
  // "a" expired with cycle 3; the second turn is as it was.
  EXPECT_FALSE(older.rings[0] == newer.rings[0]);
  EXPECT_TRUE(older.rings[1] == newer.rings[1]);
  EXPECT_EQ(older.rings[0]->find("a-kept").has_value(), true);
  EXPECT_EQ(&older.rings[0]->node(*older.rings[0]->find("a-kept")),
            &newer.rings[0]->node(*newer.rings[0]->find("a-kept")));
}

// ---- histories that nobody but an editor wrote ----

// Patch, root and id of every snapshot agree with the whole graph, as for any commit.
void expect_sound(const Context& context) {
  for (std::uint64_t back = 0; context.back(back); ++back) {
    const history::SnapshotData& data = Access::data(*context.back(back));
    warp::State state = warp::state_of(data.older());
    const auto changes = warp::changed_rings(data.older(), data.tree);
    const warp::TickPatch patch(warp::tree_patch(data.older(), data.tree, changes));
    ASSERT_EQ(verdict(warp::apply(state, patch)), "done") << "snapshot " << back;
    EXPECT_TRUE(state == warp::state_of(data.tree)) << "snapshot " << back;
    EXPECT_EQ(warp::state_root(state, warp::root_key(data.tree)), data.state_root()) << "snapshot " << back;
    EXPECT_EQ(warp::patch_digest(patch), data.patch_digest()) << "snapshot " << back;
  }
}

TEST(HistoryDocument, ANodeMayStandInAnotherTurnThanBefore) {
  Context context = must_import(history({two_turns(node("x") + "," + node("y"), node("z")),
                                         two_turns(node("y"), node("x")), two_turns(node("x"), node("y"))}));
  expect_sound(context);
  const std::vector<std::string> turns = {"t1", "t2", "t1"};
  for (std::uint64_t back = 0; back < 3; ++back) {
    EXPECT_EQ(test::turn_of(context.back(back)->nodes().value(), "x"), turns[back]);
    const history::SnapshotData& data = Access::data(*context.back(back));
    const auto place = tree::find_place(data.tree, "x", *data.ids);
    ASSERT_TRUE(place.has_value()) << "snapshot " << back;
    EXPECT_EQ(data.tree.rings[place->ring]->container().id(), turns[back]);
  }
  EXPECT_EQ(verdict(context.pin("x")), "done");
  EXPECT_EQ(verdict(context.insert(block("z"))), "E_DUPLICATE_ID");
}

TEST(HistoryDocument, ATurnMayComeInBetweenAndGoAgain) {
  const std::string both = two_turns(node("x"), node("y"));
  const std::string first =
      test::with_turns(R"({"id":"t1","nodeType":"mt","created_at_ns":10,"children":[{"id":"x","created_at_ns":30}]})");
  const std::string second =
      test::with_turns(R"({"id":"t2","nodeType":"mt","created_at_ns":20,"children":[{"id":"y","created_at_ns":30}]})");
  const Context context = must_import(history({first, both, second, both, second, first}));
  expect_sound(context);
  EXPECT_EQ(context.back(4)->turns().value(), (test::Ids{"t1", "t2"}));
  EXPECT_EQ(context.back(3)->turns().value(), test::Ids{"t2"});
  EXPECT_EQ(context.latest()->turns().value(), test::Ids{"t1"});
}

TEST(HistoryDocument, OtherRegionIdsStartOver) {
  const std::string other =
      R"({"root":{"id":"other","children":[{"id":"s","nodeType":"^sys","children":[{"id":"x"}]}]}})";
  const Context context =
      must_import(history({two_turns(node("x"), node("y")), other, two_turns(node("x"), node("y"))}));
  expect_sound(context);
  EXPECT_EQ(context.back(1)->parent(), std::nullopt);
  EXPECT_EQ(test::ids_of(context.back(1)->nodes().value()), (test::Ids{"other", "s", "x", "seq", "ah"}));
  Context fork = must(context.fork(1));
  must(fork.commit());
  expect_sound(fork);
}

TEST(HistoryDocument, AHeadIsSealedBetweenSnapshots) {
  const std::string open = test::with_turns("", node("x"));
  const std::string sealed =
      test::with_turns(R"({"id":"t1","nodeType":"mt","children":[{"id":"x","created_at_ns":30}]})");
  Context context = must_import(history({open, sealed}));
  expect_sound(context);
  EXPECT_EQ(verdict(context.pin("x")), "done");
}

}  // namespace
}  // namespace latewood
