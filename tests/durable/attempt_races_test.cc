// Two processes do something to one attempt at the same time: whatever is acknowledged stays.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "latewood/hash.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

constexpr const char* kReply = "the reply";

// A history with a question that was sent as attempt 1, seen by two: what one of them does comes before the n-th call
// of the other to the store.
class TwoProcesses {
 public:
  TwoProcesses(std::uint64_t call, const std::function<void(TwoProcesses&)>& act) : others_(inner_) {
    others_.grow(2);
    Context context = others_.open();
    EXPECT_TRUE(context.insert(says("user", "what?")));
    EXPECT_TRUE(context.begin_attempt(request()));
    watched_->before_call = [this, call, act](std::uint64_t number) {
      if (number == call) act(*this);
    };
  }

  StoredHistory& others() { return others_; }
  Repository& watched() { return repository_; }
  std::uint64_t calls() const { return watched_->calls(); }
  Attempt attempt() { return others_.open().attempts().front(); }
  bool says_reply() { return others_.open().preview()->find(kReply) != std::string::npos; }

 private:
  std::shared_ptr<store::Store> inner_ = *store::open_store("memory:");
  StoredHistory others_;
  std::shared_ptr<FaultyStore> watched_ = std::make_shared<FaultyStore>(inner_, 0, Fault::Before);
  Repository repository_{watched_};
};

// Every n there is.
void at_every_call(const std::function<std::uint64_t(std::uint64_t call)>& run) {
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE("before call " + std::to_string(call));
    const std::uint64_t calls = run(call);
    if (calls < call || testing::Test::HasFailure()) {
      EXPECT_GT(call, 3U) << "nothing was tried";
      return;
    }
  }
}

Result<void> end_with_reply(Context& context) {
  AttemptOutcome outcome;
  outcome.reply = {says("assistant", kReply)};
  return context.end_attempt(1, outcome);
}

Result<void> cancel(Context& context) {
  AttemptOutcome outcome;
  outcome.status = AttemptStatus::Canceled;
  return context.end_attempt(1, outcome);
}

Result<void> commit(Context& context) {
  const auto committed = context.commit();
  return committed ? Result<void>() : Result<void>(committed.error());
}

// SNAP-08: a reply that was taken down begins the next cycle, and one that comes too late is refused.
void expect_reply_kept(TwoProcesses& two, bool is_ended, bool is_committed) {
  EXPECT_TRUE(is_committed);
  if (is_ended) {
    EXPECT_TRUE(two.attempt().commit.has_value());
  } else {
    EXPECT_EQ(two.attempt().status, AttemptStatus::Running);
  }
  EXPECT_EQ(two.says_reply(), is_ended);
  two.others().expect_sound();
}

using Deed = Result<void> (*)(Context& context);

// What became of both: of `first`, which other processes do before the n-th call of `second`.
void race(Deed first, Deed second, const std::function<void(TwoProcesses& two, bool first, bool second)>& expect) {
  at_every_call([&](std::uint64_t call) {
    bool is_first_done = false;
    TwoProcesses two(call, [&](TwoProcesses& now) {
      Context context = now.others().open();
      is_first_done = first(context).has_value();
    });
    auto context = two.watched().open_context("main", logical());
    EXPECT_TRUE(context) << context.error().message;
    const bool is_second_done = second(*context).has_value();
    const std::uint64_t calls = two.calls();
    if (calls >= call) expect(two, is_first_done, is_second_done);
    return calls;
  });
}

TEST(AttemptRaces, AReplyThatEndsDuringACommitIsTakenOrRefused) {
  race(end_with_reply, commit,
       [](TwoProcesses& two, bool ended, bool committed) { expect_reply_kept(two, ended, committed); });
}

TEST(AttemptRaces, ACommitDuringTheEndOfAReplyTakesItOrRefusesIt) {
  race(commit, end_with_reply,
       [](TwoProcesses& two, bool committed, bool ended) { expect_reply_kept(two, ended, committed); });
}

// Taking back what was completed is allowed, completing what was canceled is not: so a cancel that was acknowledged
// came last.
void expect_canceled(TwoProcesses& two, bool is_canceled) {
  EXPECT_EQ(two.attempt().status, is_canceled ? AttemptStatus::Canceled : AttemptStatus::Completed);
}

TEST(AttemptRaces, ACancelDuringTheEndIsNotOverwritten) {
  race(cancel, end_with_reply, [](TwoProcesses& two, bool canceled, bool ended) {
    EXPECT_TRUE(canceled || ended);
    expect_canceled(two, canceled);
  });
}

TEST(AttemptRaces, AnEndDuringTheCancelIsNotOverwritten) {
  race(end_with_reply, cancel, [](TwoProcesses& two, bool ended, bool canceled) {
    EXPECT_TRUE(canceled || ended);
    expect_canceled(two, canceled);
  });
}

TEST(AttemptRaces, APurgeOverwritesNothingNewer) {
  at_every_call([](std::uint64_t call) {
    bool is_canceled = false;
    TwoProcesses two(call, [&](TwoProcesses& now) {
      Context context = now.others().open();
      is_canceled = cancel(context).has_value();
    });
    AttemptOutcome outcome;
    outcome.reply = {says("assistant", "answer t1")};
    EXPECT_TRUE(two.others().open().end_attempt(1, outcome));
    const auto purged = two.watched().purge("main", payload_digest(JsonValue("answer t1")));
    EXPECT_TRUE(purged || purged.error().rule == "E_CONFLICT");
    const std::uint64_t calls = two.calls();
    if (calls >= call) expect_canceled(two, is_canceled);
    return calls;
  });
}

TEST(AttemptRaces, ABranchDoesNotGoWithAReplyThatWasTakenDown) {
  at_every_call([](std::uint64_t call) {
    bool is_ended = false;
    TwoProcesses two(call, [&](TwoProcesses& now) {
      Context context = now.others().open("main", logical("side"));
      AttemptOutcome outcome;
      outcome.reply = {says("assistant", kReply)};
      is_ended = context.end_attempt(2, outcome).has_value();
    });
    EXPECT_TRUE(two.others().repository().create_branch("main", "side", "@t0"));
    EXPECT_TRUE(two.others().open("main", logical("side")).begin_attempt(request()));
    const auto deleted = two.watched().delete_branch("main", "side");
    const std::uint64_t calls = two.calls();
    if (calls >= call) {
      EXPECT_NE(deleted.has_value(), is_ended);
      EXPECT_TRUE(deleted || deleted.error().rule == "E_UNCOMMITTED");
    }
    return calls;
  });
}

// Commits of a branch do not fail for what other processes ask on another one.
TEST(AttemptRaces, AttemptsOfOtherBranchesDoNotStopACommit) {
  at_every_call([](std::uint64_t call) {
    TwoProcesses two(call, [](TwoProcesses& now) {
      EXPECT_TRUE(now.others().open("main", logical("side")).begin_attempt(request()));
    });
    EXPECT_TRUE(two.others().repository().create_branch("main", "side", "@t0"));
    auto context = two.watched().open_context("main", logical());
    EXPECT_TRUE(context);
    const auto committed = context->commit();
    EXPECT_TRUE(committed) << committed.error().message;
    return two.calls();
  });
}

}  // namespace
}  // namespace latewood::test
