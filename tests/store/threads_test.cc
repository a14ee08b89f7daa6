// Several writers at once.
#include "store/suite.h"

#include <atomic>
#include <thread>

#include "store/sql/sql_store.h"
#include "store/sql/write_group.h"

namespace latewood::test {
namespace {

// Adds a turn to `branch`, rebasing as often as another process was faster.
int append_turn(Store& store, ContextKey context, const std::string& branch, const std::string& writer) {
  for (int conflicts = 0;; ++conflicts) {
    const auto head = store.find_ref(context, branch);
    if (!head) return -1;
    const std::uint64_t cycle = *head ? (*head)->cycle + 1 : 1;
    WriteBatch batch = turn_batch(context, branch, *head ? std::optional((*head)->id) : std::nullopt, cycle);
    // Writers of the same cycle make different commits.
    batch.commits.front().id = {digest_of(writer + std::to_string(cycle)).bytes};
    batch.refs.front().next->id = batch.commits.front().id;
    const auto written = store.write(batch);
    if (written) return conflicts;
    if (written.error().code != Code::Conflict) return -1;
  }
}

TEST_P(StoreSuite, OfTwoWritersOneWinsAndTheOtherCanRebase) {
  constexpr int kThreads = 4;
  constexpr int kTurns = 12;
  std::atomic<int> failed = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < kThreads; ++i) {
    writers.emplace_back([&, i] {
      const auto own = open();
      for (int turn = 0; own && turn < kTurns; ++turn) {
        if (append_turn(*own, context_, "main", "writer " + std::to_string(i)) < 0) ++failed;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(failed, 0);
  const auto head = store().find_ref(context_, "main");
  ASSERT_TRUE(head && *head);
  EXPECT_EQ((*head)->cycle, static_cast<std::uint64_t>(kThreads * kTurns));
  const auto commits = store().list_commits(context_, {}, ~std::uint64_t{0}, 1000);
  EXPECT_EQ(commits->size(), static_cast<std::size_t>(kThreads * kTurns)) << "a refused commit left a trace";
}

TEST_P(StoreSuite, ManyContextsWriteAtOnce) {
  constexpr std::uint64_t kThreads = 8;
  constexpr std::uint64_t kTurns = 15;
  std::vector<ContextKey> contexts;
  for (std::uint64_t i = 0; i < kThreads; ++i) contexts.push_back(new_context("c" + std::to_string(i)));
  std::atomic<int> failed = 0;
  std::vector<std::thread> writers;
  for (const ContextKey context : contexts) {
    writers.emplace_back([&, context] {
      for (std::uint64_t cycle = 1; cycle <= kTurns; ++cycle) {
        const auto parent = cycle == 1 ? std::nullopt : std::optional(turn_id(context, "main", cycle - 1));
        WriteBatch turn = turn_batch(context, "main", parent, cycle);
        turn.payloads.push_back(blob_of("shared by all " + std::to_string(cycle)));
        if (!store().write(turn)) ++failed;
        // A late writer in the same group is refused and takes nobody with it.
        if (store().write(turn_batch(context, "main", commit_id_of(99), cycle))) ++failed;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(failed, 0);
  reopen();
  for (const ContextKey context : contexts) EXPECT_EQ((*store().find_ref(context, "main"))->cycle, kTurns);
  EXPECT_EQ(store().list_payloads(0, 10000)->size(), kThreads * kTurns * 2 + kTurns);
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, ReadersSeeWholeCommitsWhileOthersWrite) {
  write_turns(1);
  std::atomic<bool> stop = false;
  std::atomic<int> wrong = 0;
  std::thread reader([&] {
    while (!stop) {
      const auto head = store().find_ref(context_, "main");
      if (!head || !*head) {
        ++wrong;
        continue;
      }
      const auto commit = store().find_commit(context_, (*head)->id);
      if (!commit || !*commit || !store().find_patch(**commit)) ++wrong;
    }
  });
  write_turns(30);
  stop = true;
  reader.join();
  EXPECT_EQ(wrong, 0);
}

// Jobs that wait while another is being written share the next transaction.
// Says which transactions were begun, and does nothing.
class ListeningSession final : public store::SqlSession {
 public:
  explicit ListeningSession(std::vector<store::Transaction>& begun) : begun_(begun) {}
  Result<store::SqlResult> run(std::string_view, store::SqlParams = {}) override { return store::SqlResult(); }
  Result<void> begin(store::Transaction kind) override {
    begun_.push_back(kind);
    return {};
  }
  Result<void> commit() override { return {}; }
  void rollback() override {}
  store::SessionState state() const override { return store::SessionState::Ready; }
  Result<void> reconnect() override { return {}; }
  Result<void> hold_commits() override { return {}; }
  Result<void> await_removals() override { return {}; }
  bool writes_alone() const override { return true; }
  Result<void> lock_context(ContextKey) override { return {}; }

 private:
  std::vector<store::Transaction>& begun_;
};

TEST(GroupCommit, WaitsForTheDiskIfOneOfTheGroupMust) {
  std::vector<store::Transaction> begun;
  ListeningSession session(begun);
  const auto nothing = [](store::SqlSession&) -> Result<void> { return {}; };
  const store::WriteJob now{nothing, {}, Flush::Now};
  const store::WriteJob later{nothing, {}, Flush::Later};
  for (const std::vector<const store::WriteJob*>& jobs :
       {std::vector{&later, &later}, std::vector{&later, &now}, std::vector{&now}}) {
    std::vector<store::GroupMember> group;
    for (const store::WriteJob* job : jobs) group.push_back({job});
    store::write_group(session, group);
  }
  EXPECT_EQ(begun, (std::vector{store::Transaction::WriteLater, store::Transaction::Write, store::Transaction::Write}));
}

TEST(GroupCommit, WaitingWritersShareATransaction) {
  StorePlace place(Backend::Sqlite);
  const auto store = place.open();
  ASSERT_NE(store, nullptr);
  auto& sql = dynamic_cast<SqlStore&>(*store);
  std::vector<ContextKey> contexts;
  for (int i = 0; i < 8; ++i) contexts.push_back(*store->create_context("c" + std::to_string(i), ""));
  const CommitQueue::Counts before = sql.write_counts();
  std::vector<std::thread> writers;
  for (const ContextKey context : contexts) {
    writers.emplace_back([&, context] {
      for (std::uint64_t cycle = 1; cycle <= 20; ++cycle) {
        const auto parent = cycle == 1 ? std::nullopt : std::optional(turn_id(context, "main", cycle - 1));
        EXPECT_TRUE(store->write(turn_batch(context, "main", parent, cycle)));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  const CommitQueue::Counts after = sql.write_counts();
  EXPECT_EQ(after.jobs - before.jobs, 160U);
  EXPECT_LT(after.transactions - before.transactions, 140U);
}

}  // namespace
}  // namespace latewood::test
