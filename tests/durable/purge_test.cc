// Content that is erased for good: gone from everywhere in the store, and the history still proves itself.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "canon/json_reader.h"
#include "engine/record/edit_text.h"
#include "latewood/intake.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/store/sqlite_vandal.h"
#include "tree/node.h"

namespace latewood::test {
namespace {

class Purge : public testing::Test {
 protected:
  PurgeReport purged(const std::string& text, const PurgeOptions& options = {}) {
    const auto report = history_.repository().purge("main", digest_of_text(text), options);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : PurgeReport();
  }
  bool is_gone(const std::string& text) {
    const auto info = history_.store().find_payload(digest_of_text(text));
    return *info && (*info)->state == store::PayloadState::Purged;
  }

  StoredHistory history_;
};

TEST_F(Purge, TheHistoryStillOpensAndProvesItself) {
  history_.grow(5);
  const CommitId head = history_.open().latest()->commit_id();
  const PurgeReport report = purged("question t3");
  EXPECT_EQ(report.contexts, std::vector<std::string>{"main"});
  EXPECT_EQ(report.size, std::string("\"question t3\"").size());
  EXPECT_TRUE(is_gone("question t3"));
  Context context = history_.open();
  EXPECT_EQ(context.latest()->commit_id(), head);
  EXPECT_EQ(context.latest()->provider_thread().value().find("question t3"), std::string::npos);
  const VerifyReport verified = history_.verified();
  EXPECT_TRUE(verified.is_sound());
  EXPECT_EQ(verified.purged, std::vector{digest_of_text("question t3")});
  EXPECT_EQ(verified.commits, 5U);
  history_.expect_sound();
  history_.grow(1, "after");
  history_.expect_sound();
}

TEST_F(Purge, OtherContextsThatUseItMustBeMeantToo) {
  history_.grow(3);
  history_.grow(3, "t", "other");
  history_.grow(3, "mine", "third");
  const auto refused = history_.repository().purge("main", digest_of_text("question t2"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_PAYLOAD_SHARED");
  EXPECT_NE(refused.error().message.find("used by other"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(is_gone("question t2"));
  const PurgeReport report = purged("question t2", {.everywhere = true});
  EXPECT_EQ(report.contexts, (std::vector<std::string>{"main", "other"}));
  EXPECT_TRUE(is_gone("question t2"));
  history_.expect_sound();
}

TEST_F(Purge, ADryRunListsAndErasesNothing) {
  history_.grow(2);
  history_.grow(2, "t", "other");
  EXPECT_EQ(purged("question t1", {.dry_run = DryRun::Yes}).contexts.size(), 2U);
  EXPECT_FALSE(is_gone("question t1"));
  EXPECT_EQ(history_.repository().purge("main", digest_of_text("never said")).error().code, Code::NotFound);
}

TEST_F(Purge, JournalsAndRepliesThatSayItAreCleared) {
  history_.grow(1);
  {
    Context context = history_.open();
    const auto ticket = context.begin_attempt(request());
    AttemptOutcome outcome;
    outcome.reply = {says("assistant", "secret")};
    ASSERT_TRUE(context.end_attempt(ticket->attempt_id, outcome));
    ASSERT_TRUE(context.commit());
    ASSERT_TRUE(context.commit()) << "seals the reply";
    ASSERT_TRUE(context.insert(says("user", "harmless")));
    ASSERT_TRUE(context.insert(says("user", "secret")));
  }
  const PurgeReport report = purged("secret");
  EXPECT_EQ(report.journals, std::vector<std::string>{"main/main"});
  EXPECT_EQ(report.attempts, 1U);
  const auto key = history_.store().find_context("main")->value().key;
  for (const store::Edit& edit : *history_.store().list_edits(key, "main")) {
    EXPECT_EQ(edit.value.find("secret"), std::string::npos) << edit.value;
  }
  EXPECT_EQ(history_.store().list_log(key, store::Log::Attempts, 0, 9)->front().value.find("secret"),
            std::string::npos);
  EXPECT_EQ(history_.open().cycle(), 3U);
  history_.expect_sound();
}

// Whether a history is read from its patches or from a checkpoint.
TEST(PurgedBudgets, WhatBudgetsTakeIsTheSameAsWithoutIt) {
  for (const int turns : {10, 70}) {
    SCOPED_TRACE(turns);
    std::vector<CommitId> heads;
    for (const bool is_purged : {false, true}) {
      StoredHistory history;
      const std::string large(5000, 'y');
      {
        Context context = history.open();
        ASSERT_TRUE(context.insert(says("user", large)));
        ASSERT_TRUE(context.commit());
      }
      history.grow(turns);
      if (is_purged) {
        ASSERT_TRUE(history.repository().purge("main", digest_of_text(large)));
      }
      Context context = history.open();
      PrunePolicy policy;
      policy.bytes = Budget{6000, 5500};
      ASSERT_TRUE(context.set_policy(policy));
      for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(context.insert(says("user", "more " + std::to_string(i))));
        ASSERT_TRUE(context.commit());
      }
      heads.push_back(context.latest()->commit_id());
      history.expect_sound();
    }
    EXPECT_EQ(heads.front(), heads.back());
  }
}

// Journals begin at 1 again after a commit: the same number may be of another edit.
TEST(PurgeMeanwhile, EditsThatCameAfterACommitStay) {
  for (std::uint64_t call = 1;; ++call) {
    const std::shared_ptr<store::Store> inner = *store::open_store("memory:");
    StoredHistory history(inner);
    history.grow(1);
    ASSERT_TRUE(history.open().insert(says("user", "secret")));
    bool has_committed = false;
    const auto watched = std::make_shared<FaultyStore>(inner, 0, Fault::Before);
    watched->before_call = [&](std::uint64_t number) {
      if (number != call) return;
      Context context = history.open();
      const auto committed = context.commit();
      has_committed = committed.has_value();
      EXPECT_TRUE(has_committed || committed.error().rule == "E_PAYLOAD_PURGED");
      if (!has_committed) return;
      EXPECT_TRUE(context.insert(says("user", "innocent")));
    };
    const auto purged = Repository(watched).purge("main", digest_of_text("secret"));
    const bool has_happened = watched->calls() >= call;
    if (has_committed) {
      const auto key = history.store().find_context("main")->value().key;
      const auto edits = *history.store().list_edits(key, "main");
      ASSERT_EQ(edits.size(), 1U) << "call " << call;
      EXPECT_FALSE(engine::decode_entry(edits.front().value)->is_reset) << "call " << call;
    }
    if (!has_happened || testing::Test::HasFailure()) return;
  }
}

TEST_F(Purge, WorkOfOthersThatSaysItMustBeMeantToo) {
  history_.grow(1);
  {
    Context other = history_.open("other");
    ASSERT_TRUE(other.insert(says("user", "important")));
    ASSERT_TRUE(other.insert(says("user", "question t1")));
  }
  EXPECT_EQ(history_.repository().purge("main", digest_of_text("question t1")).error().rule, "E_PAYLOAD_SHARED");
  EXPECT_EQ(history_.open("other").working()->size(), 7U) << "two blocks in a turn that has begun";
}

// A journal that got shorter would let a commit take edits for its own that another process made.
TEST_F(Purge, WhoHadEditsNoticesThatTheyAreGone) {
  history_.grow(1);
  Context first = history_.open();
  ASSERT_TRUE(first.insert(says("user", "question t1")));
  purged("question t1");
  Context second = history_.open();
  ASSERT_TRUE(second.insert(says("user", "of the second")));
  EXPECT_EQ(first.commit().error().rule, "E_CONFLICT");
  ASSERT_TRUE(second.commit());
  EXPECT_NE(history_.open().latest()->provider_thread()->find("of the second"), std::string::npos);
}

TEST_F(Purge, EventsThatSayItGo) {
  history_.grow(1);
  store::WriteBatch batch;
  batch.context = history_.store().find_context("main")->value().key;
  batch.logs.push_back({store::Log::Events, {1, R"({"text":"question t1"})"}});
  batch.logs.push_back({store::Log::Events, {2, R"({"text":"question t1 and more"})"}});
  ASSERT_TRUE(history_.store().write(batch));
  EXPECT_EQ(purged("question t1").events, 1U);
  const auto left = *history_.store().list_log(batch.context, store::Log::Events, 0, 9);
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left.front().number, 2U);
}

TEST_F(Purge, EventsOfStreamsLoseWhatTheySaidAndStayInTheirPlace) {
  {
    Context context = history_.open();
    ASSERT_TRUE(append_event(context, {.stream = "chat", .payload = "before"}));
    ASSERT_TRUE(append_event(context, {.stream = "chat", .payload = "question t1"}));
    ASSERT_TRUE(admit(context, "main"));
    ASSERT_TRUE(context.insert(says("user", "question t1")));
    ASSERT_TRUE(context.commit());
  }
  EXPECT_EQ(purged("question t1").events, 1U);
  Context context = history_.open();
  const auto events = list_events(context, "chat", 0, 9);
  ASSERT_TRUE(events) << events.error().message;
  ASSERT_EQ(events->size(), 2U);
  EXPECT_EQ(events->front().payload, JsonValue("before"));
  EXPECT_EQ(events->back().payload, JsonValue());
  EXPECT_TRUE(events->back().purged);
  EXPECT_FALSE(events->front().purged);
  const auto checked = check_admission(context, "@t0");
  EXPECT_TRUE(checked) << checked.error().message;
}

// Its stream, its kind and its numbers are not what it says.
TEST_F(Purge, EventsThatOnlyLookLikeItStayWhole) {
  const std::vector<std::string> contents = {"\"chat\"", "\"user\"", "0", "1"};
  {
    Context context = history_.open();
    Context other = history_.open("other");
    ASSERT_TRUE(append_event(context, {.stream = "chat", .payload = "before"}));
    ASSERT_TRUE(append_event(other, {.stream = "chat", .payload = "elsewhere"}));
    for (const std::string& json : contents) {
      ASSERT_TRUE(context.insert({.role = "user", .content = *parse_json(json)}));
    }
    ASSERT_TRUE(context.commit());
  }
  for (const std::string& json : contents) {
    const auto report = history_.repository().purge("main", {tree::payload_digest(json).bytes});
    ASSERT_TRUE(report) << json << ": " << report.error().message;
    EXPECT_EQ(report->events, 0U) << json;
  }
  EXPECT_EQ(list_events(history_.open(), "chat", 0, 9)->front().payload, JsonValue("before"));
}

// `event list` shows another digest than nodes have for the same text.
TEST_F(Purge, AContentIsAlsoNamedByTheDigestOfItsEvent) {
  history_.grow(1);
  Context context = history_.open();
  ASSERT_TRUE(append_event(context, {.stream = "chat", .payload = "question t1"}));
  const Blake3Digest digest = list_events(context, "chat", 0, 9)->front().payload_digest;
  const auto report = history_.repository().purge("main", digest);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->payload, digest_of_text("question t1"));
  EXPECT_EQ(report->events, 1U);
  EXPECT_TRUE(is_gone("question t1"));
  EXPECT_TRUE(list_events(history_.open(), "chat", 0, 9)->front().purged);
}

TEST_F(Purge, ErrorsOfAttemptsThatSayItGo) {
  history_.grow(1);
  {
    Context context = history_.open();
    const std::uint64_t id = context.begin_attempt(request())->attempt_id;
    AttemptOutcome outcome;
    outcome.status = AttemptStatus::Error;
    outcome.error = "question t1";
    ASSERT_TRUE(context.end_attempt(id, outcome));
  }
  EXPECT_EQ(purged("question t1").attempts, 1U);
  EXPECT_FALSE(history_.open().attempts().front().error);
  history_.expect_sound();
}

TEST_F(Purge, SayingItAgainNeedsPermission) {
  history_.grow(2);
  purged("question t1");
  Context context = history_.open();
  ASSERT_TRUE(context.insert(says("user", "question t1")));
  EXPECT_EQ(context.commit().error().rule, "E_PAYLOAD_PURGED");
  OpenOptions options = logical();
  options.restore_purged = true;
  Context allowed = history_.open("main", options);
  const auto report = allowed.commit();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(is_gone("question t1"));
  EXPECT_NE(history_.open().at(1)->provider_thread().value().find("question t1"), std::string::npos) << "it is back";
  history_.expect_sound();
}

TEST_F(Purge, WhatWasPurgedStaysSoWhenHistoryIsShortened) {
  history_.grow(9);
  purged("question t2");
  purged("question t8");
  ASSERT_TRUE(history_.repository().collect({.retention = {.last = 3}}));
  history_.expect_sound();
  EXPECT_TRUE(is_gone("question t2")) << "its digest stays on record";
  const VerifyReport report = history_.verified();
  EXPECT_EQ(report.purged.size(), 2U);
  EXPECT_EQ(report.starts.size(), 1U);
}

// What was never committed is erased as well, and nobody who has it open can commit it after that.
TEST_F(Purge, WhatIsOnlyInAJournalGoesToo) {
  history_.grow(1);
  Context context = history_.open();
  ASSERT_TRUE(context.insert(says("user", "secret")));
  OpenOptions options = logical();
  options.keep_edits = false;
  Context other = history_.open("main", options);
  ASSERT_TRUE(other.insert(says("user", "secret")));
  EXPECT_EQ(purged("secret", {.dry_run = DryRun::Yes}).journals.size(), 1U);
  const PurgeReport report = purged("secret");
  EXPECT_EQ(report.journals, std::vector<std::string>{"main/main"});
  EXPECT_EQ(report.contexts, std::vector<std::string>{"main"});
  EXPECT_EQ(report.size, std::string("\"secret\"").size());
  EXPECT_TRUE(is_gone("secret"));
  EXPECT_EQ(context.commit().error().rule, "E_CONFLICT");
  EXPECT_EQ(other.commit().error().rule, "E_PAYLOAD_PURGED");
  EXPECT_EQ(history_.open().stale_edits(), 0U);
  EXPECT_EQ(purged("secret").journals.size(), 0U) << "it can be repeated";
  history_.expect_sound();
}

// A process may have said it again since and not committed it.
TEST_F(Purge, JournalsAreClearedOfWhatWasPurgedBefore) {
  history_.grow(1);
  purged("question t1");
  ASSERT_TRUE(history_.open().insert(says("user", "question t1")));
  EXPECT_EQ(purged("question t1").journals.size(), 1U);
}

// Also under a name that is no branch, whatever left it there.
TEST_F(Purge, EveryJournalIsLookedInto) {
  history_.grow(1);
  const auto key = history_.store().find_context("main")->value().key;
  ASSERT_TRUE(history_.open().insert(says("user", "secret")));
  store::WriteBatch batch;
  batch.context = key;
  batch.edits.push_back({"stranded", 0, {history_.store().list_edits(key, "main")->front().value}});
  ASSERT_TRUE(history_.store().write(batch));
  EXPECT_EQ(purged("secret").journals, (std::vector<std::string>{"main/main", "main/stranded"}));
}

// What is no edit and no attempt is compared as it is.
TEST_F(Purge, WhatCannotBeReadIsNotInTheWay) {
  history_.grow(1);
  store::WriteBatch batch;
  batch.context = history_.store().find_context("main")->value().key;
  batch.edits.push_back({"strange", 0, {R"({"what":["question t1"]})"}});
  batch.edits.push_back({"harmless", 0, {R"({"what":1})", "no JSON"}});
  batch.logs.push_back({store::Log::Attempts, {1, R"({"what":1})"}});
  ASSERT_TRUE(history_.store().write(batch));
  const PurgeReport report = purged("question t1");
  EXPECT_EQ(report.journals, std::vector<std::string>{"main/strange"});
  EXPECT_EQ(report.attempts, 0U);
  EXPECT_TRUE(is_gone("question t1"));
}

std::string bytes_in(const std::filesystem::path& folder) {
  std::ostringstream bytes;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    bytes << std::ifstream(file.path(), std::ios::binary).rdbuf();
  }
  return bytes.str();
}

// What `reset` takes back is deleted and not only forgotten; scrubbing empties the log of it.
TEST(PurgeFile, EditsThatWereTakenBackAreInNoFileOfTheStore) {
  const TempFolder folder;
  const std::string secret = "a secret that must not stay 5eb63bbbe01eeed0";
  {
    StoredHistory history(*store::open_store((folder.path() / "store.db").string()));
    history.grow(1);
    Context context = history.open();
    ASSERT_TRUE(context.insert(says("user", secret)));
    ASSERT_NE(bytes_in(folder.path()).find(secret), std::string::npos);
    ASSERT_TRUE(context.reset());
    ASSERT_TRUE(history.store().scrub());
    EXPECT_EQ(bytes_in(folder.path()).find(secret), std::string::npos);
    ASSERT_TRUE(context.insert(says("user", "after")));
    ASSERT_TRUE(context.commit());
    history.expect_sound();
  }
}

TEST(PurgeFile, ADryRunNeedsToReadOnly) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  StoredHistory(*store::open_store(path)).grow(2);
  StoredHistory history(*store::open_store(path, {.access = store::Access::ReadOnly}));
  const auto report = history.repository().purge("main", digest_of_text("question t1"), {.dry_run = DryRun::Yes});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->contexts, std::vector<std::string>{"main"});
  EXPECT_EQ(history.repository().purge("main", digest_of_text("question t1")).error().code, Code::Unavailable);
}

