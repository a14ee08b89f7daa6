// Histories that come from elsewhere, and calls of other processes to their context meanwhile.
#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "latewood/intake.h"
#include "support/document/history.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

constexpr std::uint64_t kCommits = 5;

class ArrivingHistories : public testing::Test {
 protected:
  ArrivingHistories() {
    others_.grow(3);
    EXPECT_TRUE(append_event(elsewhere_, {.stream = "mail", .payload = "a letter"}));
    for (std::uint64_t i = 0; i < kCommits; ++i) {
      EXPECT_TRUE(elsewhere_.insert(says("user", "turn " + std::to_string(i))));
      EXPECT_TRUE(elsewhere_.commit());
    }
  }

  // Writes the history into a context; `act` happens before each of the commits, with their number.
  Result<void> put(const std::string& context, const std::function<Result<void>(std::uint64_t)>& act) {
    return others_.repository().put_history(context, "main", elsewhere_, {},
                                            [&](std::uint64_t done, std::uint64_t) { return act(done); });
  }

  // Leaves the context as a process does that is killed after so many commits.
  void be_killed(const std::string& context, std::uint64_t commits) {
    struct Killed {};
    const auto die = [&](std::uint64_t done) -> Result<void> {
      if (done == commits) throw Killed();
      return {};
    };
    EXPECT_THROW(static_cast<void>(put(context, die)), Killed);
  }

  CollectReport collect(const CollectOptions& options = {}) {
    auto report = others_.repository().collect(options);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : CollectReport();
  }

  bool is_there(const std::string& context) { return others_.store().find_context(context)->has_value(); }

  const std::shared_ptr<store::Store> inner_ = *store::open_store("memory:");
  StoredHistory others_{inner_};
  Context elsewhere_{ContextOptions{.clock = make_logical_clock()}};
};

// A snapshot whose root is not that of `tree_text`: a history starts over there.
std::string other_root(const std::string& block) {
  std::string text = tree_text(block_text(block, 12));
  const std::string id = R"("id":"root")";
  return text.replace(text.find(id), id.size(), R"("id":"other")");
}

Error ends_here() { return {Code::Unavailable, "enough", {}, {}}; }

TEST_F(ArrivingHistories, AreNotCollected) {
  for (std::uint64_t call = 1;; ++call) {
    const auto watched = std::make_shared<FaultyStore>(inner_, 0, Fault::Before);
    watched->before_call = [&](std::uint64_t number) {
      if (number == call) collect({.retention = {.last = 1}});
    };
    const auto put = Repository(watched).put_history("copy " + std::to_string(call), "main", elsewhere_);
    ASSERT_TRUE(put) << "call " << call << ": " << put.error().message;
    others_.expect_sound();
    if (watched->calls() < call || testing::Test::HasFailure()) break;
  }
}

// By which a process that collects learns that they came. The next one takes it along.
TEST_F(ArrivingHistories, LeaveOneMarkThatTheyAreThere) {
  const auto marks = [&] { return others_.store().find_states("arriving/")->states; };
  const auto go_on = [](std::uint64_t) { return Result<void>(); };
  ASSERT_TRUE(put("copy", go_on));
  const store::ContextKey key = (*others_.store().find_context("copy"))->key;
  EXPECT_EQ(marks(), (std::vector<store::ContextState>{{key, {"arriving/1", "arrived"}}}));
  ASSERT_TRUE(others_.repository().put_history("copy", "again", elsewhere_));
  EXPECT_EQ(marks(), (std::vector<store::ContextState>{{key, {"arriving/2", "arrived"}}}));
  EXPECT_EQ(collect({.uploads = true}).uploads, 0U);
  others_.expect_sound();
}

TEST_F(ArrivingHistories, AreCollectedIfTheyWereGivenUp) {
  const auto end = [](std::uint64_t done) { return done == 3 ? Result<void>(ends_here()) : Result<void>(); };
  EXPECT_EQ(put("copy", end).error().message, "enough");
  EXPECT_FALSE(is_there("copy"));
  ASSERT_TRUE(others_.repository().create_context("known"));
  EXPECT_EQ(put("known", end).error().message, "enough");
  EXPECT_EQ(collect().collected, 3U);
  others_.expect_sound();
}

TEST_F(ArrivingHistories, AreThereOnceTheLastCommitIs) {
  const auto end = [](std::uint64_t done) { return done == kCommits ? Result<void>(ends_here()) : Result<void>(); };
  const auto written = put("copy", end);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(others_.open("copy").cycle(), kCommits);
}

