// Calls of other processes while garbage is collected: they commit, give names, write histories, and collect.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "latewood/exchange.h"
#include "support/store/interrupted.h"

namespace latewood::test {
namespace {

// Whatever other processes commit between two looks, it is not missing.
TEST(Meanwhile, GarbageIsCollectedWhileOthersCommit) {
  meanwhile([](StoredHistory& others) { others.grow(1); },
            [](Repository& repository, std::uint64_t call) {
              const auto report = repository.collect({.retention = {.last = 2}});
              ASSERT_TRUE(report) << "call " << call << ": " << report.error().message;
            });
}

// It goes on with what is left of its plan, however often a process commits.
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

// A process names an old snapshot: either that comes too late, or the snapshot stays.
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

// A commit that nobody needed is made once more, by a process whose stamps are the same: it gets its patch back under
// the number it had.
TEST(Meanwhile, WhatIsCommittedAgainIsNotCollected) {
  const auto commit_on = [](StoredHistory& history, const std::string& branch) {
    ASSERT_TRUE(history.repository().create_branch("main", branch, "main"));
    Context context = history.open("main", logical(branch));
    ASSERT_TRUE(context.insert({.content = "said on a branch", .id = "again"}));
    ASSERT_TRUE(context.commit());
  };
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    Interrupted history(call, [&](StoredHistory& others) { commit_on(others, "second"); });
    commit_on(history.others(), "first");
    ASSERT_TRUE(history.others().repository().delete_branch("main", "first"));
    const auto report = history.watched().collect({});
    EXPECT_TRUE(report) << report.error().message;
    history.others().expect_sound();
    if (!history.has_come() || testing::Test::HasFailure()) return;
  }
}

// A run without a bound for a history that an earlier one shortened, of which all comes back.
TEST(Meanwhile, WhatComesBackToAShortenedHistoryIsNotCollected) {
  StoredHistory same;
  grow_with_notes(same);
  const std::string document = *export_history(same.open());
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    Interrupted history(call, [&](StoredHistory& others) {
      const auto again = import_history(document, {.context = logical().context});
      EXPECT_TRUE(others.repository().put_history("main", "again", *again));
    });
    ASSERT_TRUE(history.others().repository().delete_tag("main", "old"));
    collect_all_but(history.others(), 2);
    const auto report = history.watched().collect({});
    EXPECT_TRUE(report) << report.error().message;
    history.others().expect_sound();
    if (!history.has_come() || testing::Test::HasFailure()) return;
  }
}

// Of a head that is kept whole the run itself takes the patch.
TEST(Meanwhile, OneSnapshotIsKeptAlthoughOthersCommit) {
  StoredHistory* busy = nullptr;
  meanwhile(
      [&](StoredHistory& others) {
        busy = &others;
        others.grow(1);
      },
      [&](Repository& repository, std::uint64_t call) {
        busy = nullptr;
        const auto report = repository.collect({.retention = {.last = 1}});
        ASSERT_TRUE(report) << "call " << call << ": " << report.error().message;
        if (busy != nullptr) busy->expect_sound();
      });
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

}  // namespace
}  // namespace latewood::test
