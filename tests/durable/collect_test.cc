// Garbage collection: what stays can be read as before, what goes is gone, and nothing in between.
#include <gtest/gtest.h>

#include "engine/care/collection_plan.h"
#include "latewood/intake.h"
#include "support/law.h"
#include "support/random/call.h"
#include "support/store/dump.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

CollectOptions last(std::uint64_t snapshots) { return {.retention = {.last = snapshots}}; }

class Collect : public testing::Test {
 protected:
  CollectReport collected(const CollectOptions& options = {}) {
    const auto report = history_.repository().collect(options);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : CollectReport();
  }

  StoredHistory history_;
};

TEST_F(Collect, WithNothingToShortenOnlyLostBranchesGo) {
  history_.grow(5);
  ASSERT_TRUE(history_.repository().create_branch("main", "lost", "@c3"));
  history_.grow(2, "lost", "main", "lost");
  ASSERT_TRUE(history_.repository().delete_branch("main", "lost"));
  const CollectReport report = collected();
  EXPECT_EQ(report.kept, 5U);
  EXPECT_EQ(report.collected, 2U);
  EXPECT_EQ(report.patches, 2U);
  EXPECT_EQ(report.payloads, 4U) << "two turns of two contents";
  EXPECT_EQ(report.states, 0U);
  EXPECT_GT(report.bytes, 0U);
  EXPECT_EQ(history_.open().cycle(), 5U);
  EXPECT_EQ(history_.store().list_all_commits(0, 100)->size(), 7U) << "headers stay";
  EXPECT_EQ(history_.verified().collected, 2U);
  history_.expect_sound();
}

TEST_F(Collect, ATagKeepsWhatNoBranchLeadsTo) {
  history_.grow(5);
  ASSERT_TRUE(history_.repository().create_branch("main", "lost", "@c3"));
  history_.grow(2, "lost", "main", "lost");
  ASSERT_TRUE(history_.repository().create_tag("main", "keep", "lost"));
  ASSERT_TRUE(history_.repository().delete_branch("main", "lost"));
  EXPECT_EQ(collected().patches, 0U);
}

TEST_F(Collect, TheNewestSnapshotsStayAndHistoryGoesOnFromThere) {
  history_.grow(20);
  Context before = history_.open();
  const CollectReport report = collected(last(5));
  EXPECT_EQ(report.kept, 5U);
  EXPECT_EQ(report.collected, 15U);
  EXPECT_EQ(report.states, 1U);
  EXPECT_EQ(report.patches, 16U);
  history_.expect_sound();

  Context after = history_.open();
  ASSERT_EQ(after.cycle(), 20U);
  for (std::uint64_t cycle = 16; cycle <= 20; ++cycle) {
    EXPECT_EQ(after.at(cycle)->commit_id(), before.at(cycle)->commit_id());
    EXPECT_EQ(after.at(cycle)->parent(), before.at(cycle)->parent());
    EXPECT_EQ(after.at(cycle)->nodes().value(), before.at(cycle)->nodes().value());
    EXPECT_EQ(after.at(cycle)->report().turn_id, before.at(cycle)->report().turn_id);
    EXPECT_EQ(after.at(cycle)->note().message, before.at(cycle)->note().message);
  }
  history_.grow(1);
  EXPECT_EQ(history_.open().cycle(), 21U);
}

