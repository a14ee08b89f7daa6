// Attempts and the snapshot boundary: chapter 03 section 6, and D-12.
#include <gtest/gtest.h>

#include <set>

#include "canon/blake3.h"
#include "latewood/context.h"
#include "latewood/exchange.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::open_context;

Component text_of_role(const std::string& id, const std::string& role, const std::string& content) {
  Component component;
  component.id = id;
  component.role = role;
  component.kind = "text";
  component.content = JsonValue(content);
  return component;
}

AttemptRequest attempt_request() {
  return {"acme", "m-1", make_object({{"temperature", JsonValue(std::int64_t{0})}}), 1000};
}

AttemptOutcome completed(std::vector<Component> reply) {
  AttemptOutcome outcome;
  outcome.ended_at = 2000;
  outcome.token_in = 10;
  outcome.token_out = 3;
  outcome.reply = std::move(reply);
  return outcome;
}

// ATT-01, ATT-02.
TEST(Attempts, TheRecordHasEveryField) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  Attempt running = context.attempts().at(0);
  EXPECT_EQ(running.attempt_id, ticket.attempt_id);
  EXPECT_EQ(running.cycle_id, 1U);
  EXPECT_EQ(running.status, AttemptStatus::Running);
  EXPECT_EQ(running.started_at, 1000);
  EXPECT_FALSE(running.ended_at.has_value());
  EXPECT_EQ(running.provider, "acme");
  EXPECT_EQ(running.model, "m-1");
  // SHA-256 of {"temperature":0}.
  EXPECT_EQ(running.params, "e4ff491169b8a9ea78518a7972422b5a24d5e3790e0d9a9e5cbfb384d9b621e0");
  EXPECT_EQ(running.bytes_digest, blake3_of(ticket.bytes));
  EXPECT_EQ(running.profile_digest, blake3_of(R"({"id":"canonical-thread","version":2})"));
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({})));
  const Attempt ended = context.attempts().at(0);
  EXPECT_EQ(ended.status, AttemptStatus::Completed);
  EXPECT_EQ(ended.ended_at, 2000);
  EXPECT_EQ(ended.token_in, 10U);
  EXPECT_EQ(ended.token_out, 3U);
  EXPECT_FALSE(ended.error.has_value());
  const AttemptTicket second = *context.begin_attempt(attempt_request());
  AttemptOutcome failed;
  failed.status = AttemptStatus::Error;
  failed.error = "timeout";
  ASSERT_TRUE(context.end_attempt(second.attempt_id, failed));
  EXPECT_EQ(context.attempts().at(1).status, AttemptStatus::Error);
  EXPECT_EQ(context.attempts().at(1).error, "timeout");
}

TEST(Attempts, WhatTheProviderToldOfItsAnswerIsOnRecord) {
  Context context = open_context();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  EXPECT_EQ(context.attempts().at(0).answer, AttemptAnswer());
  AttemptOutcome outcome = completed({});
  outcome.answer.model = "m-1-2026";
  outcome.answer.token_cached = UINT64_MAX;
  EXPECT_EQ(context.end_attempt(ticket.attempt_id, outcome).error().rule, "E_OPTION_INVALID");
  outcome.answer.token_cached = 7;
  outcome.answer.stop_reason = "\xff";
  EXPECT_FALSE(context.end_attempt(ticket.attempt_id, outcome));
  outcome.answer.stop_reason = "stop";
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, outcome));
  EXPECT_EQ(context.attempts().at(0).answer, outcome.answer);
}

// AUD-07, ATT-02: times are asked of the clock when the caller gives none, and enter no stamp of a node.
TEST(Attempts, AUD_07_ATT_02_TheClockGivesStartAndEnd) {
  Context context = open_context();
  Context without = open_context();
  for (Context* each : {&context, &without}) each->insert(text_of_role("u1", "user", "Hello")).value();
  std::int64_t last = context.working().value().back().created_at_ns;
  for (int i = 0; i < 3; ++i) {
    const AttemptTicket ticket = *context.begin_attempt({"acme", "m-1", {}});
    const Attempt running = context.attempts().back();
    ASSERT_TRUE(running.started_at.has_value());
    EXPECT_GT(*running.started_at, last);
    EXPECT_FALSE(running.ended_at.has_value());
    AttemptOutcome failed;
    failed.status = AttemptStatus::Error;
    ASSERT_TRUE(context.end_attempt(ticket.attempt_id, failed));
    const Attempt ended = context.attempts().back();
    ASSERT_TRUE(ended.ended_at.has_value());
    EXPECT_EQ(ended.started_at, running.started_at);
    EXPECT_GT(*ended.ended_at, *ended.started_at);
    last = *ended.ended_at;
  }
  for (Context* each : {&context, &without}) each->insert(text_of_role("u2", "user", "Again")).value();
  EXPECT_EQ(context.commit()->commit_id, without.commit()->commit_id);
}

