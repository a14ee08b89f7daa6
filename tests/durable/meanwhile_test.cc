// What others do while a history is opened or checked: they commit, and they collect garbage.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "latewood/exchange.h"
#include "support/faulty_store.h"
#include "support/stored_history.h"

namespace latewood::test {
namespace {

using Act = std::function<void(StoredHistory& others)>;

void collect_all_but(StoredHistory& others, std::uint64_t last) {
  const auto report = others.repository().collect({.retention = {.last = last}});
  EXPECT_TRUE(report) << report.error().message;
}

// Nine turns. What a note says is in no later snapshot.
void grow_with_notes(StoredHistory& history) {
  for (int turn = 1; turn <= 9; ++turn) {
    Context context = history.open();
    const std::string number = std::to_string(turn);
    ASSERT_TRUE(context.insert({.id = "note" + number, .ttl = 1, .content = "note " + number}));
    history.grow(1);
  }
}

// A history of nine turns, the third of them tagged, and a way to it on which `act` comes before the n-th call.
class Interrupted {
 public:
  Interrupted(std::uint64_t call, const Act& act) : call_(call) {
    grow_with_notes(others_);
    EXPECT_TRUE(others_.repository().create_tag("main", "old", "@c3"));
    store_->before_call = [this, act](std::uint64_t number) {
      if (number == call_) act(others_);
    };
  }

  StoredHistory& others() { return others_; }
  Repository& watched() { return watched_; }
  // Whether so many calls were made.
  bool has_come() const { return store_->calls() >= call_; }

 private:
  std::uint64_t call_;
  std::shared_ptr<store::Store> inner_ = *store::open_store("memory:");
  StoredHistory others_{inner_};
  std::shared_ptr<FaultyStore> store_ = std::make_shared<FaultyStore>(inner_, 0, Fault::Before);
  Repository watched_{store_};
};

// Runs `look` with `act` before its n-th call, for every n; ends when `look` makes fewer.
void meanwhile(const Act& act, const std::function<void(Repository& repository, std::uint64_t call)>& look) {
  for (std::uint64_t call = 1;; ++call) {
    Interrupted history(call, act);
    look(history.watched(), call);
    if (!history.has_come() || testing::Test::HasFailure()) return;
  }
}

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

// Pages are read when somebody needs them, also after a history was opened.
TEST(Meanwhile, WhatOthersCollectedIsNotCalledDamaged) {
  StoredHistory history;
  history.grow(150);
  const Context context = history.open();
  history.grow(1);
  collect_all_but(history, 1);
  const auto thread = context.latest()->provider_thread();
  ASSERT_FALSE(thread);
  EXPECT_EQ(thread.error().code, Code::Conflict) << thread.error().message;
  EXPECT_TRUE(thread.error().message.ends_with("others collected meanwhile what this was read from: read it again"));
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

// Whatever others commit between two looks, it is not missing.
TEST(Meanwhile, GarbageIsCollectedWhileOthersCommit) {
  meanwhile([](StoredHistory& others) { others.grow(1); },
            [](Repository& repository, std::uint64_t call) {
              const auto report = repository.collect({.retention = {.last = 2}});
              ASSERT_TRUE(report) << "call " << call << ": " << report.error().message;
            });
}

// It goes on with what is left of its plan, however often somebody commits.
TEST(Meanwhile, GarbageIsCollectedAlthoughOthersCommitAllTheTime) {
  for (const std::string name : {"main", "other"}) {
    const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
    StoredHistory others(inner);
    grow_with_notes(others);
    const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::Before);
    std::uint64_t commits = 0;
    watched->before_call = [&](std::uint64_t number) {
      // Every other one says what only collected snapshots said.
      if (number % 25 == 0) others.grow(1, ++commits % 2 == 0 ? "t" : "note ", name);
    };
    const auto report = Repository(watched).collect({.retention = {.last = 2}});
    ASSERT_TRUE(report) << name << ": " << report.error().message;
    EXPECT_EQ(report->collected, 7U);
    EXPECT_GE(report->payloads, 6U);
    EXPECT_GT(commits, 1U);
    others.expect_sound();
  }
}

// A commit says once more what nobody needed, before each call of the run.
TEST(Meanwhile, WhatIsSaidAgainIsNotCollected) {
  StoredHistory* history = nullptr;
  const auto act = [&](StoredHistory& others) {
    history = &others;
    Context context = others.open();
    ASSERT_TRUE(context.insert(says("user", "note 2")));
    ASSERT_TRUE(context.commit());
  };
  meanwhile(act, [&](Repository& repository, std::uint64_t call) {
    SCOPED_TRACE("call " + std::to_string(call));
    history = nullptr;
    const auto report = repository.collect({.retention = {.last = 2}});
    ASSERT_TRUE(report) << report.error().message;
    if (history != nullptr) history->expect_sound();
  });
}

// One run stops before its n-th call, another one begins and ends, and the first goes on.
void collect_twice(const Retention& first, const Retention& second) {
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    Interrupted history(call, [&](StoredHistory& others) {
      const auto report = others.repository().collect({.retention = second});
      EXPECT_TRUE(report) << report.error().message;
    });
    const auto report = history.watched().collect({.retention = first});
    EXPECT_TRUE(report) << report.error().message;
    history.others().expect_sound();
    EXPECT_EQ(history.others().open().cycle(), 9U);
    EXPECT_TRUE(history.others().repository().load("main", "old", logical().context));
    if (!history.has_come() || testing::Test::HasFailure()) return;
  }
}

// Contents above 256 KiB are in the store before the commit that says them.
TEST(Meanwhile, WhatIsUploadedForACommitIsUploadedAgainIfItWasCollected) {
  const std::string large(store::kChunkBytes + 10, 'x');
  for (std::uint64_t call = 1;; ++call) {
    const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
    StoredHistory others(inner);
    others.grow(1);
    const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::Before);
    Repository repository(watched);
    auto context = repository.open_context("main", logical());
    ASSERT_TRUE(context && context->insert(says("user", large)));
    const std::uint64_t last = watched->calls() + call;
    watched->before_call = [&](std::uint64_t number) {
      if (number == last) collect_all_but(others, 9);
    };
    const auto report = context->commit();
    ASSERT_TRUE(report) << "call " << call << ": " << report.error().message;
    others.expect_sound();
    if (watched->calls() < last || testing::Test::HasFailure()) return;
  }
}