// SNAP, D-30: `@t-n` counts commits; what was collected says so; ranges leave it out and warn.
TEST_F(Collect, ACollectedSnapshotSaysSo) {
  history_.grow(20);
  collected(last(5));
  Context context = history_.open();
  EXPECT_EQ(context.back(4)->cycle(), 16U);
  EXPECT_EQ(context.back(5).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context.back(19).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context.back(20).error().rule, "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(context.at(15).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context.at(1).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context.at(21).error().rule, "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(context.select("@t-7 .cb").error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context.select("@c3 .cb").error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(context.select("@t-25 .cb").error().rule, "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(context.fork(3).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_TRUE(context.fork(17));
  EXPECT_EQ(history_.repository().load("main", "@c3").error().rule, "E_SNAPSHOT_COLLECTED");
  for (const char* selector : {"@t-9..@t0 .cb", "@c2..@c20 .cb"}) {
    const auto range = context.select(selector);
    ASSERT_TRUE(range) << range.error().message;
    const auto& diff = std::get<RangeDiffLatestResult>(*range);
    EXPECT_EQ(diff.snapshots.size(), 5U) << selector;
    ASSERT_EQ(diff.warnings.size(), 1U) << selector;
    EXPECT_NE(diff.warnings.front().find("was collected"), std::string::npos) << diff.warnings.front();
  }
}

TEST_F(Collect, AShortenedHistoryCannotBeCopiedAsAWhole) {
  history_.grow(9);
  collected(last(3));
  const Context context = history_.open();
  EXPECT_EQ(history_.repository().put_history("copy", "main", context).error().rule, "E_SNAPSHOT_COLLECTED");
}

TEST_F(Collect, TaggedSnapshotsStayReadable) {
  history_.grow(20);
  ASSERT_TRUE(history_.repository().create_tag("main", "v1", "@c7"));
  const std::string thread = history_.open().at(7)->provider_thread().value();
  const CollectReport report = collected(last(3));
  EXPECT_EQ(report.kept, 4U);
  EXPECT_EQ(report.states, 2U);
  const auto tagged = history_.repository().load("main", "v1");
  ASSERT_TRUE(tagged) << tagged.error().message;
  EXPECT_EQ(tagged->latest()->provider_thread().value(), thread);
  EXPECT_EQ(tagged->cycle(), 7U);
  history_.expect_sound();
  EXPECT_EQ(history_.verified().starts.size(), 2U);
}

TEST_F(Collect, BranchesAreShortenedEachForItself) {
  history_.grow(10);
  ASSERT_TRUE(history_.repository().create_branch("main", "side", "@c8"));
  history_.grow(4, "side", "main", "side");
  collected(last(3));
  EXPECT_EQ(history_.open().at(8)->cycle(), 8U);
  EXPECT_EQ(history_.open("main", logical("side")).at(10)->cycle(), 10U);
  EXPECT_EQ(history_.open("main", logical("side")).at(9).error().rule, "E_SNAPSHOT_COLLECTED");
  history_.expect_sound();
}

TEST_F(Collect, OtherContextsKeepWhatTheyShare) {
  history_.grow(10);
  history_.grow(10, "t", "other");
  CollectOptions options = last(2);
  options.context = "main";
  EXPECT_EQ(collected(options).payloads, 0U);
  EXPECT_EQ(history_.open("other").at(1)->cycle(), 1U);
  options.context = "nobody";
  EXPECT_EQ(history_.repository().collect(options).error().rule, "E_CONTEXT_NOT_FOUND");
  history_.expect_sound();
}

// Neither what nobody leads to any more, nor the checkpoints of it.
TEST_F(Collect, OnlyTheContextThatIsMeantIsCollected) {
  for (const std::string name : {"main", "other"}) {
    history_.grow(5, name, name);
    ASSERT_TRUE(history_.repository().create_branch(name, "lost", "@c3"));
    history_.grow(70, "lost of " + name, name, "lost");
    ASSERT_TRUE(history_.repository().create_tag(name, "lost too", "lost"));
    ASSERT_TRUE(history_.repository().delete_branch(name, "lost"));
    ASSERT_TRUE(history_.repository().delete_tag(name, "lost too"));
  }
  CollectOptions options;
  options.context = "main";
  const CollectReport report = collected(options);
  EXPECT_EQ(report.patches, 70U);
  EXPECT_EQ(report.payloads, 140U);
  EXPECT_GT(report.pages, 0U);
  EXPECT_EQ(history_.verified().collected, 70U) << "all of them of main";
  history_.expect_sound();
  EXPECT_EQ(collected().patches, 70U) << "those of the other";
}

TEST_F(Collect, PlanningWritesNothingAndTheRunWritesTheStates) {
  history_.grow(12);
  const std::string before = dump(history_.store());
  const auto plan = engine::plan_collection(history_.store(), last(4), {});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(dump(history_.store()), before);
  ASSERT_EQ(plan->states.size(), 1U);
  for (const Blake3Digest& page : plan->states.front().pages) EXPECT_TRUE(plan->state_pages.contains(page));
  EXPECT_EQ(collected(last(4)).states, 1U);
  const engine::PlannedState& planned = plan->states.front();
  EXPECT_EQ(*history_.store().find_state(planned.context, planned.state.name), planned.state.value);
}

TEST_F(Collect, ADryRunTellsTheSameAndChangesNothing) {
  history_.grow(12);
  ASSERT_TRUE(history_.open().delete_nodes({"mt:2"}));
  const std::string before = dump(history_.store());
  CollectOptions options = last(4);
  options.dry_run = DryRun::Yes;
  const CollectReport plan = collected(options);
  EXPECT_EQ(dump(history_.store()), before);
  options.dry_run = DryRun::No;
  const CollectReport done = collected(options);
  EXPECT_EQ(plan.patches, done.patches);
  EXPECT_EQ(plan.kept, done.kept);
  EXPECT_EQ(plan.collected, done.collected);
  EXPECT_EQ(plan.payloads, done.payloads);
  EXPECT_EQ(plan.states, done.states);
  EXPECT_EQ(plan.bytes, done.bytes);
  const CollectReport again = collected(options);
  EXPECT_EQ(again.patches + again.payloads + again.pages + again.states, 0U) << "nothing is left to do";
}

TEST_F(Collect, AHistoryCanBeShortenedAgain) {
  history_.grow(20);
  collected(last(10));
  history_.grow(10, "more");
  const CollectReport report = collected(last(3));
  EXPECT_EQ(report.kept, 3U);
  EXPECT_GT(report.pages, 0U) << "the state it began with before";
  Context context = history_.open();
  EXPECT_EQ(context.cycle(), 30U);
  EXPECT_EQ(context.back(27).error().rule, "E_SNAPSHOT_COLLECTED") << "commits are still counted";
  history_.expect_sound();
  collected(last(25));
  EXPECT_EQ(history_.open().at(28)->cycle(), 28U) << "what is gone does not come back, what is there stays";
  history_.expect_sound();
}

// An id is used once along a history, whether or not anybody can still see it.
TEST_F(Collect, IdsThatWereUsedStayTaken) {
  Context context = history_.open();
  ASSERT_TRUE(context.insert({.role = "user", .content = "gone soon", .id = "cb:once"}));
  ASSERT_TRUE(context.commit());
  ASSERT_TRUE(context.delete_nodes({"mt:1"}));
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(context.insert(says("user", "x")));
    ASSERT_TRUE(context.commit());
  }
  collected(last(2));
  Context after = history_.open();
  EXPECT_EQ(after.insert({.role = "user", .content = "again", .id = "cb:once"}).error().rule, "E_DUPLICATE_ID");
}

// How far streams were read is known even if the commit that read them is not there any more.
TEST_F(Collect, StreamsGoOnWhereTheyWereRead) {
  {
    Context context = history_.open();
    ASSERT_TRUE(append_event(context, {.stream = "chat", .payload = "first"}));
    ASSERT_TRUE(admit(context, "main"));
    ASSERT_TRUE(context.insert(says("user", "first")));
    ASSERT_TRUE(context.commit());
  }
  history_.grow(6);
  collected(last(2));
  Context context = history_.open();
  ASSERT_TRUE(append_event(context, {.stream = "chat", .payload = "second"}));
  const auto admission = admit(context, "main");
  ASSERT_TRUE(admission) << admission.error().message;
  EXPECT_EQ(admission->events, (std::vector<EventRef>{{"chat", 2}}));
}

// Whatever call fails: every snapshot that stays can be read, and the next run ends where this one would have.
TEST_F(Collect, EveryCutRunCanBeRepeated) {
  std::string wanted;
  for (std::uint64_t failing = 0;; ++failing) {
    StoredHistory history;
    history.grow(8);
    ASSERT_TRUE(history.repository().create_tag("main", "v1", "@c3"));
    ASSERT_TRUE(history.repository().create_branch("main", "lost", "@c5"));
    history.grow(1, "lost", "main", "lost");
    ASSERT_TRUE(history.repository().delete_branch("main", "lost"));
    const std::shared_ptr<store::Store> inner(&history.store(), [](store::Store*) {});
    const auto faulty = std::make_shared<FaultyStore>(inner, failing, failing % 2 == 0 ? Fault::Before : Fault::After);
    const auto cut = Repository(faulty).collect(last(2));
    if (failing > 0 && !faulty->has_failed()) break;
    EXPECT_EQ(cut.has_value(), failing == 0) << failing;
    history.expect_sound();
    EXPECT_EQ(history.open().back(1)->cycle(), 7U);
    EXPECT_TRUE(history.repository().load("main", "v1"));
    ASSERT_TRUE(history.repository().collect(last(2)));
    history.expect_sound();
    if (failing == 0) wanted = dump(history.store());
    ASSERT_EQ(dump(history.store()), wanted) << failing;
  }
}

// A history that was shortened goes on as it would have.
TEST(CollectLaws, WorkGoesOnAsItWouldHave) {
  expect_law("commits after a collection have the ids they would have had", [](Random& random) {
    ContextOptions options;
    options.clock = make_logical_clock();
    options.system = true;
    StoredHistory history;
    OpenOptions stored = logical();
    stored.context.system = true;
    PlainContext model(options);
    Context memory(options);
    for (int round = 0; round < 3; ++round) {
      Context context = history.open("main", stored);
      for (int i = 0; i < 12; ++i) {
        const Call call = random_call(random, model);
        if (call.kind == Call::Kind::SetSystem) continue;  // granted to a process, not to a history
        make_call(call, model);
        const Ending one = make_call(call, memory);
        RC_ASSERT(make_call(call, context) == one);
        if (!random.chance(40)) continue;
        const CommitId id = memory.commit()->commit_id;
        model.commit(id);
        const auto report = context.commit();
        RC_ASSERT(report.has_value() && report->commit_id == id);
      }
      RC_ASSERT(context.working().value() == memory.working().value());
      RC_ASSERT(history.repository().collect({.retention = {.last = 1 + random.below(4)}}).has_value());
      RC_ASSERT(history.verified().is_sound());
    }
  });
}

}  // namespace
}  // namespace latewood::test