// AUD-07, ATT-02: by the machine's clock, between the times before and after the call.
TEST(Attempts, AUD_07_ATT_02_TimesOfTheHostClockAreReal) {
  Context context;
  const std::shared_ptr<Clock> host = make_host_clock();
  const std::int64_t before = host->stamp_after(0);
  const AttemptTicket ticket = *context.begin_attempt({"acme", "m-1", {}});
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({})));
  const AttemptTicket second = *context.begin_attempt({"acme", "m-1", {}});
  AttemptOutcome failed;
  failed.status = AttemptStatus::Error;
  ASSERT_TRUE(context.end_attempt(second.attempt_id, failed));
  constexpr std::int64_t kStep = 1 << 12;  // stamps of one clock are at least 1,024 ns apart
  const std::int64_t after = host->stamp_after(0) + kStep;
  const Attempt attempt = context.attempts().back();
  EXPECT_GE(*attempt.started_at, before);
  EXPECT_GT(*attempt.ended_at, *attempt.started_at);
  EXPECT_LE(*attempt.ended_at, after);
}

// AUD-07: a completed attempt that is taken back ended when it ended.
TEST(Attempts, AUD_07_CancellingKeepsTheEnd) {
  Context context = open_context();
  const AttemptTicket ticket = *context.begin_attempt({"acme", "m-1", {}});
  AttemptOutcome done;
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, done));
  const auto ended_at = context.attempts().back().ended_at;
  ASSERT_TRUE(ended_at.has_value());
  AttemptOutcome canceled;
  canceled.status = AttemptStatus::Canceled;
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, canceled));
  EXPECT_EQ(context.attempts().back().ended_at, ended_at);
}

// What was sent is a function of the snapshot and of what the digest stands for: profile, version and view.
TEST(Attempts, TheProfileDigestTellsProfilesAndViewsApart) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  std::set<std::string> digests;
  for (const ProfileName& profile : profiles()) {
    for (const View view : {View::Effective, View::Structural}) {
      AttemptRequest asked = attempt_request();
      asked.profile = to_string(profile);
      asked.render.view = view;
      context.begin_attempt(asked).value();
      const Attempt attempt = context.attempts().back();
      EXPECT_EQ(attempt.profile, profile);
      EXPECT_EQ(attempt.profile_digest, profile_digest(profile, {view}).value());
      digests.insert(attempt.profile_digest->hex());
    }
  }
  EXPECT_EQ(digests.size(), 2 * profiles().size());
}

// ATT-07, SNAP-06: the preview is what the snapshot will say; asking changes nothing.
TEST(Attempts, ThePreviewIsTheRenderingOfTheSnapshotToBe) {
  Context context = open_context();
  Component fleeting = text_of_role("f", "tool", "gone before it is seen");
  fleeting.ttl = 0;
  context.insert(text_of_role("u1", "user", "Hello")).value();
  context.insert(fleeting).value();
  const auto before = context.working().value();
  const std::string preview = *context.preview();
  EXPECT_EQ(preview, R"([{"id":"u1","role":"user","kind":"text","content":"Hello"}])");
  EXPECT_EQ(context.working().value(), before);
  context.commit().value();
  EXPECT_EQ(context.latest()->provider_thread().value(), preview);
}

// SNAP-08: the reply opens the next cycle.
TEST(Attempts, TheReplyIsAbsentFromTheSnapshotAndOpensTheNextCycle) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({text_of_role("a1", "assistant", "Hi")})));
  context.commit().value();
  EXPECT_EQ(context.latest()->provider_thread().value(), ticket.bytes);
  EXPECT_NE(context.preview()->find("\"a1\""), std::string::npos);
  context.commit().value();
  EXPECT_EQ(context.latest()->provider_thread().value(),
            R"([{"id":"u1","role":"user","kind":"text","content":"Hello"},)"
            R"({"id":"a1","role":"assistant","kind":"text","content":"Hi"}])");
}