TEST(Meanwhile, WhatIsUploadedForAHistoryIsUploadedAgainIfItWasCollected) {
  StoredHistory source;
  {
    Context context = source.open();
    ASSERT_TRUE(context.insert(says("user", std::string(store::kChunkBytes + 10, 'x'))));
    ASSERT_TRUE(context.commit());
  }
  source.grow(1);
  for (std::uint64_t call = 1;; ++call) {
    const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
    StoredHistory others(inner);
    const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::Before);
    watched->before_call = [&](std::uint64_t number) {
      if (number == call) collect_all_but(others, 9);
    };
    const auto put = Repository(watched).put_history("copy", "main", source.open());
    ASSERT_TRUE(put) << "call " << call << ": " << put.error().message;
    others.expect_sound();
    if (watched->calls() < call || testing::Test::HasFailure()) return;
  }
}

TEST(Meanwhile, RunsThatCollectTakeNothingFromEachOther) {
  collect_twice({.last = 2}, {});
  collect_twice({}, {.last = 2});
  collect_twice({.last = 2}, {.last = 5});
  collect_twice({.last = 5}, {.last = 2});
}

// Somebody names an old snapshot: either that comes too late, or the snapshot stays.
TEST(Meanwhile, WhatGetsANameIsNotCollected) {
  bool is_branch = true;
  Result<void> named{};
  StoredHistory* history = nullptr;
  const auto act = [&](StoredHistory& others) {
    history = &others;
    named = is_branch ? others.repository().create_branch("main", "kept", "@c5")
                      : others.repository().create_tag("main", "kept", "@c5");
  };
  const auto collect = [&](Repository& repository, std::uint64_t call) {
    history = nullptr;
    const auto report = repository.collect({.retention = {.last = 2}});
    ASSERT_TRUE(report) << "call " << call << ": " << report.error().message;
    if (history == nullptr) return;
    EXPECT_TRUE(named || named.error().rule == "E_SNAPSHOT_COLLECTED") << named.error().message;
    const auto opened = history->repository().load("main", "kept", logical().context);
    EXPECT_EQ(opened.has_value(), named.has_value()) << "call " << call;
    history->expect_sound();
  };
  meanwhile(act, collect);
  is_branch = false;
  meanwhile(act, collect);
}