TEST(PurgeFile, TheTextIsInNoFileOfTheStore) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  const std::string secret = "a secret that must not stay 5eb63bbbe01eeed0";
  {
    StoredHistory history(*store::open_store(path));
    history.grow(3);
    Context context = history.open();
    ASSERT_TRUE(context.insert(says("user", secret)));
    ASSERT_TRUE(context.commit());
    ASSERT_TRUE(context.insert(says("user", secret)));
    const auto report = history.repository().purge("main", digest_of_text(secret));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->journals.size(), 1U);
    history.expect_sound();
  }
  EXPECT_EQ(bytes_in(folder.path()).find(secret), std::string::npos);
}

// A history that cannot be read may say it: whoever erases it everywhere can do so.
TEST(PurgeFile, ADamagedContextCountsAsOneThatSaysIt) {
  for (const std::string column : {"patch", "value"}) {
    SCOPED_TRACE(column);
    const TempFolder folder;
    const std::string path = (folder.path() / "store.db").string();
    {
      StoredHistory history(*store::open_store(path));
      history.grow(1);
      history.grow(3, "other", "damaged");
    }
    SqliteVandal(path).run("UPDATE commits SET " + column +
                           " = x'00' WHERE context = (SELECT seq FROM contexts WHERE name = 'damaged') AND cycle = 2");
    StoredHistory history(*store::open_store(path));
    const Blake3Digest digest = digest_of_text("question t1");
    const auto refused = history.repository().purge("main", digest);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().rule, "E_PAYLOAD_SHARED") << refused.error().message;
    const auto report = history.repository().purge("main", digest, {.everywhere = true});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->contexts, (std::vector<std::string>{"main", "damaged"}));
    EXPECT_EQ((*history.store().find_payload(digest))->state, store::PayloadState::Purged);
  }
}

// Its size is lost with it.
TEST(PurgeFile, ADamagedContentIsErasedToo) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  { StoredHistory(*store::open_store(path)).grow(1); }
  SqliteVandal(path).run("UPDATE payloads SET value = x'00'");
  StoredHistory history(*store::open_store(path));
  const Blake3Digest digest = digest_of_text("question t1");
  const auto report = history.repository().purge("main", digest);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->size, 0U);
  EXPECT_EQ((*history.store().find_payload(digest))->state, store::PayloadState::Purged);
}

}  // namespace
}  // namespace latewood::test