// SNAP-07.
TEST(Attempts, EditingAfterACompletedAttemptMakesTheCommitFail) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({})));
  context.insert(text_of_role("u2", "user", "and this")).value();
  const auto before = context.working().value();
  EXPECT_EQ(context.commit().error().rule, "E_BOUNDARY_MISMATCH");
  EXPECT_EQ(context.working().value(), before);
  EXPECT_EQ(context.cycle(), 0U);
  context.delete_nodes({"u2"}).value();
  EXPECT_TRUE(context.commit().has_value());
}

// ATT-04, ATT-05, ATT-06.
TEST(Attempts, AfterAStoppedAttemptTheTurnIsEditableAndTheNextOneCounts) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket first = *context.begin_attempt(attempt_request());
  AttemptOutcome canceled;
  canceled.status = AttemptStatus::Canceled;
  ASSERT_TRUE(context.end_attempt(first.attempt_id, canceled));
  EXPECT_FALSE(context.latest().has_value());
  context.insert(text_of_role("u2", "user", "wait")).value();
  const AttemptTicket second = *context.begin_attempt(attempt_request());
  ASSERT_TRUE(context.end_attempt(second.attempt_id, completed({})));
  ASSERT_TRUE(context.commit().has_value());
  EXPECT_EQ(context.latest()->provider_thread().value(), second.bytes);
  ASSERT_EQ(context.attempts().size(), 2U);
  EXPECT_EQ(context.attempts()[0].status, AttemptStatus::Canceled);
}

// ATT-03.
TEST(Attempts, AttemptsAreNotPartOfHistory) {
  CommitId ids[2];
  std::string exports[2];
  for (int with : {0, 1}) {
    Context context = open_context();
    context.insert(text_of_role("u1", "user", "Hello")).value();
    if (with == 1) {
      const AttemptTicket ticket = *context.begin_attempt(attempt_request());
      ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({})));
    }
    ids[with] = context.commit()->commit_id;
    exports[with] = export_history(context).value();
  }
  EXPECT_EQ(ids[0], ids[1]);
  EXPECT_EQ(exports[0], exports[1]);
}

TEST(Attempts, AnAttemptEndsOnce) {
  Context context = open_context();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({})));
  EXPECT_EQ(context.end_attempt(ticket.attempt_id, completed({})).error().code, Code::Conflict);
  EXPECT_EQ(context.end_attempt(99, completed({})).error().code, Code::NotFound);
}

// ATT-02: the commit says that it took it, and an attempt of an edit that was taken back must not hold up the cycle.
TEST(Attempts, ACompletedOneCanBeCanceledUntilACommitTookIt) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket first = *context.begin_attempt(attempt_request());
  context.end_attempt(first.attempt_id, completed({text_of_role("a1", "assistant", "early")})).value();
  const AttemptTicket second = *context.begin_attempt(attempt_request());
  context.end_attempt(second.attempt_id, completed({text_of_role("a2", "assistant", "late")})).value();
  AttemptOutcome canceled;
  canceled.status = AttemptStatus::Canceled;
  canceled.error = "not wanted";
  ASSERT_TRUE(context.end_attempt(second.attempt_id, canceled));
  EXPECT_EQ(context.attempts().at(1).status, AttemptStatus::Canceled);
  EXPECT_EQ(context.attempts().at(1).error, "not wanted");
  const CommitReport report = context.commit().value();
  EXPECT_NE(context.preview()->find("\"a1\""), std::string::npos) << "the one before it counts again";
  EXPECT_EQ(context.attempts().at(0).commit, report.commit_id);
  EXPECT_EQ(context.attempts().at(0).parent, CommitId());
  EXPECT_FALSE(context.attempts().at(1).commit);
  EXPECT_EQ(context.end_attempt(first.attempt_id, canceled).error().code, Code::Conflict) << "a commit took it";
}

