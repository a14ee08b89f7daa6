// Fail the first call, then the second, until the run passes. After each: the old state or the
// new one, nothing between.
#include "store/suite.h"

#include "store/postgres/postgres_store.h"
#include "store/sql/sql_store.h"
#include "store/sqlite/sqlite_store.h"
#include "support/store/faulty_driver.h"
#include "support/store/faulty_store.h"

namespace latewood::test {
namespace {

// What an engine does to commit a turn: looks, journals an edit, commits and consumes it.
Result<void> work(Store& store, ContextKey context) {
  const auto head = store.find_ref(context, "main");
  if (!head) return head.error();
  const auto edits = store.list_edits(context, "main");
  if (!edits) return edits.error();
  WriteBatch edit;
  edit.context = context;
  edit.edits.push_back({"main", edits->size(), {"an edit"}});
  if (auto written = store.write(edit); !written) return written.error();
  const std::uint64_t cycle = *head ? (*head)->cycle + 1 : 1;
  WriteBatch turn = turn_batch(context, "main", *head ? std::optional((*head)->id) : std::nullopt, cycle);
  turn.edits_taken.push_back({"main", edits->size() + 1});
  turn.logs.push_back({Log::Events, {cycle, "committed"}});
  return store.write(turn);
}

TEST_P(StoreSuite, EveryFailedCallLeavesTheOldHeadOrTheNewOne) {
  write_turns(1);
  for (const Fault fault : {Fault::Before, Fault::After}) {
    for (std::uint64_t failing = 1;; ++failing) {
      const std::uint64_t before = (*store().find_ref(context_, "main"))->cycle;
      FaultyStore faulty(store_, failing, fault);
      const auto done = work(faulty, context_);
      reopen();
      const std::uint64_t after = (*store().find_ref(context_, "main"))->cycle;
      EXPECT_TRUE(after == before || after == before + 1);
      if (done) {
        EXPECT_EQ(after, before + 1);
      }
      EXPECT_EQ(*store().last_in_log(context_, Log::Events), after == 1 ? 0 : after) << "log and head moved together";
      EXPECT_EQ(store().list_commits(context_, {}, ~std::uint64_t{0}, 100)->size(), after);
      EXPECT_TRUE(store().check()->empty());
      if (!faulty.has_failed()) break;
    }
  }
}

std::unique_ptr<Store> open_faulty(const StorePlace& place, FaultPlan& plan) {
  const std::string path = place.url().substr(place.url().find(':') + 1);
  auto driver =
      place.backend() == Backend::Sqlite ? open_sqlite_driver(path, {}) : open_postgres_driver(place.url(), {});
  EXPECT_TRUE(driver) << driver.error().message;
  return std::make_unique<SqlStore>(std::make_unique<FaultyDriver>(*std::move(driver), plan), SqlLimits{1, 1});
}

// The same one level deeper: every statement of the transactions.
TEST_P(StoreSuite, EveryRefusedStatementLeavesTheOldStateOrTheNewOne) {
  if (GetParam() == Backend::Memory) return;
  write_turns(1);
  std::uint64_t faults = 0;
  for (std::uint64_t failing = 1;; ++failing, ++faults) {
    const std::string before = dump(store());
    FaultPlan plan{failing, Cut::Refuse};
    const auto faulty = open_faulty(place_, plan);
    const std::uint64_t cycle = (*store().find_ref(context_, "main"))->cycle;
    const auto done = faulty->write(turn_batch(context_, "main", turn_id(context_, "main", cycle), cycle + 1));
    EXPECT_EQ(dump(store()) == before, !done) << "statement " << failing;
    EXPECT_TRUE(store().check()->empty());
    if (!plan.has_failed()) break;
  }
  EXPECT_GE(faults, 7U) << "a commit has at least that many statements";
}

// A lost connection is found again, and what became of the commit is found out by reading the head.
TEST_P(StoreSuite, ACutConnectionLosesNoCommitAndRepeatsNone) {
  if (GetParam() == Backend::Memory) return;
  write_turns(1);
  for (const Cut cut : {Cut::BeforeCommand, Cut::AfterCommand}) {
    for (std::uint64_t failing = 1;; ++failing) {
      FaultPlan plan{failing, cut};
      const auto faulty = open_faulty(place_, plan);
      const std::uint64_t cycle = (*store().find_ref(context_, "main"))->cycle;
      WriteBatch turn = turn_batch(context_, "main", turn_id(context_, "main", cycle), cycle + 1);
      turn.logs.push_back({Log::Events, {cycle, "once"}});
      expect_ok(faulty->write(turn));
      EXPECT_EQ((*store().find_ref(context_, "main"))->cycle, cycle + 1) << "statement " << failing;
      EXPECT_EQ(store().list_commits(context_, {}, ~std::uint64_t{0}, 1000)->size(), cycle + 1);
      if (!plan.has_failed()) break;
    }
  }
  EXPECT_TRUE(store().check()->empty());
}

// Without a ref nothing tells, and the caller is told so.
TEST_P(StoreSuite, ACutCommitWithoutARefIsReportedAsUnknown) {
  if (GetParam() == Backend::Memory) return;
  std::string last;
  for (std::uint64_t failing = 1;; ++failing) {
    FaultPlan plan{failing, Cut::AfterCommand};
    const auto faulty = open_faulty(place_, plan);
    WriteBatch write = batch();
    write.states.push_back({"state", std::to_string(failing)});
    const auto written = faulty->write(write);
    if (!plan.has_failed()) break;
    last = outcome_of(written);
    EXPECT_EQ(*store().find_state(context_, "state"), std::to_string(failing));
  }
  EXPECT_EQ(last, "E_OUTCOME_UNKNOWN") << "the commit is the last command";
}

}  // namespace
}  // namespace latewood::test
