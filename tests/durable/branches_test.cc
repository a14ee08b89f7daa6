// Branches and what was done on them and not committed; what notes may say.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "latewood/intake.h"
#include "support/document/bundle_bytes.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

class Branches : public testing::Test {
 protected:
  bool has_working(const OpenOptions& options, const std::string& id) {
    const auto nodes = history_.open("main", options).working();
    return std::any_of(nodes->begin(), nodes->end(), [&id](const NodeView& node) { return node.id == id; });
  }

  // By a process that does not write edits down, and so does not see those of others.
  Context opened_in_memory() {
    OpenOptions options = logical();
    options.keep_edits = false;
    return history_.open("main", options);
  }

  // An edit on an event that was let in for it.
  static void say_letter(Context& context) {
    const auto event = append_event(context, {.stream = "mail", .payload = "m1"});
    ASSERT_TRUE(event) << event.error().message;
    ASSERT_TRUE(admit(context, "main"));
    set_cause(context, *event);
    ASSERT_TRUE(context.insert(says("user", "m1")));
  }

  void others_commit() {
    Context context = opened_in_memory();
    ASSERT_TRUE(context.insert(says("user", "theirs")));
    ASSERT_TRUE(context.commit());
  }

  StoredHistory history_;
};

// The first branch gets another name as long as nothing was committed; what was done so far stays with it.
TEST_F(Branches, AnUnbornBranchKeepsItsWorkUnderAnotherName) {
  {
    Context context = history_.open();
    ASSERT_TRUE(context.insert({.role = "user", .content = "first", .id = "a"}));
    PrunePolicy policy;
    policy.keep_turns = 7;
    ASSERT_TRUE(context.set_policy(policy));
    ASSERT_TRUE(context.begin_attempt(request()));
  }
  ASSERT_TRUE(history_.repository().switch_branch("main", "f1"));
  EXPECT_TRUE(has_working(logical(), "a"));
  Context context = history_.open();
  ASSERT_TRUE(context.policy());
  EXPECT_EQ(context.policy()->keep_turns, 7U);
  EXPECT_EQ(context.attempts().size(), 1U);
  ASSERT_TRUE(context.insert({.role = "user", .content = "second", .id = "b"}));
  ASSERT_TRUE(context.commit());
  EXPECT_EQ(history_.repository().branches("main")->front().name, "f1");
  EXPECT_EQ(history_.repository().open_context("main", logical("main")).error().rule, "E_BRANCH_NOT_FOUND");
  history_.expect_sound();
}

TEST_F(Branches, UncommittedEditsAreNotDroppedUnasked) {
  history_.grow(2);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  {
    Context context = history_.open("main", logical("try"));
    ASSERT_TRUE(context.insert(says("user", "not committed")));
    ASSERT_TRUE(context.insert(says("user", "nor this")));
  }
  const auto refused = history_.repository().delete_branch("main", "try");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_UNCOMMITTED");
  EXPECT_EQ(refused.error().message, "branch try has 2 edits that are not committed");
  EXPECT_TRUE(history_.repository().delete_branch("main", "try", Uncommitted::Drop));
  EXPECT_EQ(history_.repository().branches("main")->size(), 1U);
  history_.expect_sound();
}

TEST_F(Branches, ABranchOfTheSameNameInheritsNothing) {
  history_.grow(2);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  {
    Context context = history_.open("main", logical("try"));
    const auto ticket = context.begin_attempt(request());
    AttemptOutcome outcome;
    outcome.reply = {says("assistant", "reply of the dead")};
    ASSERT_TRUE(context.end_attempt(ticket->attempt_id, outcome));
  }
  EXPECT_EQ(history_.repository().delete_branch("main", "try").error().message,
            "branch try has the reply of attempt 1, which is not committed");
  ASSERT_TRUE(history_.repository().delete_branch("main", "try", Uncommitted::Drop));
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  Context context = history_.open("main", logical("try"));
  EXPECT_TRUE(context.attempts().empty());
  ASSERT_TRUE(context.insert(says("user", "anew")));
  ASSERT_TRUE(context.commit());
  EXPECT_EQ(context.latest()->provider_thread()->find("of the dead"), std::string::npos);
  history_.expect_sound();
}

