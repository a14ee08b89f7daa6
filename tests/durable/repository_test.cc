// Contexts in a store: what one process leaves, the next one finds.
#include "latewood/repository.h"
#include "support/store/history.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace latewood::test {
namespace {

class RepositoryTest : public testing::Test {
 protected:
  std::shared_ptr<store::Store> store_ = *store::open_store("memory:");
  Repository repository_{store_};

  Context opened(const OpenOptions& options = logical()) {
    auto context = repository_.open_context("main", options);
    EXPECT_TRUE(context) << context.error().message;
    return *std::move(context);
  }
  static CommitReport turn(Context& context, const std::string& text) {
    EXPECT_TRUE(context.insert(says("user", text)));
    auto report = context.commit({.message = "turn " + text});
    EXPECT_TRUE(report) << report.error().message;
    return *report;
  }
};

TEST_F(RepositoryTest, ACommittedHistoryIsFoundAgain) {
  Context first = opened();
  for (int i = 0; i < 20; ++i) turn(first, std::to_string(i));
  Context second = opened();
  ASSERT_EQ(second.cycle(), 20U);
  for (std::uint64_t cycle = 1; cycle <= 20; ++cycle) {
    EXPECT_EQ(first.at(cycle)->commit_id(), second.at(cycle)->commit_id());
    EXPECT_EQ(first.at(cycle)->nodes().value(), second.at(cycle)->nodes().value());
    EXPECT_EQ(second.at(cycle)->note().message, "turn " + std::to_string(cycle - 1));
  }
}

// SNAP-09. Nothing is written later: a commit that has returned is there for everybody, as it is.
TEST_F(RepositoryTest, SNAP_09_ACommitIsWrittenWhenItReturns) {
  Context writer = opened();
  for (int i = 0; i < 5; ++i) {
    const CommitReport report = turn(writer, std::to_string(i));
    const Context reader = opened();
    EXPECT_EQ(reader.latest()->commit_id(), report.commit_id);
    EXPECT_EQ(reader.latest()->nodes().value(), writer.latest()->nodes().value());
    EXPECT_EQ(reader.latest()->provider_thread().value(), writer.latest()->provider_thread().value());
  }
}

TEST_F(RepositoryTest, TheNextCycleGoesOnAsIfTheProcessHadNotEnded) {
  Context one(ContextOptions{.clock = make_logical_clock()});
  for (int i = 0; i < 6; ++i) {
    turn(one, std::to_string(i));
    Context reopened = opened();
    turn(reopened, std::to_string(i));
    EXPECT_EQ(one.latest()->commit_id(), reopened.latest()->commit_id());
  }
}

TEST_F(RepositoryTest, TheWorkingStateSurvivesTheProcess) {
  std::vector<NodeView> left;
  {
    Context context = opened();
    turn(context, "sealed");
    ASSERT_TRUE(context.insert(says("user", "a")));
    const auto b = context.insert(says("user", "b"));
    ASSERT_TRUE(context.insert_under(Component{.content = "below"}, *b));
    ASSERT_TRUE(context.pin(*b));
    ASSERT_TRUE(context.delete_nodes({"mt:1"}));
    left = context.working().value();
  }
  Context context = opened();
  EXPECT_EQ(context.working().value(), left);
  ASSERT_TRUE(context.commit());
  EXPECT_TRUE(store_->list_edits(store_->find_context("main")->value().key, "main")->empty());
}

TEST_F(RepositoryTest, AResetForgetsTheEditsForEverybody) {
  Context context = opened();
  ASSERT_TRUE(context.insert(says("user", "a")));
  ASSERT_TRUE(context.reset());
  ASSERT_TRUE(context.insert(says("user", "b")));
  Context other = opened();
  EXPECT_EQ(other.working().value(), context.working().value());
}

TEST_F(RepositoryTest, OfTwoWritersOneWinsAndTheOtherCanRebase) {
  OpenOptions in_memory = logical();
  in_memory.keep_edits = false;
  Context one = opened(in_memory);
  turn(one, "start");
  Context other = opened(in_memory);
  const auto mine = other.insert(says("user", "mine"));
  const auto parent = other.insert(says("user", "parent"));
  ASSERT_TRUE(other.insert_under(Component{.content = "child"}, *parent));
  const CommitReport won = turn(one, "theirs");

  const auto refused = other.commit();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  EXPECT_NE(refused.error().message.find(won.commit_id.hex()), std::string::npos);
  ASSERT_TRUE(other.rebase());
  EXPECT_EQ(other.cycle(), 2U);
  const auto report = other.commit();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(other.latest()->parent(), won.commit_id);
  const auto kept = other.select("#" + *mine);
  EXPECT_EQ(std::get<std::vector<std::string>>(*kept).size(), 1U) << "ids are kept where they are free";
}

TEST_F(RepositoryTest, WrittenEditsThatWereLeftBehindAreStaleUntilRebased) {
  Context mine = opened();
  turn(mine, "start");
  const auto id = mine.insert(says("user", "mine"));
  OpenOptions in_memory = logical();
  in_memory.keep_edits = false;
  Context other = opened(in_memory);
  turn(other, "theirs");

  EXPECT_EQ(mine.insert(says("user", "more")).error().rule, "E_CONFLICT");
  EXPECT_EQ(mine.commit().error().rule, "E_CONFLICT");
  Context again = opened();
  EXPECT_EQ(again.insert(says("user", "more")).error().rule, "E_CONFLICT") << "their base is another head";
  ASSERT_TRUE(again.rebase());
  ASSERT_TRUE(again.commit());
  EXPECT_EQ(again.cycle(), 3U);
  EXPECT_FALSE(std::get<std::vector<std::string>>(*again.select("#" + *id)).empty());
}

TEST_F(RepositoryTest, ARebaseThatCannotBeDoneChangesNothing) {
  OpenOptions in_memory = logical();
  in_memory.keep_edits = false;
  Context one = opened(in_memory);
  const auto note = one.insert({.role = "user", .content = "short", .ttl = 2});
  ASSERT_TRUE(one.commit());
  Context other = opened(in_memory);
  ASSERT_TRUE(other.pin(*note));
  for (int i = 0; i < 3; ++i) turn(one, "until it expires");
  EXPECT_EQ(other.commit().error().rule, "E_CONFLICT");
  const auto before = other.working().value();
  const auto rebased = other.rebase();
  ASSERT_FALSE(rebased);
  EXPECT_EQ(rebased.error().rule, "E_NODE_NOT_FOUND");
  EXPECT_NE(rebased.error().message.find("edit 1"), std::string::npos);
  EXPECT_EQ(other.working().value(), before);
}

TEST_F(RepositoryTest, BranchesGoTheirOwnWays) {
  Context context = opened();
  for (int i = 0; i < 4; ++i) turn(context, std::to_string(i));
  ASSERT_TRUE(repository_.create_branch("main", "try", "@t-2"));
  Context tried = opened(logical("try"));
  EXPECT_EQ(tried.cycle(), 2U);
  turn(tried, "other");
  EXPECT_EQ(opened().cycle(), 4U);
  EXPECT_NE(tried.at(3)->commit_id(), context.at(3)->commit_id());
  EXPECT_EQ(tried.at(2)->commit_id(), context.at(2)->commit_id());
  ASSERT_TRUE(repository_.switch_branch("main", "try"));
  EXPECT_EQ(opened().cycle(), 3U);
  EXPECT_EQ(repository_.find_commit("main", "main@t-1")->id, context.at(3)->commit_id());
  EXPECT_EQ(repository_.find_commit("main", "@c3")->id, tried.at(3)->commit_id());
  ASSERT_FALSE(repository_.delete_branch("main", "try"));
  ASSERT_TRUE(repository_.delete_branch("main", "main"));
  EXPECT_EQ(repository_.branches("main")->size(), 1U);
}

TEST_F(RepositoryTest, TagsAndDigitsNameCommits) {
  Context context = opened();
  for (int i = 0; i < 4; ++i) turn(context, std::to_string(i));
  const CommitId second = context.at(2)->commit_id();
  ASSERT_TRUE(repository_.create_tag("main", "good", "@c2"));
  EXPECT_EQ(repository_.find_commit("main", "good")->id, second);
  EXPECT_EQ(repository_.find_commit("main", second.hex().substr(0, 12))->id, second);
  EXPECT_EQ(repository_.create_tag("main", "good", "@c3").error().rule, "E_CONFLICT");
  EXPECT_EQ(repository_.load("main", "good")->cycle(), 2U);
  ASSERT_TRUE(repository_.delete_tag("main", "good"));
  EXPECT_EQ(repository_.find_commit("main", "good").error().rule, "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(repository_.log("main", "@t0", 10)->size(), 4U);
}

class Letters : public TokenCounter {
 public:
  std::uint64_t count(std::string_view json) override { return json.size(); }
};

// PRUNE-06: a budget that nobody counts is not kept silently.
TEST_F(RepositoryTest, PRUNE_06_ABudgetInTokensNeedsACounterInEveryProcess) {
  OpenOptions counting = logical();
  counting.context.tokens = std::make_shared<Letters>();
  PrunePolicy policy;
  policy.tokens = Budget{1000, 500};
  {
    Context context = opened(counting);
    ASSERT_TRUE(context.set_policy(policy));
    turn(context, "counted");
  }
  {
    Context context = opened();
    ASSERT_TRUE(context.insert(says("user", "not counted")));
    const auto refused = context.commit();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().rule, "E_OPTION_INVALID");
    EXPECT_FALSE(context.preview());
  }
  Context context = opened(counting);
  EXPECT_TRUE(context.commit()) << "the edit is still there";
}

TEST_F(RepositoryTest, ABranchBeginsWithThePolicyOfWhereItComesFrom) {
  PrunePolicy policy;
  policy.turns = Budget{3, 2, 0};
  {
    Context context = opened();
    for (int i = 0; i < 2; ++i) turn(context, std::to_string(i));
    ASSERT_TRUE(context.set_policy(policy));
  }
  ASSERT_TRUE(repository_.create_branch("main", "of a moment", "@t-1"));
  EXPECT_EQ(opened(logical("of a moment")).policy(), policy);
  ASSERT_TRUE(opened(logical("of a moment")).set_policy(std::nullopt));
  ASSERT_TRUE(repository_.create_branch("main", "of a branch", "of a moment"));
  EXPECT_FALSE(opened(logical("of a branch")).policy());
  EXPECT_EQ(opened().policy(), policy);
}

TEST_F(RepositoryTest, ThePolicyOfABranchIsKept) {
  Context context = opened();
  PrunePolicy policy;
  policy.turns = Budget{3, 2, 0};
  ASSERT_TRUE(context.set_policy(policy));
  for (int i = 0; i < 4; ++i) turn(context, std::to_string(i));
  EXPECT_TRUE(context.latest()->report().departures.empty());
  Context again = opened();
  turn(again, "one too many");
  EXPECT_FALSE(again.latest()->report().departures.empty());
}

TEST_F(RepositoryTest, AttemptsAndTheirRepliesSurviveTheProcess) {
  std::uint64_t id = 0;
  {
    Context context = opened();
    ASSERT_TRUE(context.insert(says("user", "hello")));
    id = context.begin_attempt({.provider = "p", .model = "m", .params = {}})->attempt_id;
  }
  {
    Context context = opened();
    ASSERT_EQ(context.attempts().size(), 1U);
    AttemptOutcome outcome;
    outcome.reply.push_back(says("assistant", "hi"));
    ASSERT_TRUE(context.end_attempt(id, outcome));
  }
  Context context = opened();
  ASSERT_EQ(context.attempts().front().status, AttemptStatus::Completed);
  const auto report = context.commit();
  ASSERT_TRUE(report) << report.error().message;
  Context next = opened();
  EXPECT_EQ(next.working().value(), context.working().value());
  EXPECT_EQ(next.working().value().back().content, JsonValue("hi"));
}

TEST_F(RepositoryTest, AHistoryFromElsewhereKeepsItsCommitIds) {
  Context made(ContextOptions{.clock = make_logical_clock()});
  for (int i = 0; i < 5; ++i) turn(made, std::to_string(i));
  ASSERT_TRUE(repository_.put_history("copy", "main", made));
  EXPECT_EQ(repository_.open_context("copy", logical())->latest()->commit_id(), made.latest()->commit_id());
  EXPECT_EQ(repository_.put_history("copy", "main", made).error().rule, "E_CONFLICT");
}

// Under another name nobody could say which branch is meant.
TEST_F(RepositoryTest, AHistoryFromElsewhereGetsANameThatABranchMayHave) {
  Context made(ContextOptions{.clock = make_logical_clock()});
  turn(made, "hi");
  for (const std::string& name : {std::string("v1@home"), std::string(64, 'a'), std::string(241, 'n')}) {
    EXPECT_EQ(repository_.put_history("copy", name, made).error().rule, "E_OPTION_INVALID") << name;
    EXPECT_FALSE(repository_.find_commit("copy", "@t0")) << name;
  }
  const std::string longest(240, 'n');
  ASSERT_TRUE(repository_.put_history("copy", longest, made));
  auto context = repository_.open_context("copy", logical(longest));
  ASSERT_TRUE(context) << context.error().message;
  PrunePolicy policy;
  policy.bytes = Budget{6000, 5500};
  EXPECT_TRUE(context->set_policy(policy)) << "which is kept under that name too";
}

TEST_F(RepositoryTest, WhatIsNotThereIsNamed) {
  OpenOptions options = logical();
  options.create = false;
  EXPECT_EQ(repository_.open_context("nobody", options).error().rule, "E_CONTEXT_NOT_FOUND");
  opened();
  EXPECT_EQ(repository_.open_context("main", logical("nowhere")).error().rule, "E_BRANCH_NOT_FOUND");
  EXPECT_EQ(repository_.find_commit("main", "@t0").error().rule, "E_SNAPSHOT_NOT_FOUND");
}

}  // namespace
}  // namespace latewood::test
