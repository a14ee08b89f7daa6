// Attempts in a store: each belongs to the commit that took it, whatever becomes of branches.
#include <gtest/gtest.h>

#include "support/stored_history.h"

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

// Another process commits the cycle that was asked about.
TEST_F(StoredAttempts, ARebaseDoesNotLoseAReplyWithoutAWord) {
  OpenOptions options = logical();
  options.keep_edits = false;
  Context one = history_.open("main", options);
  Context other = history_.open("main", options);
  const std::uint64_t attempt = asked(one, "what?");
  ASSERT_TRUE(other.insert(says("user", "first")));
  ASSERT_TRUE(other.commit());
  EXPECT_TRUE(history_.verified().is_sound()) << "the attempt is of no commit";
  EXPECT_EQ(one.commit().error().rule, "E_CONFLICT");
  EXPECT_EQ(one.rebase().error().rule, "E_CONFLICT");
  ASSERT_TRUE(one.end_attempt(attempt, canceled()));
  ASSERT_TRUE(one.rebase());
  ASSERT_TRUE(one.commit());
  EXPECT_TRUE(history_.verified().is_sound());
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
