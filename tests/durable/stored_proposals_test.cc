// Proposals are part of the working state: they outlive the process, a rebase offers them again, a reset forgets them.
#include <gtest/gtest.h>

#include "latewood/intake.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

class StoredProposals : public testing::Test {
 protected:
  void SetUp() override {
    Context context = history_.open();
    context.set_system(true);
    ASSERT_TRUE(context.insert({.content = JsonValue("old"), .id = "x"}, -1));
    ASSERT_TRUE(context.commit());
  }

  static Proposal replaces_x(const std::string& proposer) {
    Proposal proposal;
    proposal.proposer = proposer;
    proposal.rule = "tidy";
    proposal.event = EventRef{"mail", 7};
    proposal.edits = {ReplaceEdit{"x", {JsonValue("by " + proposer), {}}}};
    return proposal;
  }

  // By a process whose edits stay in memory, so that they are not in the journal of the branch.
  void commit_of_another(const std::string& id) {
    OpenOptions options = logical();
    options.keep_edits = false;
    Context theirs = history_.open("main", options);
    ASSERT_TRUE(theirs.insert({.content = JsonValue("theirs"), .id = id}));
    ASSERT_TRUE(theirs.commit());
  }

  StoredHistory history_;
};

TEST_F(StoredProposals, SurviveTheProcess) {
  std::vector<Proposal> offered;
  {
    Context context = history_.open();
    context.set_system(true);
    ASSERT_TRUE(propose(context, replaces_x("a")));
    ASSERT_TRUE(propose(context, replaces_x("b")));
    offered = list_proposals(context);
  }
  Context context = history_.open();
  const std::vector<Proposal> again = list_proposals(context);
  ASSERT_EQ(again.size(), 2U);
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].proposer, offered[i].proposer);
    EXPECT_EQ(again[i].rule, "tidy");
    EXPECT_EQ(again[i].event, (EventRef{"mail", 7}));
    EXPECT_EQ(again[i].edits, offered[i].edits);
  }
  ASSERT_TRUE(context.commit());
  const auto receipt = receipt_of(context, "@t0");
  EXPECT_EQ(receipt->candidates[0].disposition, Disposition::Applied);
  EXPECT_EQ(receipt->candidates[1].disposition, Disposition::Rejected);
  EXPECT_TRUE(list_proposals(history_.open()).empty()) << "the commit took them";
  history_.expect_sound();
}

// The process that ends in between makes no difference to what is committed.
TEST_F(StoredProposals, ACommitOfTheNextProcessIsTheOneThatTheLastWouldHaveMade) {
  StoredHistory other;
  Context whole = other.open();
  whole.set_system(true);
  ASSERT_TRUE(whole.insert({.content = JsonValue("old"), .id = "x"}, -1));
  ASSERT_TRUE(whole.commit());
  ASSERT_TRUE(propose(whole, replaces_x("a")));
  ASSERT_TRUE(whole.commit());
  {
    Context context = history_.open();
    context.set_system(true);
    ASSERT_TRUE(propose(context, replaces_x("a")));
  }
  Context context = history_.open();
  ASSERT_TRUE(context.commit());
  EXPECT_EQ(context.latest()->commit_id(), whole.latest()->commit_id());
  EXPECT_EQ(*receipt_of(context, "@t0"), *receipt_of(whole, "@t0"));
}

TEST_F(StoredProposals, AResetForgetsThem) {
  Context context = history_.open();
  context.set_system(true);
  ASSERT_TRUE(propose(context, replaces_x("a")));
  ASSERT_TRUE(context.reset());
  EXPECT_TRUE(list_proposals(context).empty());
  EXPECT_TRUE(list_proposals(history_.open()).empty());
}

TEST_F(StoredProposals, ARebaseOffersThemAgain) {
  for (const bool is_written : {true, false}) {
    OpenOptions options = logical();
    options.keep_edits = is_written;
    Context mine = history_.open("main", options);
    mine.set_system(true);
    set_cause(mine, EventRef{"mail", 3});
    ASSERT_TRUE(mine.insert(says("user", "mine")));
    ASSERT_TRUE(propose(mine, replaces_x("a")));
    commit_of_another("z" + std::to_string(mine.cycle()));
    ASSERT_EQ(mine.commit().error().rule, "E_CONFLICT");
    ASSERT_TRUE(mine.rebase());
    ASSERT_EQ(list_proposals(mine).size(), 1U);
    if (is_written) {
      EXPECT_EQ(list_proposals(history_.open()).size(), 1U);
    }
    ASSERT_TRUE(mine.commit());
    const auto receipt = receipt_of(mine, "@t0");
    EXPECT_EQ(receipt->candidates[0].event, (EventRef{"mail", 3})) << "what brought an edit about stays";
    EXPECT_EQ(receipt->candidates[1].actor, "a");
    EXPECT_EQ(receipt->candidates[1].event, (EventRef{"mail", 7}));
  }
  history_.expect_sound();
}

TEST_F(StoredProposals, ARebaseThatTheNewHeadRefusesChangesNothing) {
  Context mine = history_.open();
  Proposal proposal = replaces_x("a");
  proposal.edits = {InsertEdit{{.content = JsonValue("mine"), .id = "y"}, 0}};
  ASSERT_TRUE(propose(mine, proposal));
  commit_of_another("y");
  const auto rebased = mine.rebase();
  ASSERT_FALSE(rebased);
  EXPECT_EQ(rebased.error().rule, "E_DUPLICATE_ID");
  EXPECT_NE(rebased.error().message.find("the proposal of a cannot be made on the new head"), std::string::npos);
  EXPECT_EQ(list_proposals(mine).size(), 1U);
  const CommitId theirs = history_.open().latest()->commit_id();
  EXPECT_EQ(mine.commit().error().rule, "E_CONFLICT") << "what another committed is not lost";
  EXPECT_EQ(history_.open().latest()->commit_id(), theirs);
}

TEST_F(StoredProposals, ThoseOfAnotherHeadWaitForARebase) {
  {
    Context context = history_.open();
    context.set_system(true);
    ASSERT_TRUE(propose(context, replaces_x("a")));
  }
  commit_of_another("z");
  Context context = history_.open();
  context.set_system(true);
  EXPECT_TRUE(list_proposals(context).empty());
  EXPECT_EQ(propose(context, replaces_x("b")).error().rule, "E_CONFLICT");
  ASSERT_TRUE(context.rebase());
  EXPECT_EQ(list_proposals(context).size(), 1U);
}

}  // namespace
}  // namespace latewood::test