TEST_F(ArrivingHistories, StayIfTheirWriterWasKilledUntilUploadsAreCollectedToo) {
  be_killed("copy", 3);
  EXPECT_EQ(collect().collected, 0U);
  others_.expect_sound();
  EXPECT_EQ(collect({.uploads = true, .dry_run = DryRun::Yes}).uploads, 1U);
  const CollectReport report = collect({.uploads = true});
  EXPECT_EQ(report.uploads, 1U);
  EXPECT_EQ(report.collected, 3U);
  others_.expect_sound();
  ASSERT_TRUE(put("copy", [](std::uint64_t) { return Result<void>(); }));
  others_.expect_sound();
}

TEST_F(ArrivingHistories, AreWrittenBesideOneWhoseWriterWasKilled) {
  be_killed("copy", 3);
  ASSERT_TRUE(put("copy", [](std::uint64_t) { return Result<void>(); }));
  others_.expect_sound();
}

TEST_F(ArrivingHistories, AreRefusedOnceTheyWereCollectedWithTheUploads) {
  const auto written = put("copy", [&](std::uint64_t done) {
    if (done == 3) collect({.uploads = true});
    return Result<void>();
  });
  EXPECT_EQ(written.error().rule, "E_CONFLICT");
  EXPECT_FALSE(is_there("copy"));
  others_.expect_sound();
}

TEST_F(ArrivingHistories, WhatOthersWroteStaysIfTheyAreGivenUp) {
  const auto insert = [](Context& context) { ASSERT_TRUE(context.insert(says("user", "of somebody else"))); };
  const auto append = [](Context& context) {
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = "another letter"}));
  };
  const auto begin = [](Context& context) { ASSERT_TRUE(context.begin_attempt(request())); };
  const std::vector<std::pair<std::string, std::function<void(Context&)>>> acts = {
      {"edited", insert}, {"appended", append}, {"begun", begin}};
  for (const auto& [name, act] : acts) {
    const auto end = [&, &name = name, &act = act](std::uint64_t done) -> Result<void> {
      Context context = others_.open(name);
      if (done == 2) act(context);
      return done == 3 ? Result<void>(ends_here()) : Result<void>();
    };
    EXPECT_EQ(put(name, end).error().message, "enough");
    EXPECT_TRUE(is_there(name));
    others_.expect_sound();
  }
  EXPECT_EQ(others_.open("edited").working()->back().content, JsonValue("of somebody else"));
}

// They come with the last commit: until then `admit` would let them in for nothing.
TEST_F(ArrivingHistories, LeaveNoEventsIfTheyAreGivenUp) {
  Context context = others_.open();
  ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = "a letter"}));
  ASSERT_TRUE(admit(context, "main"));
  ASSERT_TRUE(context.commit());
  others_.grow(1);
  const auto loaded = others_.repository().load("main", "@t0", logical().context);
  ASSERT_TRUE(loaded && others_.repository().create_context("known"));
  const auto end = [](std::uint64_t done, std::uint64_t) {
    return done == 4 ? Result<void>(ends_here()) : Result<void>();
  };
  const auto put = others_.repository().put_history("known", "main", *loaded, {}, end);
  EXPECT_EQ(put.error().message, "enough");
  const store::ContextKey key = (*others_.store().find_context("known"))->key;
  EXPECT_EQ(*others_.store().last_in_log(key, store::Log::Events), 0U);
  others_.expect_sound();
  Context other(ContextOptions{.clock = make_logical_clock()});
  ASSERT_TRUE(append_event(other, {.stream = "mail", .payload = "another letter"}));
  ASSERT_TRUE(other.insert(says("user", "of another history")) && other.commit());
  const auto another = others_.repository().put_history("known", "main", other);
  EXPECT_TRUE(another) << another.error().message;
  others_.expect_sound();
}

TEST_F(ArrivingHistories, BringTheSameEventsAtTheSameTime) {
  for (std::uint64_t call = 1;; ++call) {
    const std::string name = "copy " + std::to_string(call);
    others_.grow(1, "t", name);
    const auto watched = std::make_shared<FaultyStore>(inner_, 0, Fault::Before);
    watched->before_call = [&](std::uint64_t number) {
      if (number != call) return;
      const auto second = others_.repository().put_history(name, "second", elsewhere_);
      EXPECT_TRUE(second) << "call " << call << ": " << second.error().message;
    };
    const auto first = Repository(watched).put_history(name, "first", elsewhere_);
    ASSERT_TRUE(first) << "call " << call << ": " << first.error().message;
    const store::ContextKey key = (*others_.store().find_context(name))->key;
    EXPECT_EQ(*others_.store().last_in_log(key, store::Log::Events), 1U);
    if (watched->calls() < call || testing::Test::HasFailure()) break;
  }
  others_.expect_sound();
}

