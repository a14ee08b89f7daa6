// Attempts in a store: each belongs to the commit that took it, whatever becomes of branches.
#include <gtest/gtest.h>

#include "support/store/history.h"

namespace latewood::test {
namespace {

class StoredAttempts : public testing::Test {
 protected:
  void SetUp() override { history_.grow(1); }

  // A completed attempt on what is there, with a reply.
  static std::uint64_t asked(Context& context, const std::string& question) {
    EXPECT_TRUE(context.insert(says("user", question)));
    const auto ticket = context.begin_attempt(request());
    EXPECT_TRUE(ticket);
    AttemptOutcome outcome;
    outcome.reply = {says("assistant", "the reply")};
    EXPECT_TRUE(context.end_attempt(ticket->attempt_id, outcome));
    return ticket->attempt_id;
  }

  static AttemptOutcome canceled() {
    AttemptOutcome outcome;
    outcome.status = AttemptStatus::Canceled;
    return outcome;
  }

  static bool says_reply(const Context& context) { return context.preview()->find("the reply") != std::string::npos; }

  StoredHistory history_;
};

TEST_F(StoredAttempts, TheCommitIsWrittenDown) {
  Context context = history_.open();
  asked(context, "what?");
  const CommitReport report = context.commit().value();
  const Context later = history_.open();
  ASSERT_EQ(later.attempts().size(), 1U);
  EXPECT_EQ(later.attempts().front().commit, report.commit_id);
  EXPECT_TRUE(says_reply(later));
  EXPECT_EQ(history_.verified().attempts, 1U);
}

// What the snapshot must render to is asked of the store, not of what it had when the context was opened (SNAP-07).
TEST_F(StoredAttempts, AnAttemptOfAnotherProcessBindsTheCommit) {
  OpenOptions options = logical();
  options.keep_edits = false;
  Context one = history_.open("main", options);
  ASSERT_TRUE(one.insert(says("user", "something else")));
  Context other = history_.open();
  asked(other, "what?");
  EXPECT_EQ(one.commit().error().rule, "E_BOUNDARY_MISMATCH");
}

// SNAP-08: the reply that another process wrote down begins the next cycle.
TEST_F(StoredAttempts, AReplyOfAnotherProcessIsTaken) {
  Context one = history_.open();
  ASSERT_TRUE(one.insert(says("user", "what?")));
  const auto ticket = one.begin_attempt(request());
  ASSERT_TRUE(ticket);
  Context other = history_.open();
  AttemptOutcome outcome;
  outcome.reply = {says("assistant", "the reply")};
  ASSERT_TRUE(other.end_attempt(ticket->attempt_id, outcome));
  const auto report = one.commit();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(one.latest()->provider_thread()->find("the reply"), std::string::npos);
  EXPECT_TRUE(says_reply(one));
  EXPECT_EQ(one.attempts().front().commit, report->commit_id);
  EXPECT_TRUE(says_reply(history_.open()));
  history_.expect_sound();
}

TEST_F(StoredAttempts, AnAttemptThatAnotherProcessEndedIsNotEndedAgain) {
  Context one = history_.open();
  const auto ticket = one.begin_attempt(request());
  Context other = history_.open();
  ASSERT_TRUE(other.end_attempt(ticket->attempt_id, canceled()));
  const auto refused = one.end_attempt(ticket->attempt_id, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "attempt 1 has already ended");
  const auto later = other.begin_attempt(request());
  ASSERT_TRUE(later);
  EXPECT_TRUE(one.end_attempt(later->attempt_id, {})) << "begun by another process since";
}

// Another process commits the cycle that was asked about.
TEST_F(StoredAttempts, AReplyToWhatOthersDidNotCommitIsRefused) {
  OpenOptions options = logical();
  options.keep_edits = false;
  Context one = history_.open("main", options);
  Context other = history_.open("main", options);
  ASSERT_TRUE(one.insert(says("user", "what?")));
  const std::uint64_t attempt = one.begin_attempt(request())->attempt_id;
  ASSERT_TRUE(other.insert(says("user", "first")));
  ASSERT_TRUE(other.commit());
  AttemptOutcome answered;
  answered.reply = {says("assistant", "the reply")};
  EXPECT_EQ(one.end_attempt(attempt, answered).error().rule, "E_CONFLICT");
  EXPECT_EQ(one.commit().error().rule, "E_CONFLICT");
  ASSERT_TRUE(one.rebase());
  EXPECT_EQ(
      one.end_attempt(attempt, answered).error().message,
      "attempt 1 was begun in cycle 2, which is already committed: end the attempt without a reply and insert the "
      "reply as blocks");
  ASSERT_TRUE(one.end_attempt(attempt, {}));
  ASSERT_TRUE(one.commit());
  EXPECT_TRUE(history_.verified().is_sound()) << "the attempt is of no commit";
}

// A process moves the branch elsewhere, without a commit that would have to take the reply.
TEST_F(StoredAttempts, ARebaseDoesNotLoseAReplyWithoutAWord) {
  history_.grow(1);
  Context one = history_.open();
  const std::uint64_t attempt = asked(one, "what?");
  const store::ContextKey key = (*history_.store().find_context("main"))->key;
  store::WriteBatch batch;
  batch.context = key;
  const store::StoredCommit first = history_.store().list_commits(key, {}, 10, 1)->front();
  batch.refs.push_back({"main", (*history_.store().find_ref(key, "main"))->id, store::Head{first.id, first.cycle}});
  ASSERT_TRUE(history_.store().write(batch));
  EXPECT_EQ(one.commit().error().rule, "E_CONFLICT");
  EXPECT_EQ(one.rebase().error().rule, "E_CONFLICT");
  ASSERT_TRUE(one.end_attempt(attempt, canceled()));
  ASSERT_TRUE(one.rebase());
  ASSERT_TRUE(one.commit());
  EXPECT_TRUE(history_.verified().is_sound());
}

// Numbers ascend and cycles need not: a process had not seen the newest commit when it asked.
TEST_F(StoredAttempts, AReplyIsFoundBeforeAnAttemptOfAnOlderCycle) {
  Context stale = history_.open();
  history_.grow(1);
  Context one = history_.open();
  ASSERT_TRUE(one.insert(says("user", "what?")));
  const std::uint64_t asked = one.begin_attempt(request())->attempt_id;
  ASSERT_GT(stale.begin_attempt(request())->attempt_id, asked);
  Context committing = history_.open();
  AttemptOutcome answered;
  answered.reply = {says("assistant", "the reply")};
  ASSERT_TRUE(one.end_attempt(asked, answered));
  const auto committed = committing.commit();
  ASSERT_TRUE(committed) << committed.error().message;
  EXPECT_TRUE(says_reply(committing));
}

TEST_F(StoredAttempts, ABranchOfTheSameNameHasNothingToDoWithThem) {
  Repository& repository = history_.repository();
  ASSERT_TRUE(repository.create_branch("main", "x", "main"));
  {
    Context context = history_.open("main", logical("x"));
    asked(context, "what?");
    ASSERT_TRUE(context.commit());
    ASSERT_TRUE(context.reset());
  }
  ASSERT_TRUE(repository.delete_branch("main", "x"));
  history_.grow(1);
  ASSERT_TRUE(repository.create_branch("main", "x", "main"));
  EXPECT_TRUE(history_.verified().is_sound());
  ASSERT_TRUE(repository.delete_branch("main", "x"));
  ASSERT_TRUE(repository.create_branch("main", "x", "@c1"));
  Context again = history_.open("main", logical("x"));
  ASSERT_TRUE(again.insert(says("user", "another question")));
  EXPECT_TRUE(again.commit());
  EXPECT_FALSE(says_reply(again));
  EXPECT_TRUE(history_.verified().is_sound());
}

}  // namespace
}  // namespace latewood::test