// Two at once, and the second ends first: it began last, so its bytes and its reply count.
TEST(Attempts, TheOneThatBeganLastCountsInWhateverOrderTheyEnd) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket first = *context.begin_attempt(attempt_request());
  context.insert(text_of_role("u2", "user", "and this")).value();
  const AttemptTicket second = *context.begin_attempt(attempt_request());
  context.end_attempt(second.attempt_id, completed({text_of_role("a2", "assistant", "to both")})).value();
  context.end_attempt(first.attempt_id, completed({text_of_role("a1", "assistant", "to one")})).value();
  context.commit().value();
  EXPECT_EQ(context.latest()->provider_thread().value(), second.bytes);
  EXPECT_NE(context.preview()->find("\"a2\""), std::string::npos);
  EXPECT_EQ(context.preview()->find("\"a1\""), std::string::npos);
}

// Its cycle is history, so its reply has no place any more; the caller still has it.
TEST(Attempts, AnAttemptThatEndsAfterItsCycleBringsNoReply) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket late = *context.begin_attempt(attempt_request());
  context.commit().value();
  const AttemptTicket next = *context.begin_attempt(attempt_request());
  context.end_attempt(next.attempt_id, completed({text_of_role("a2", "assistant", "in time")})).value();
  const auto refused = context.end_attempt(late.attempt_id, completed({text_of_role("a1", "assistant", "late")}));
  EXPECT_EQ(refused.error().code, Code::Conflict);
  EXPECT_EQ(context.attempts().at(0).status, AttemptStatus::Running);
  context.end_attempt(late.attempt_id, completed({})).value();
  context.commit().value();
  EXPECT_NE(context.preview()->find("\"a2\""), std::string::npos);
}

// D-25: what the commit seals is there when its reply is placed.
TEST(Attempts, AReplyMayNameWhatItsCommitSeals) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  Component redaction = text_of_role("r", "assistant", "gone");
  redaction.node_type = "cb:redaction";
  redaction.attributes = {{"data_redacts", JsonValue("u1")}};
  context.end_attempt(ticket.attempt_id, completed({redaction})).value();
  EXPECT_TRUE(context.commit());
}

// A reply that cannot be placed makes the commit fail as a whole.
TEST(Attempts, AReplyThatCannotBePlacedLeavesEverythingAsItWas) {
  Context context = open_context();
  context.insert(text_of_role("u1", "user", "Hello")).value();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({text_of_role("u1", "assistant", "same id")})));
  EXPECT_EQ(context.commit().error().rule, "E_DUPLICATE_ID");
  EXPECT_EQ(context.cycle(), 0U);
}

// It is put into the next cycle, in which ids are free that no snapshot has.
TEST(Attempts, AReplyMayHaveAnIdThatWasGivenUpBeforeTheCommit) {
  Context context = open_context();
  context.insert(text_of_role("a1", "user", "no")).value();
  context.delete_nodes({"a1"}).value();
  const AttemptTicket ticket = *context.begin_attempt(attempt_request());
  ASSERT_TRUE(context.end_attempt(ticket.attempt_id, completed({text_of_role("a1", "assistant", "Hi")})));
  context.commit().value();
  EXPECT_NE(context.preview()->find("\"a1\""), std::string::npos);
}

// PATCH-31: what was asked and answered on the way leaves no trace in what was committed.
TEST(Attempts, PATCH_31_TheRecordsOfACycleAreNoPartOfItsDigests) {
  const auto commit_after = [](const auto& attempts) {
    Context context = open_context();
    context.insert(text_of_role("u1", "user", "Hello")).value();
    attempts(context);
    return context.commit().value();
  };
  const CommitReport plain = commit_after([](Context&) {});
  const CommitReport recorded = commit_after([](Context& context) {
    AttemptOutcome failed;
    failed.status = AttemptStatus::Error;
    const AttemptTicket first = context.begin_attempt(attempt_request()).value();
    ASSERT_TRUE(context.end_attempt(first.attempt_id, failed));
    const AttemptTicket second = context.begin_attempt(attempt_request()).value();
    ASSERT_TRUE(context.end_attempt(second.attempt_id, completed({text_of_role("a1", "assistant", "Hi")})));
    ASSERT_EQ(context.attempts().size(), 2U);
  });
  EXPECT_EQ(recorded.patch_digest, plain.patch_digest);
  EXPECT_EQ(recorded.state_root, plain.state_root);
  EXPECT_EQ(recorded.commit_id, plain.commit_id);
}

}  // namespace
}  // namespace latewood
