// From a diff to the bytes a provider got, and to what made each change (DEBUG-05, DEBUG-06).
#include <gtest/gtest.h>

#include "latewood/selector.h"
#include "latewood/trace.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::Ids;
using test::must;
using test::open_context;
using test::open_system_context;
using test::removable_block;

std::string bytes_of(const Snapshot& snapshot, const UnitPlace& place) {
  return snapshot.provider_thread().value().substr(place.bytes.begin, place.bytes.end - place.bytes.begin);
}

TEST(Trace, DEBUG_05_UnitsTileTheThread) {
  Context context = open_system_context();
  must(context.insert(block("s"), -1));
  for (const char* id : {"a", "b"}) must(context.insert(block(id)));
  must(context.commit());
  const Snapshot snapshot = must(context.latest());
  const std::string thread = snapshot.provider_thread().value();
  std::string joined = "[";
  for (const Unit& unit : thread_units(snapshot).value()) {
    if (joined.size() > 1) joined += ",";
    EXPECT_EQ(unit.bytes.begin, joined.size());
    joined += thread.substr(unit.bytes.begin, unit.bytes.end - unit.bytes.begin);
    EXPECT_EQ(thread.substr(unit.bytes.begin, 7 + unit.id.size()), "{\"id\":\"" + unit.id);
  }
  EXPECT_EQ(joined + "]", thread);
  EXPECT_EQ(thread_units(snapshot).value().size(), 3U);
  Context empty = open_context();
  must(empty.commit());
  EXPECT_TRUE(thread_units(must(empty.latest())).value().empty());
}

TEST(Trace, DEBUG_05_EveryEntryOfADiffHasItsPlaceOrNone) {
  Context context = open_system_context();
  must(context.insert(block("s"), -1));
  must(context.insert(block_with_ttl("gone", 1)));
  must(context.commit());
  must(context.replace("s", {"other", {}}));
  must(context.insert(block("new")));
  must(context.commit());
  const Snapshot newer = must(context.latest());
  const Snapshot older = must(context.back(1));
  const Diff diff = must(newer.diff(older));
  const LocatedDiff located = locate(diff, older, newer).value();
  ASSERT_EQ(located.added.size(), 3U);  // mt:2, mc:2, new
  EXPECT_EQ(located.added[0], (UnitChange{"mt:2", std::nullopt, std::nullopt}));
  EXPECT_EQ(located.added[2].newer->index, 1U);
  EXPECT_FALSE(located.added[2].older);
  EXPECT_EQ(bytes_of(newer, *located.added[2].newer),
            R"({"id":"new","role":"user","kind":"text","content":"text of new"})");
  ASSERT_EQ(located.removed.size(), 1U);
  EXPECT_EQ(located.removed[0].id, "gone");
  EXPECT_FALSE(located.removed[0].newer);
  EXPECT_EQ(bytes_of(older, *located.removed[0].older),
            R"({"id":"gone","role":"user","kind":"text","content":"text of gone"})");
  ASSERT_EQ(located.changed.size(), 1U);
  EXPECT_EQ(located.changed[0].newer->index, 0U);
  EXPECT_EQ(bytes_of(newer, *located.changed[0].newer),
            R"({"id":"s","role":"system","kind":"text","content":"other"})");
}

// A change of the tree need not be one of the thread, and the other way round.
TEST(Trace, DEBUG_05_TheThreadsThemselvesAreCompared) {
  Context context = open_system_context();
  Component box = block("box");
  box.content.reset();
  must(context.insert(box, -1));
  must(context.insert(block_with_ttl("counts", 5)));
  must(context.insert(block_with_ttl("gone", 1)));
  must(context.commit());
  must(context.insert_under(block("inside"), "box"));
  must(context.commit());
  const ThreadDiff diff = thread_diff(must(context.back(1)), must(context.latest())).value();
  ASSERT_EQ(diff.added.size(), 1U);
  EXPECT_EQ(diff.added[0].id, "inside");
  ASSERT_EQ(diff.left.size(), 2U);
  EXPECT_EQ(diff.left[0].id, "box");
  EXPECT_EQ(diff.left[1].id, "gone");
  EXPECT_TRUE(diff.changed.empty());
  EXPECT_EQ(to_json(diff), R"({"added":[{"id":"inside","newer":{"index":0,"begin":1,"end":73},"older":null}],"left":[)"
                           R"({"id":"box","newer":null,"older":{"index":0,"begin":1,"end":42}},)"
                           R"({"id":"gone","newer":null,"older":{"index":2,"begin":114,"end":180}}],"changed":[]})");
}

// ---- causes ----

Ids causes_of(const Context& context) {
  Ids lines;
  for (const AttributedChange& change : attributed_changes(must(context.latest())).value()) {
    lines.push_back(change.id + " " + std::string(to_string(change.kind)) + " " + std::string(to_string(change.cause)));
  }
  return lines;
}

TEST(Trace, DEBUG_06_EveryChangeHasItsCause) {
  Context context = open_system_context();
  must(context.insert(block("s"), -1));
  must(context.insert(block_with_ttl("expires", 1)));
  must(context.insert(block_with_ttl("counts", 5)));
  must(context.insert(removable_block("box")));
  must(context.insert_under(block_with_ttl("inside", 1), "box"));
  must(context.insert(block("post", 1)));
  must(context.commit());
  EXPECT_EQ(causes_of(context), (Ids{"s added edit", "mt:1 added seal", "mc:1 added seal", "expires added edit",
                                     "counts added edit", "box added edit", "inside added edit", "post added edit"}));
  must(context.insert(block("new")));
  must(context.detach("post"));
  must(context.replace("s", {"other", {}}));
  must(context.commit());
  EXPECT_EQ(causes_of(context),
            (Ids{"mt:2 added seal", "mc:2 added seal", "new added edit", "box removed cascade", "expires removed ttl",
                 "inside removed ttl", "post removed edit", "s changed edit", "counts changed ttl"}));
}

TEST(Trace, DEBUG_06_PruningAndDeferralAreNamed) {
  Context context = open_context();
  PrunePolicy policy;
  policy.bytes = Budget{20, 10, 0};
  policy.keep_turns = 0;
  must(context.insert(block_with_ttl("held", 1)));
  must(context.pin("held"));
  must(context.insert(block("big")));
  must(context.commit());
  must(context.set_policy(policy));
  must(context.commit());
  EXPECT_EQ(causes_of(context), (Ids{"mt:2 added seal", "mc:2 added seal", "big removed prune", "held changed ttl"}));
}

// DEBUG-06, DIFF-15: the attributed changes are the diff, one for one.
TEST(Trace, DEBUG_06_NothingIsLeftOut) {
  Context context = open_context();
  for (int i = 0; i < 6; ++i) {
    must(context.insert(block_with_ttl("b" + std::to_string(i), i)));
    must(context.commit());
    if (i == 0) continue;
    const Diff diff = must(context.diff("@t-1", "@t0"));
    EXPECT_EQ(causes_of(context).size(), diff.added.size() + diff.removed.size() + diff.changed.size());
  }
}

}  // namespace
}  // namespace latewood
