// Calls of other processes while a history is opened or checked: they commit, and they collect garbage.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "support/store/interrupted.h"

namespace latewood::test {
namespace {

TEST(Meanwhile, AHistoryOpensWhileOthersCollect) {
  meanwhile([](StoredHistory& others) { collect_all_but(others, 2); },
            [](Repository& repository, std::uint64_t call) {
              const auto context = repository.open_context("main", logical());
              ASSERT_TRUE(context) << "call " << call << ": " << context.error().message;
              EXPECT_EQ(context->cycle(), 9U);
            });
}

TEST(Meanwhile, AHistoryOpensWhileOthersCommitAndCollect) {
  meanwhile(
      [](StoredHistory& others) {
        others.grow(3);
        collect_all_but(others, 1);
      },
      [](Repository& repository, std::uint64_t call) {
        const auto context = repository.open_context("main", logical());
        ASSERT_TRUE(context) << "call " << call << ": " << context.error().message;
      });
}

TEST(Meanwhile, AMomentIsLoadedWhileOthersCollect) {
  meanwhile([](StoredHistory& others) { collect_all_but(others, 2); },
            [](Repository& repository, std::uint64_t call) {
              for (const char* reference : {"@t0", "old"}) {
                const auto context = repository.load("main", reference, logical().context);
                ASSERT_TRUE(context) << "call " << call << ": " << context.error().message;
              }
            });
}

TEST(Meanwhile, AnAttemptTakesTheNextNumberIfOthersBeginOne) {
  meanwhile([](StoredHistory& others) { ASSERT_TRUE(others.open().begin_attempt(request())); },
            [](Repository& repository, std::uint64_t call) {
              auto context = repository.open_context("main", logical());
              ASSERT_TRUE(context) << "call " << call << ": " << context.error().message;
              const auto begun = context->begin_attempt(request());
              ASSERT_TRUE(begun) << "call " << call << ": " << begun.error().message;
            });
}

// Pages are read when a process needs them, also after a history was opened.
TEST(Meanwhile, WhatOthersCollectedIsNotCalledDamaged) {
  StoredHistory history;
  history.grow(150);
  const Context context = history.open();
  history.grow(1);
  collect_all_but(history, 1);
  const auto thread = context.latest()->provider_thread();
  ASSERT_FALSE(thread);
  EXPECT_EQ(thread.error().code, Code::Conflict) << thread.error().message;
  EXPECT_TRUE(thread.error().message.ends_with("another process collected this snapshot meanwhile: read it again"));
}

TEST(Meanwhile, WhatOthersCollectedIsReadAgainForAnEdit) {
  StoredHistory history;
  history.grow(150);
  Context context = history.open();
  collect_all_but(history, 1);
  const auto inserted = context.insert(says("user", "goes on"));
  ASSERT_TRUE(inserted) << inserted.error().message;
  EXPECT_FALSE(context.damage());
}

void expect_nothing_found(Repository& repository, std::uint64_t call) {
  const auto found = repository.fsck({.threads = 1});
  ASSERT_TRUE(found) << "call " << call << ": " << found.error().message;
  for (const std::string& line : *found) ADD_FAILURE() << "call " << call << ": " << line;
}

TEST(Meanwhile, FsckFindsNothingWrongWithWhatOthersCommit) {
  meanwhile(
      [](StoredHistory& others) {
        others.grow(1);
        ASSERT_TRUE(others.repository().create_tag("main", "new", "@t0"));
        ASSERT_TRUE(others.open().insert(says("user", "an edit that waits")));
      },
      expect_nothing_found);
}

TEST(Meanwhile, FsckFindsNothingWrongWithWhatOthersCollect) {
  meanwhile([](StoredHistory& others) { collect_all_but(others, 2); }, expect_nothing_found);
}

// The first job waits for another job, which would never come if one thread did it all.
TEST(Fsck, LooksAtSeveralContextsAtATime) {
  const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
  StoredHistory history(inner);
  for (const char* name : {"a", "b", "c"}) history.grow(2, name, name);
  const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::Before);
  std::mutex mutex;
  std::condition_variable arrived;
  std::set<std::thread::id> threads;
  watched->before_call = [&](std::uint64_t) {
    std::unique_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
    arrived.notify_all();
    const bool is_asked_for_contexts = watched->calls() <= 2;  // before there is anything to share
    if (!is_asked_for_contexts) arrived.wait_for(lock, std::chrono::seconds(20), [&] { return threads.size() > 1; });
  };
  const auto found = Repository(watched).fsck({.threads = 2});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->empty());
  EXPECT_EQ(threads.size(), 2U);
}

// The order of what is found is that of contexts, whoever looked at them.
TEST(Fsck, FindsTheSameWithManyThreads) {
  StoredHistory history;
  for (int i = 0; i < 12; ++i) history.grow(3, "t" + std::to_string(i), "context " + std::to_string(i));
  store::Removal removal;
  for (const store::PayloadInfo& info : *history.store().list_payloads(0, 1000)) {
    if (info.sequence % 3 == 0) removal.payloads.push_back(info.digest);
  }
  ASSERT_TRUE(history.store().remove(removal));
  const auto alone = history.repository().fsck({.threads = 1});
  const auto together = history.repository().fsck({.threads = 6});
  ASSERT_TRUE(alone && together);
  EXPECT_GT(alone->size(), 12U);
  EXPECT_EQ(*alone, *together);
}

}  // namespace
}  // namespace latewood::test
