// Calls of other processes to a branch while a process has it open: delete it, make it again, give it another name.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/store/faulty_store.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

class BranchRaces : public testing::Test {
 protected:
  // Deletes the branch and makes it again at the same commit.
  void make_again(const std::string& branch) {
    ASSERT_TRUE(history_.repository().delete_branch("main", branch, Uncommitted::Drop));
    ASSERT_TRUE(history_.repository().create_branch("main", branch, "@t0"));
  }

  std::string head_of(const std::string& branch) {
    return (*history_.store().find_ref((*history_.store().find_context("main"))->key, branch))->id.hex();
  }

  std::vector<std::string> journals() {
    return *history_.store().list_journals((*history_.store().find_context("main"))->key);
  }

  StoredHistory history_;
};

// Nothing that the open context does lands on the branch that has the name now.
TEST_F(BranchRaces, ABranchThatWasMadeAgainIsAnotherOne) {
  for (const bool keep_edits : {true, false}) {
    history_.grow(1);
    ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
    OpenOptions options = logical("try");
    options.keep_edits = keep_edits;
    Context context = history_.open("main", options);
    const auto ticket = context.begin_attempt(request());
    ASSERT_TRUE(ticket);
    if (!keep_edits) {
      ASSERT_TRUE(context.insert(says("user", "mine")));
    }
    ASSERT_NO_FATAL_FAILURE(make_again("try"));
    const std::string head = head_of("try");

    if (keep_edits) {
      EXPECT_EQ(context.insert(says("user", "mine")).error().rule, "E_CONFLICT");
    }
    const auto refused = context.commit();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().rule, "E_CONFLICT");
    EXPECT_EQ(refused.error().message, "branch try was deleted and created again since it was opened");
    EXPECT_EQ(context.set_policy(PrunePolicy()).error().rule, "E_CONFLICT");
    EXPECT_EQ(context.begin_attempt(request()).error().rule, "E_CONFLICT");
    EXPECT_EQ(context.end_attempt(ticket->attempt_id, {}).error().rule, "E_CONFLICT");
    EXPECT_EQ(context.rebase().error().rule, "E_BRANCH_NOT_FOUND");

    EXPECT_EQ(head_of("try"), head);
    Context anew = history_.open("main", logical("try"));
    EXPECT_TRUE(anew.attempts().empty());
    EXPECT_FALSE(anew.policy());
    EXPECT_TRUE(journals().empty());
    history_.expect_sound();
    ASSERT_TRUE(history_.repository().delete_branch("main", "try"));
  }
}

TEST_F(BranchRaces, EveryLifeOfABranchIsTold) {
  history_.grow(1);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  std::vector<Context> opened;
  for (int life = 0; life < 3; ++life) {
    opened.push_back(history_.open("main", logical("try")));
    ASSERT_NO_FATAL_FAILURE(make_again("try"));
  }
  for (Context& context : opened) EXPECT_EQ(context.insert(says("user", "mine")).error().rule, "E_CONFLICT");
  EXPECT_TRUE(history_.open("main", logical("try")).insert(says("user", "mine")));
}

TEST_F(BranchRaces, ABranchThatIsGoneSaysSo) {
  history_.grow(1);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  Context context = history_.open("main", logical("try"));
  ASSERT_TRUE(history_.repository().delete_branch("main", "try"));
  EXPECT_EQ(context.insert(says("user", "mine")).error().message, "branch try was deleted since it was opened");
}

// Edits on a branch that has another name by now would be found by nobody.
TEST_F(BranchRaces, EditsOnABranchThatGotAnotherNameAreRefused) {
  Context context = history_.open();
  ASSERT_TRUE(context.insert({.role = "user", .content = "first", .id = "a"}));
  ASSERT_TRUE(history_.repository().switch_branch("main", "f1"));
  const auto refused = context.insert(says("user", "second"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  EXPECT_EQ(refused.error().message, "branch main had no commit and was replaced by branch f1 since it was opened");
  EXPECT_EQ(context.commit().error().rule, "E_CONFLICT");
  EXPECT_EQ(context.rebase().error().rule, "E_BRANCH_NOT_FOUND");
  EXPECT_EQ(journals(), std::vector<std::string>{"f1"});
  Context renamed = history_.open();
  EXPECT_EQ(renamed.stale_edits(), 0U);
  ASSERT_TRUE(renamed.commit());
  EXPECT_NE(renamed.latest()->provider_thread()->find("first"), std::string::npos);
  history_.expect_sound();
}

TEST_F(BranchRaces, ABranchThatIsChosenAgainIsTheSame) {
  Context context = history_.open();
  ASSERT_TRUE(history_.repository().switch_branch("main", "main"));
  ASSERT_TRUE(context.insert(says("user", "text")));
  const auto report = context.commit();
  ASSERT_TRUE(report) << report.error().message;
}

// Runs `act` on a store in which `others` do something before its n-th call, for every n.
template <class Others, class Act>
void interleave(Others others, Act act) {
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
    StoredHistory history(inner);
    const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::Before);
    watched->before_call = [&](std::uint64_t number) {
      if (number == call) others(history);
    };
    act(history, watched);
    if (watched->calls() < call || testing::Test::HasFailure()) return;
  }
}