TEST_F(Branches, ABranchThatIsGoneCannotBeRebased) {
  history_.grow(2);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  Context context = history_.open("main", logical("try"));
  ASSERT_TRUE(history_.repository().delete_branch("main", "try"));
  EXPECT_EQ(context.rebase().error().rule, "E_BRANCH_NOT_FOUND");
}

TEST_F(Branches, NamesAreNotIdsAndNotTooLong) {
  history_.grow(1);
  const std::string id = history_.open().latest()->commit_id().hex();
  EXPECT_EQ(history_.repository().create_tag("main", id, "@t0").error().rule, "E_OPTION_INVALID");
  EXPECT_EQ(history_.repository().create_branch("main", std::string(241, 'b'), "@t0").error().rule, "E_OPTION_INVALID");
  ASSERT_TRUE(history_.repository().create_branch("main", std::string(240, 'b'), "@t0"));
  ASSERT_TRUE(history_.open("main", logical(std::string(240, 'b'))).set_policy(PrunePolicy()));
}

TEST_F(Branches, EditsThatWaitForARebaseAreCounted) {
  history_.grow(1);
  Context loser = history_.open();
  ASSERT_TRUE(loser.insert(says("user", "mine")));
  EXPECT_EQ(loser.stale_edits(), 0U);
  ASSERT_NO_FATAL_FAILURE(others_commit());
  Context late = history_.open();
  EXPECT_EQ(late.stale_edits(), 1U);
  ASSERT_TRUE(late.rebase());
  EXPECT_EQ(late.stale_edits(), 0U);
}

// Without what was let in with them, the events would be let in once more.
TEST_F(Branches, EditsOnEventsAreNotRebasedWithoutThem) {
  history_.grow(1);
  {
    Context loser = history_.open();
    ASSERT_NO_FATAL_FAILURE(say_letter(loser));
  }
  ASSERT_NO_FATAL_FAILURE(others_commit());
  Context late = history_.open();
  EXPECT_EQ(late.rebase().error().rule, "E_CONFLICT");
  EXPECT_EQ(late.stale_edits(), 1U) << "they are still there";
  ASSERT_TRUE(late.reset());
  EXPECT_EQ(list_streams(late, "main")->front().waiting, 1U);
}

TEST_F(Branches, ProposalsOnEventsAreNotRebasedWithoutThem) {
  history_.grow(1);
  Context loser = history_.open();
  const auto event = append_event(loser, {.stream = "mail", .payload = "m1"});
  ASSERT_TRUE(admit(loser, "main"));
  ASSERT_TRUE(propose(loser, {.proposer = "p", .event = *event, .edits = {InsertEdit{says("user", "m1"), 0}}}));
  ASSERT_NO_FATAL_FAILURE(others_commit());
  EXPECT_EQ(loser.rebase().error().rule, "E_CONFLICT");
  ASSERT_TRUE(history_.open().reset());
  EXPECT_EQ(list_streams(history_.open(), "main")->front().waiting, 1U);
}

TEST_F(Branches, EditsInMemoryOnEventsAreNotRebasedWithoutThem) {
  history_.grow(1);
  Context loser = opened_in_memory();
  ASSERT_NO_FATAL_FAILURE(say_letter(loser));
  ASSERT_NO_FATAL_FAILURE(others_commit());
  EXPECT_EQ(loser.rebase().error().rule, "E_CONFLICT");
  ASSERT_TRUE(loser.reset());
  ASSERT_TRUE(loser.rebase());
  EXPECT_EQ(list_streams(loser, "main")->front().waiting, 1U);
}