// A snapshot is kept whole, without its patch, and nobody needs it any more. It is collected, and `act` comes before
// the n-th call of that run, for every n.
void while_it_is_forgotten(const Act& act, const Act& expect) {
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    Interrupted history(call, act);
    collect_all_but(history.others(), 2);
    ASSERT_TRUE(history.others().repository().delete_tag("main", "old"));
    const auto report = history.watched().collect({.retention = {.last = 2}});
    EXPECT_TRUE(report) << report.error().message;
    if (!history.has_come()) return;
    expect(history.others());
    history.others().expect_sound();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Meanwhile, WhatGetsANameIsNotForgotten) {
  bool is_named = false;
  while_it_is_forgotten(
      [&](StoredHistory& history) { is_named = history.repository().create_tag("main", "kept", "@c3").has_value(); },
      [&](StoredHistory& history) {
        EXPECT_EQ(history.repository().load("main", "kept", logical().context).has_value(), is_named);
      });
}

// The history comes once more, without receipts.
TEST(Meanwhile, WhatArrivesAgainIsNotForgotten) {
  StoredHistory same;
  grow_with_notes(same);
  const std::string document = *export_history(same.open());
  while_it_is_forgotten(
      [&](StoredHistory& history) {
        const auto again = import_history(document, {.context = logical().context});
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_TRUE(history.repository().put_history("main", "again", *again));
      },
      [](StoredHistory& history) { EXPECT_TRUE(history.repository().load("main", "again", logical().context)); });
}

// The whole history comes once more, into its own context or another one, while its first commits go.
TEST(Meanwhile, WhatArrivesAgainIsNotCollected) {
  StoredHistory same;
  grow_with_notes(same);
  const std::string document = *export_history(same.open());
  StoredHistory* history = nullptr;
  for (const char* name : {"main", "copy"}) {
    const auto act = [&](StoredHistory& others) {
      history = &others;
      const auto again = import_history(document, {.context = logical().context});
      ASSERT_TRUE(again) << again.error().message;
      const auto put = others.repository().put_history(name, "again", *again);
      EXPECT_TRUE(put) << put.error().message;
    };
    meanwhile(act, [&](Repository& repository, std::uint64_t call) {
      SCOPED_TRACE(std::string(name) + ", call " + std::to_string(call));
      history = nullptr;
      const auto report = repository.collect({.retention = {.last = 2}});
      ASSERT_TRUE(report) << report.error().message;
      if (history == nullptr) return;
      history->expect_sound();
      EXPECT_TRUE(history->repository().load(name, "again", logical().context));
    });
  }
}

// The same the other way round.
TEST(Meanwhile, ANameIsNotGivenToWhatIsCollected) {
  StoredHistory* history = nullptr;
  const auto act = [&](StoredHistory& others) {
    history = &others;
    collect_all_but(others, 2);
  };
  meanwhile(act, [&](Repository& repository, std::uint64_t call) {
    history = nullptr;
    const bool has_branch = repository.create_branch("main", "kept", "@c5").has_value();
    const bool has_tag = repository.create_tag("main", "too", "@c6").has_value();
    if (history == nullptr) return;
    for (const auto& [is_named, name] : {std::pair(has_branch, "kept"), std::pair(has_tag, "too")}) {
      const auto opened = history->repository().load("main", name, logical().context);
      EXPECT_EQ(opened.has_value(), is_named) << name << ", call " << call;
    }
    history->expect_sound();
  });
}

std::uint64_t count_collected(StoredHistory& history) {
  std::uint64_t patches = 0;
  for (const store::StoredCommit& commit : *history.store().list_all_commits(0, 1000)) {
    if (!*history.store().find_patch(commit)) ++patches;
  }
  return patches;
}

TEST(Meanwhile, WhatWentBeforeARunStartedOverIsCounted) {
  StoredHistory* busy = nullptr;
  const auto act = [&](StoredHistory& others) {
    busy = &others;
    others.grow(1);
  };
  meanwhile(act, [&](Repository& repository, std::uint64_t call) {
    busy = nullptr;
    const auto report = repository.collect({.retention = {.last = 2}});
    ASSERT_TRUE(report) << report.error().message;
    const std::uint64_t patches = busy == nullptr ? report->patches : count_collected(*busy);
    EXPECT_EQ(report->patches, patches) << "call " << call;
  });
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

// Whoever comes first waits for somebody else, who would never come if one thread did it all.
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