void with_branches(StoredHistory& history) {
  history.grow(1);
  ASSERT_TRUE(history.repository().create_branch("main", "try", "@t0"));
}

// The branch in use is always there, whoever was first.
void expect_branch_in_use(StoredHistory& history) {
  const std::string current = *history.repository().current_branch("main");
  const auto branches = *history.repository().branches("main");
  EXPECT_TRUE(std::any_of(branches.begin(), branches.end(), [](const BranchInfo& branch) { return branch.is_current; }))
      << current;
  history.expect_sound();
}

TEST(Interleaved, SwitchingToABranchThatIsBeingDeleted) {
  interleave([](StoredHistory& others) { (void)others.repository().delete_branch("main", "try"); },
             [](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
               with_branches(history);
               (void)Repository(watched).switch_branch("main", "try");
               expect_branch_in_use(history);
             });
}

TEST(Interleaved, DeletingABranchThatIsBeingSwitchedTo) {
  interleave([](StoredHistory& others) { (void)others.repository().switch_branch("main", "try"); },
             [](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
               with_branches(history);
               (void)Repository(watched).delete_branch("main", "try");
               expect_branch_in_use(history);
             });
}

// Of the first commit and another name for the branch one comes first, and neither is lost.
TEST(Interleaved, RenamingABranchThatIsBeingCommittedOn) {
  interleave([](StoredHistory& others) { others.grow(1); },
             [](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
               ASSERT_TRUE(history.open().insert(says("user", "waits")));
               (void)Repository(watched).switch_branch("main", "f1");
               if (history.repository().branches("main")->empty()) {
                 EXPECT_EQ(*history.repository().current_branch("main"), "f1");
                 Context context = history.open();
                 ASSERT_TRUE(context.commit());
                 EXPECT_NE(context.latest()->provider_thread()->find("waits"), std::string::npos);
               } else {
                 expect_branch_in_use(history);
               }
             });
}

// It is not there, and no other one is made in its place.
TEST(Interleaved, OpeningABranchThatIsBeingDeleted) {
  interleave([](StoredHistory& others) { (void)others.repository().delete_branch("main", "try"); },
             [](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
               with_branches(history);
               Repository repository(watched);
               auto context = repository.open_context("main", logical("try"));
               if (!context) {
                 EXPECT_EQ(context.error().rule, "E_BRANCH_NOT_FOUND") << context.error().message;
                 return;
               }
               EXPECT_EQ(context->cycle(), 1U);
               const bool is_kept = context->insert(says("user", "mine")).has_value();
               EXPECT_EQ(history.repository().branches("main")->size(), is_kept ? 2U : 1U);
             });
}

TEST(Interleaved, OpeningABranchThatGetsAnotherName) {
  // After the commit, the branch keeps its name: there is no other to switch to.
  interleave(
      [](StoredHistory& others) {
        const auto switched = others.repository().switch_branch("main", "f1");
        EXPECT_TRUE(switched || switched.error().rule == "E_BRANCH_NOT_FOUND");
      },
      [](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
        ASSERT_TRUE(history.open().insert(says("user", "waits")));
        Repository repository(watched);
        auto context = repository.open_context("main", logical());
        if (context) (void)context->commit();
        Context after = history.open();
        if (after.cycle() == 0) {
          ASSERT_TRUE(after.commit());
        }
        EXPECT_NE(after.latest()->provider_thread()->find("waits"), std::string::npos);
      });
}