// Commits without a parent, and what is on record of the ones before them.
TEST_F(ArrivingHistories, GoWithTheirContextIfTheyStartOver) {
  const Context history = history_of({tree_text(block_text("a", 12)), other_root("b"), other_root("c")});
  const auto end = [](std::uint64_t done, std::uint64_t) {
    return done == 2 ? Result<void>(ends_here()) : Result<void>();
  };
  EXPECT_EQ(others_.repository().put_history("copy", "main", history, {}, end).error().message, "enough");
  EXPECT_FALSE(is_there("copy"));
  ASSERT_TRUE(others_.repository().put_history("copy", "main", history));
  EXPECT_EQ(others_.store().find_states("before/")->states.size(), 1U);
  others_.expect_sound();
}

// The first made the context and ends while the second is at work.
TEST_F(ArrivingHistories, OfTwoAtOnceTheOtherGoesOnIfOneIsGivenUp) {
  std::promise<void> begun;
  std::promise<void> wanted;
  std::thread first([&] {
    EXPECT_FALSE(put("copy", [&](std::uint64_t done) -> Result<void> {
      if (done < 2) return {};
      begun.set_value();
      wanted.get_future().wait();
      return ends_here();
    }));
  });
  begun.get_future().wait();
  StoredHistory same(inner_);
  const auto second = same.repository().put_history("copy", "main", *elsewhere_.fork(elsewhere_.cycle()), {},
                                                    [&](std::uint64_t done, std::uint64_t) -> Result<void> {
                                                      if (done != 2) return {};
                                                      wanted.set_value();
                                                      first.join();
                                                      return {};
                                                    });
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(others_.open("copy").cycle(), kCommits);
  others_.expect_sound();
}

// A commit without parents is the same whatever came before it.
TEST_F(ArrivingHistories, GiveNoOtherPastToCommitsThatAreThere) {
  const std::string last = other_root("x");
  const Context whole = history_of({tree_text(block_text("a", 12)), last});
  const Context other = history_of({tree_text(block_text("b", 12)), last});
  const Context part = history_of({last}, {2});
  ASSERT_EQ(whole.latest()->commit_id(), part.latest()->commit_id());
  ASSERT_EQ(whole.latest()->commit_id(), other.latest()->commit_id());
  const auto put_as = [&](const std::string& context, const std::string& branch, const Context& history) {
    const auto put = others_.repository().put_history(context, branch, history);
    return put ? std::string("ok") : std::string(name_of(put.error()));
  };
  EXPECT_EQ(put_as("part", "main", part), "ok");
  EXPECT_EQ(put_as("part", "whole", whole), "E_CONFLICT");
  EXPECT_EQ(put_as("part", "again", part), "ok");
  EXPECT_EQ(put_as("whole", "main", whole), "ok");
  EXPECT_EQ(put_as("whole", "part", part), "E_CONFLICT");
  EXPECT_EQ(put_as("whole", "other", other), "E_CONFLICT");
  EXPECT_EQ(put_as("whole", "again", whole), "ok");
  EXPECT_EQ(others_.repository().log("part", "main", 9)->size(), 1U);
  EXPECT_EQ(others_.repository().log("whole", "main", 9)->size(), 2U);
  others_.expect_sound();
}

// Commits name events by their numbers.
TEST_F(ArrivingHistories, FromTheSameStoreBringTheirEvents) {
  Context context = others_.open();
  ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = "a letter"}));
  ASSERT_TRUE(admit(context, "main"));
  ASSERT_TRUE(context.commit());
  const auto loaded = others_.repository().load("main", "@t0", logical().context);
  ASSERT_TRUE(loaded && others_.repository().put_history("loaded", "main", *loaded));
  const auto replayed = others_.repository().replay("main", "@t0", logical().context);
  ASSERT_TRUE(replayed && others_.repository().put_history("replayed", "main", *replayed));
  others_.expect_sound();
  Context fork = others_.open("loaded");
  EXPECT_EQ(find_event(fork, {"mail", 1})->payload, JsonValue("a letter"));
}

}  // namespace
}  // namespace latewood::test
