// Edits, states, attempts and events; removal.
#include "store/suite.h"

namespace latewood::test {
namespace {

WriteBatch appending(ContextKey context, std::uint64_t after, std::vector<std::string> values) {
  WriteBatch batch;
  batch.context = context;
  batch.edits.push_back({"main", after, std::move(values)});
  return batch;
}

TEST_P(StoreSuite, EditsAreNumberedFromOneAndSurvive) {
  expect_ok(store().write(appending(context_, 0, {"first", std::string(3000, 'x')})));
  expect_ok(store().write(appending(context_, 2, {"third"})));
  reopen();
  EXPECT_EQ(*store().list_edits(context_, "main"),
            (std::vector<Edit>{{1, "first"}, {2, std::string(3000, 'x')}, {3, "third"}}));
  EXPECT_TRUE(store().list_edits(context_, "side")->empty());
}

TEST_P(StoreSuite, AWriteThatDoesNotWaitForTheDiskIsThereForAll) {
  WriteBatch edit = appending(context_, 0, {"first"});
  edit.flush = Flush::Later;
  expect_ok(store().write(edit));
  EXPECT_EQ(open()->list_edits(context_, "main")->size(), 1U);
  expect_ok(store().write(turn_batch(context_, "main", std::nullopt, 1)));
  edit.edits.front().after = 1;
  expect_ok(store().write(edit));
  reopen();
  EXPECT_EQ(store().list_edits(context_, "main")->size(), 2U);
}

TEST_P(StoreSuite, AnEditIsRefusedIfTheJournalHasGrown) {
  expect_ok(store().write(appending(context_, 0, {"first"})));
  const auto refused = store().write(appending(context_, 0, {"late"}));
  EXPECT_EQ(outcome_of(refused), "E_CONFLICT");
  EXPECT_EQ(refused.error().message,
            "the journal of branch main ends with edit 1, not with 0; another process changed it meanwhile: try again");
}

TEST_P(StoreSuite, ACommitConsumesTheEditsItSawAndNoOthers) {
  expect_ok(store().write(appending(context_, 0, {"one", "two"})));
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  turn.edits_taken.push_back({"main", 1});
  EXPECT_EQ(outcome_of(store().write(turn)), "E_CONFLICT");
  EXPECT_EQ(store().list_edits(context_, "main")->size(), 2U);
  turn.edits_taken.front().last = 2;
  turn.edits.push_back({"main", 0, {"the reply opens the next cycle"}});
  expect_ok(store().write(turn));
  EXPECT_EQ(*store().list_edits(context_, "main"), (std::vector<Edit>{{1, "the reply opens the next cycle"}}));
}

TEST_P(StoreSuite, StatesAreReplacedAndRemoved) {
  WriteBatch states = batch();
  states.states = {{"hasher", std::string(2000, '\0')}, {"branch", "main"}};
  expect_ok(store().write(states));
  states.states = {{"hasher", "smaller"}, {"branch", std::nullopt}};
  expect_ok(store().write(states));
  reopen();
  EXPECT_EQ(*store().find_state(context_, "hasher"), "smaller");
  EXPECT_EQ(*store().list_states(context_), (std::vector<std::string>{"hasher"}));
}

TEST_P(StoreSuite, ARemovalIsRefusedIfStatesOfAnyContextChanged) {
  const ContextKey other = new_context("other");
  WriteBatch write = batch();
  write.states = {{"mark/1", "a"}, {"marked", "b"}};
  expect_ok(store().write(write));
  write.context = other;
  write.states = {{"mark/%", std::string("\0c", 2)}, {"Mark/1", "d"}};
  expect_ok(store().write(write));
  reopen();
  Removal removal;
  removal.expected_lists.push_back(*store().find_states("mark/"));
  EXPECT_EQ(removal.expected_lists[0].states, (std::vector<ContextState>{
                                                  {context_, {"mark/1", "a"}},
                                                  {other, {"mark/%", std::string("\0c", 2)}},
                                              }));
  EXPECT_TRUE(store().remove(removal));
  write.states = {{"Mark/1", std::nullopt}};
  expect_ok(store().write(write));
  EXPECT_TRUE(store().remove(removal));
  for (const StateChange& change : {StateChange{"mark/2", ""}, {"mark/2", std::nullopt}, {"mark/%", "e"}}) {
    write.states = {change};
    expect_ok(store().write(write));
    const bool is_back = !change.value;
    EXPECT_EQ(outcome_of(store().remove(removal)), is_back ? "ok" : "E_CONFLICT");
  }
  EXPECT_EQ(outcome_of(store().find_states("")), "InvalidArgument");
}

TEST_P(StoreSuite, ARemovalIsRefusedIfItsAnchorIsGone) {
  const WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  expect_ok(store().write(turn));
  Removal removal;
  removal.anchor = CommitPlace{*store().last_commit(), turn.commits.front().id};
  EXPECT_TRUE(store().remove(removal));
  expect_ok(store().write(turn_batch(context_, "other", std::nullopt, 2)));
  EXPECT_TRUE(store().remove(removal)) << "newer ones do not matter";
  ++removal.anchor->sequence;
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
  removal.anchor->sequence += 100;
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
}

// Sequences stay, so this tells who looks for what is new.
TEST_P(StoreSuite, WhatComesBackOfACommitIsCounted) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  expect_ok(store().write(turn));
  EXPECT_EQ(store().find_states(kRestored)->states, std::vector<ContextState>());
  turn.refs.clear();
  expect_ok(store().write(turn));
  EXPECT_EQ(store().find_states(kRestored)->states, std::vector<ContextState>()) << "nothing was missing";
  for (int times = 1; times <= 2; ++times) {
    Removal removal;
    removal.patches = {*store().last_commit()};
    removal.receipts = removal.patches;
    ASSERT_TRUE(store().remove(removal));
    expect_ok(store().write(turn));
    reopen();
    EXPECT_EQ(*store().find_state(context_, kRestored), std::to_string(times));
  }
}

TEST_P(StoreSuite, LogsKeepTheirEntriesApart) {
  WriteBatch write = batch();
  write.logs = {{Log::Attempts, {1, "running"}}, {Log::Events, {1, "event one"}}, {Log::Events, {2, "event two"}}};
  expect_ok(store().write(write));
  write.logs = {{Log::Attempts, {1, "completed"}, "running"}};
  expect_ok(store().write(write));
  EXPECT_EQ(*store().list_log(context_, Log::Attempts, 0, 10), (std::vector<LogEntry>{{1, "completed"}}));
  EXPECT_EQ(*store().list_log(context_, Log::Events, 1, 10), (std::vector<LogEntry>{{2, "event two"}}));
  EXPECT_EQ(*store().last_in_log(context_, Log::Events), 2U);
  EXPECT_EQ(*store().last_in_log(new_context("other"), Log::Events), 0U);
}

TEST_P(StoreSuite, ANumberOfALogIsTakenOnce) {
  WriteBatch write = batch();
  write.logs = {{Log::Events, {1, "event"}}};
  expect_ok(store().write(write));
  EXPECT_EQ(outcome_of(store().write(write)), "E_CONFLICT");
}

TEST_P(StoreSuite, AnEntryOfALogIsReplacedOnlyByThoseWhoKnowIt) {
  WriteBatch write = batch();
  write.logs = {{Log::Attempts, {1, "running"}}};
  expect_ok(store().write(write));
  write.logs = {{Log::Attempts, {1, "completed"}, "canceled"}};
  const auto refused = store().write(write);
  EXPECT_EQ(outcome_of(refused), "E_CONFLICT");
  EXPECT_EQ(refused.error().message, "number 1 of attempts was changed by others");
  write.logs = {{Log::Attempts, {2, "completed"}, "running"}};
  EXPECT_EQ(outcome_of(store().write(write)), "E_CONFLICT") << "there is none";
  EXPECT_EQ(*store().list_log(context_, Log::Attempts, 0, 10), (std::vector<LogEntry>{{1, "running"}}));
}

TEST_P(StoreSuite, ABatchCanRestOnALog) {
  WriteBatch write = batch();
  write.logs = {{Log::Attempts, {1, "running"}}, {Log::Attempts, {2, "completed"}}};
  expect_ok(store().write(write));
  const auto outcome = [&](std::uint64_t last, std::vector<LogEntry> entries) {
    WriteBatch next = batch();
    next.expected_logs = {{Log::Attempts, last, std::move(entries)}};
    next.states = {{"written", "yes"}};
    return outcome_of(store().write(next));
  };
  EXPECT_EQ(outcome(1, {}), "E_CONFLICT");
  EXPECT_EQ(outcome(3, {}), "E_CONFLICT");
  EXPECT_EQ(outcome(2, {{1, "canceled"}}), "E_CONFLICT");
  EXPECT_EQ(outcome(2, {{3, ""}}), "E_CONFLICT");
  EXPECT_EQ(*store().find_state(context_, "written"), std::nullopt);
  EXPECT_EQ(outcome(2, {{2, "completed"}, {1, "running"}}), "ok");
}

TEST_P(StoreSuite, RemovalNamesWhatItRemovesAndCanBeRepeated) {
  write_turns(3);
  WriteBatch extra = batch();
  extra.pages.push_back(blob_of("a page"));
  extra.logs = {{Log::Events, {1, "one"}}, {Log::Events, {2, "two"}}};
  expect_ok(store().write(extra));
  const auto commits = store().list_all_commits(0, 10);
  Removal removal;
  removal.last_commit = *store().last_commit();
  removal.patches = {commits->front().sequence};
  removal.payloads = {store().list_payloads(0, 1)->front().digest};
  removal.pages = {digest_of("a page")};
  removal.logs.push_back({context_, Log::Events, 1, 1});
  const auto removed = store().remove(removal);
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_EQ(removed->records, 4U);
  EXPECT_GT(removed->bytes, 900U);
  EXPECT_EQ(*store().remove(removal), Removed{});
  EXPECT_FALSE(*store().find_patch(commits->front()));
  EXPECT_TRUE(*store().find_patch((*commits)[1]));
  EXPECT_EQ(store().list_payloads(0, 10)->size(), 5U);
  EXPECT_EQ(*store().list_log(context_, Log::Events, 0, 10), (std::vector<LogEntry>{{2, "two"}}));
  EXPECT_EQ(store().list_all_commits(0, 10)->size(), 3U) << "headers stay";
}

TEST_P(StoreSuite, NothingIsRemovedIfACommitCameMeanwhile) {
  write_turns(1);
  Removal removal;
  removal.last_commit = *store().last_commit();
  removal.payloads = {store().list_payloads(0, 1)->front().digest};
  write_turns(1);
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
  EXPECT_EQ(store().list_payloads(0, 10)->size(), 4U);
  removal.last_commit = *store().last_commit();
  EXPECT_EQ(store().remove(removal)->records, 1U);
}

TEST_P(StoreSuite, NothingIsRemovedUnlessStatesAreAsExpected) {
  write_turns(1);
  WriteBatch noted = batch();
  noted.states.push_back({"kept", "this"});
  expect_ok(store().write(noted));
  Removal removal;
  removal.payloads = {store().list_payloads(0, 1)->front().digest};
  removal.expected_states = {{context_, {"kept", "that"}}};
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
  removal.expected_states = {{context_, {"kept", "this"}}, {context_, {"other", "this"}}};
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
  EXPECT_EQ(store().list_payloads(0, 10)->size(), 2U);
  removal.expected_states = {{context_, {"kept", "this"}}, {context_, {"other", std::nullopt}}};
  EXPECT_EQ(store().remove(removal)->records, 1U);
}

TEST_P(StoreSuite, NothingIsRemovedUnlessNamesAreAsExpected) {
  write_turns(2);
  Removal removal;
  removal.payloads = {store().list_payloads(0, 1)->front().digest};
  removal.expected_names = {{context_, {*store().list_refs(context_), {}}}};
  const Head old{turn_id(context_, "main", 1), 1};
  WriteBatch named = batch();
  named.tags.push_back({"old", old});
  expect_ok(store().write(named));
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
  removal.expected_names.front().names.tags = *store().list_tags(context_);
  named = batch();
  named.refs.push_back({"side", std::nullopt, old});
  expect_ok(store().write(named));
  EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
  WriteBatch also = batch();
  also.expected_names = removal.expected_names.front().names;
  EXPECT_EQ(outcome_of(store().write(also)), "E_CONFLICT");
  also.expected_names->refs = *store().list_refs(context_);
  expect_ok(store().write(also));
  EXPECT_EQ(store().list_payloads(0, 10)->size(), 4U);
  removal.expected_names.front().names.refs = *store().list_refs(context_);
  EXPECT_EQ(store().remove(removal)->records, 1U);
}

TEST_P(StoreSuite, ASoundStoreHasNoProblems) {
  write_turns(2);
  expect_ok(store().scrub());
  const auto problems = store().check();
  ASSERT_TRUE(problems) << problems.error().message;
  EXPECT_TRUE(problems->empty()) << problems->front();
}

TEST_P(StoreSuite, TablesAreMeasured) {
  write_turns(2);
  const auto sizes = store().table_sizes();
  ASSERT_TRUE(sizes) << sizes.error().message;
  for (const TableSize& size : *sizes) {
    if (size.table == "commits") {
      EXPECT_EQ(size.records, 2U);
    }
    if (size.table == "payloads") {
      EXPECT_EQ(size.records, 4U);
    }
    if (size.table == "commits" || size.table == "payloads") {
      EXPECT_GT(size.bytes, 100U);
    }
  }
}

}  // namespace
}  // namespace latewood::test