// Two processes on one head, neither of which has seen what the other let in.
TEST_F(Branches, WhatWasLetInIsNotWrittenOver) {
  history_.grow(1);
  Context first = history_.open();
  Context second = history_.open();
  for (const char* stream : {"alerts", "mail"}) ASSERT_TRUE(append_event(first, {.stream = stream, .payload = stream}));
  ASSERT_TRUE(admit(first, "main"));
  const auto refused = admit(second, "main");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  ASSERT_TRUE(second.insert(says("user", "text")));
  ASSERT_TRUE(second.rebase());
  ASSERT_TRUE(second.commit());
  EXPECT_EQ(admission_of(second, "@t0")->decisions.size(), 2U);
}

// A page that the commit needs was collected: it is made all the same, with what was let in for it.
TEST_F(Branches, WhatWasLetInStaysIfTheBranchIsReadAgain) {
  for (const bool keep_edits : {true, false}) {
    StoredHistory history;
    history.grow(150);
    OpenOptions options = logical();
    options.keep_edits = keep_edits;
    Context context = history.open("main", options);
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = "m1"}));
    ASSERT_TRUE(admit(context, "main"));
    ASSERT_TRUE(history.repository().collect({.retention = {.last = 1}}));
    ASSERT_TRUE(context.insert(says("user", "m1")));
    const auto report = context.commit();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(admission_of(context, "@t0")->decisions.size(), 1U);
    EXPECT_EQ(list_streams(context, "main")->front().waiting, 0U);
    history.expect_sound();
  }
}

// The store could not say what became of the commit, and it was written.
TEST_F(Branches, WhatWasCommittedAfterAllIsNotRebased) {
  const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
  for (std::uint64_t call = 1;; ++call) {
    const std::string name = "c" + std::to_string(call);
    const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::After);
    OpenOptions options = logical();
    options.keep_edits = false;
    Repository repository(watched);
    auto context = repository.open_context(name, options);
    ASSERT_TRUE(context) << context.error().message;
    ASSERT_TRUE(context->insert(says("user", "once")));
    const auto ticket = context->begin_attempt(request());
    ASSERT_TRUE(context->end_attempt(ticket->attempt_id, {.reply = {says("assistant", "reply")}}));
    watched->fail_from_now(call);
    const bool is_done = context->commit().has_value();
    watched->fail_from_now(0);
    if (!is_done && !context->commit()) {
      const auto rebased = context->rebase();
      ASSERT_TRUE(rebased) << "call " << call << ": " << rebased.error().message;
      ASSERT_TRUE(context->insert(says("user", "then")));
      ASSERT_TRUE(context->commit());
    }
    const std::string thread = *context->latest()->provider_thread();
    EXPECT_EQ(thread.find("once"), thread.rfind("once")) << "call " << call;
    EXPECT_EQ(thread.find("reply"), thread.rfind("reply")) << "call " << call;
    if (is_done) break;
  }
}

// What came after a commit of which the store could not say what became of it is not lost with it, however often it was
// tried.
TEST_F(Branches, WhatCameAfterADoubtfulCommitIsRebased) {
  const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
  const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::After);
  OpenOptions options;  // stamps of the host: tried again, the commit has another id
  options.keep_edits = false;
  Repository repository(watched);
  auto context = repository.open_context("main", options);
  ASSERT_TRUE(context) << context.error().message;
  ASSERT_TRUE(context->insert(says("user", "first")));
  std::uint64_t call = 0;
  while (inner->last_commit().value() == 0) {
    watched->fail_from_now(++call);
    ASSERT_FALSE(context->commit());
  }
  watched->fail_from_now(1);
  ASSERT_FALSE(context->commit());
  watched->fail_from_now(0);
  ASSERT_TRUE(context->insert(says("user", "second")));
  EXPECT_EQ(context->commit().error().rule, "E_CONFLICT");
  const auto rebased = context->rebase();
  ASSERT_TRUE(rebased) << rebased.error().message;
  ASSERT_TRUE(context->commit());
  const std::string thread = *context->latest()->provider_thread();
  EXPECT_EQ(thread.find("first"), thread.rfind("first"));
  EXPECT_NE(thread.find("second"), std::string::npos);
}