// What was set or let in meanwhile goes along with the branch.
TEST(Interleaved, RenamingABranchThatGetsAPolicy) {
  PrunePolicy policy;
  policy.turns = Budget{40, 30};
  bool is_set = false;
  interleave([&](StoredHistory& others) { is_set = others.open().set_policy(policy).has_value(); },
             [&](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
               is_set = false;
               ASSERT_TRUE(history.open().insert(says("user", "waits")));
               ASSERT_TRUE(Repository(watched).switch_branch("main", "f1"));
               EXPECT_EQ(history.open().policy().has_value(), is_set);
             });
}

// A process has edits on a branch that is made again or edited by other processes, and a page that it needs is
// collected. It is not read again as if nothing had happened.
TEST(Interleaved, ABranchThatIsReadAgainIsTheSame) {
  const auto make_again = [](Repository& others) {
    ASSERT_TRUE(others.delete_branch("main", "try", Uncommitted::Drop));
    ASSERT_TRUE(others.create_branch("main", "try", "main"));
  };
  const auto edit = [](Repository& others) {
    ASSERT_TRUE(others.open_context("main", logical("try"))->insert(says("user", "theirs")));
  };
  const auto reset = [](Repository& others) { ASSERT_TRUE(others.open_context("main", logical("try"))->reset()); };
  for (const std::function<void(Repository&)>& act : {std::function<void(Repository&)>(make_again), {edit}, {reset}}) {
    StoredHistory history;
    history.grow(150);
    ASSERT_TRUE(history.repository().create_branch("main", "try", "@t0"));
    Context context = history.open("main", logical("try"));
    ASSERT_TRUE(context.insert(says("user", "mine")));
    ASSERT_NO_FATAL_FAILURE(act(history.repository()));
    ASSERT_TRUE(history.repository().collect({.retention = {.last = 1}}));
    const auto refused = context.insert(says("user", "goes on"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::Conflict) << refused.error().message;
    EXPECT_FALSE(context.commit());
    history.expect_sound();
  }
}

// A refusal must be true: edits that were made on the head of the branch are not called stale because other processes
// moved the head between two looks.
TEST(Interleaved, EditsAreSeenWithTheHeadTheyWereMadeOn) {
  interleave(
      [](StoredHistory& others) {
        Context context = others.open();
        EXPECT_TRUE(context.insert(says("user", "theirs")));
        EXPECT_TRUE(context.commit());
        EXPECT_TRUE(context.insert(says("user", "waits")));
      },
      [](StoredHistory& history, const std::shared_ptr<FaultyStore>& watched) {
        history.grow(1);
        Repository repository(watched);
        auto context = repository.open_context("main", logical());
        ASSERT_TRUE(context) << context.error().message;
        EXPECT_EQ(context->stale_edits(), 0U);
      });
}

TEST_F(BranchRaces, AMissingBranchInUseIsLeftBySwitching) {
  history_.grow(1);
  const auto key = (*history_.store().find_context("main"))->key;
  store::WriteBatch batch;
  batch.context = key;
  batch.states.push_back({"branch", "gone"});
  ASSERT_TRUE(history_.store().write(batch));
  const auto refused = history_.repository().open_context("main", logical());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_BRANCH_NOT_FOUND");
  EXPECT_EQ(refused.error().message, "the current branch 'gone' does not exist: switch to another branch");
  EXPECT_EQ(history_.repository().create_tag("main", "here", "@t0").error().message, refused.error().message);
  EXPECT_TRUE(history_.repository().open_context("main", logical("main")));
  ASSERT_TRUE(history_.repository().switch_branch("main", "main"));
  EXPECT_TRUE(history_.repository().open_context("main", logical()));
}

// A history that comes from elsewhere under another name than that of the branch in use.
TEST_F(BranchRaces, TheFirstBranchWithCommitsIsInUse) {
  Context elsewhere;
  ASSERT_TRUE(elsewhere.insert(says("user", "text")));
  ASSERT_TRUE(elsewhere.commit());
  ASSERT_TRUE(history_.repository().put_history("main", "from", elsewhere));
  EXPECT_EQ(*history_.repository().current_branch("main"), "from");
  EXPECT_EQ(history_.open().cycle(), 1U);
  ASSERT_TRUE(history_.open("other").insert(says("user", "waits")));
  const auto refused = history_.repository().put_history("other", "from", elsewhere);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
}

}  // namespace
}  // namespace latewood::test