// An admission of a cycle that has passed is in nobody's way.
TEST_F(Branches, AnAdmissionThatNobodyCommittedIsWrittenOver) {
  history_.grow(1);
  Context first = history_.open();
  Context second = history_.open();
  ASSERT_TRUE(append_event(first, {.stream = "mail", .payload = "m1"}));
  ASSERT_TRUE(admit(first, "main"));
  ASSERT_TRUE(second.insert(says("user", "text")));
  ASSERT_TRUE(second.commit());
  const auto admitted = admit(second, "main");
  ASSERT_TRUE(admitted) << admitted.error().message;
  ASSERT_TRUE(second.commit());
  EXPECT_EQ(admission_of(second, "@t0")->decisions.size(), 1U);
}

// Nothing moved, and what was let in is still meant for the next commit.
TEST_F(Branches, ARebaseOnTheSameHeadKeepsWhatWasLetIn) {
  history_.grow(1);
  Context context = opened_in_memory();
  ASSERT_NO_FATAL_FAILURE(say_letter(context));
  const auto rebased = context.rebase();
  ASSERT_TRUE(rebased) << rebased.error().message;
  ASSERT_TRUE(context.commit());
  EXPECT_EQ(admission_of(context, "@t0")->decisions.size(), 1U);
}

// Other processes committed what was answered here: nothing waits, and nothing has to be cancelled.
TEST_F(Branches, ARebaseKnowsWhichRepliesOthersCommitted) {
  history_.grow(1);
  Context first = history_.open();
  const auto ticket = first.begin_attempt(request());
  ASSERT_TRUE(ticket);
  ASSERT_TRUE(first.end_attempt(ticket->attempt_id, {.reply = {says("assistant", "reply")}}));
  ASSERT_TRUE(history_.open().commit());
  EXPECT_FALSE(first.insert(says("user", "late")));
  const auto rebased = first.rebase();
  ASSERT_TRUE(rebased) << rebased.error().message;
  ASSERT_TRUE(first.insert(says("user", "late")));
  ASSERT_TRUE(first.commit());
  const std::string thread = *first.latest()->provider_thread();
  EXPECT_EQ(thread.find("reply"), thread.rfind("reply"));
}

TEST_F(Branches, ABranchTakesThePolicyOfTheBranchItLeaves) {
  history_.grow(3);
  ASSERT_TRUE(history_.open().set_policy(PrunePolicy()));
  ASSERT_TRUE(history_.repository().create_branch("main", "with", "@t-1"));
  ASSERT_TRUE(history_.open("main", logical("with")).set_policy(std::nullopt));
  ASSERT_TRUE(history_.repository().create_branch("main", "a", "with@t-1"));
  ASSERT_TRUE(history_.repository().create_branch("main", "b", "main@t-1"));
  EXPECT_FALSE(history_.open("main", logical("a")).policy());
  EXPECT_TRUE(history_.open("main", logical("b")).policy());
}

TEST_F(Branches, EditsThatWereTakenBackHoldNothingUp) {
  history_.grow(2);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  {
    Context context = history_.open("main", logical("try"));
    ASSERT_TRUE(context.insert(says("user", "not committed")));
    ASSERT_TRUE(context.reset());
  }
  EXPECT_TRUE(history_.repository().delete_branch("main", "try"));
}

// What a bundle or a journal could not say again is refused where it comes in.
TEST_F(Branches, NotesAreUtf8) {
  Context context = history_.open();
  ASSERT_TRUE(context.insert(says("user", "text")));
  const auto message = context.commit({.message = "a\xff"});
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, Code::InvalidArgument);
  EXPECT_NE(message.error().message.find("message"), std::string::npos) << message.error().message;
  EXPECT_NE(message.error().message.find("byte 1"), std::string::npos) << message.error().message;
  EXPECT_EQ(context.commit({.actor = "\xff"}).error().code, Code::InvalidArgument);
  OpenOptions options = logical();
  options.context.actor = "\xc3\x28";
  EXPECT_EQ(history_.repository().open_context("main", options).error().code, Code::InvalidArgument);
  ASSERT_TRUE(context.commit({.message = "b\xc3\xa4ume"}));
  EXPECT_TRUE(import_bytes(bundle_of(context)));
}

}  // namespace
}  // namespace latewood::test
