// Commits and what hangs on them; a batch as one transaction.
#include "store/suite.h"

namespace latewood::test {
namespace {

// COMMIT-08.
TEST_P(StoreSuite, ACommitKeepsHeaderNotePatchReceiptAndAdmission) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  turn.commits.front().receipt = "receipt bytes";
  turn.commits.front().admission = std::string("admission\0bytes", 15);
  turn.commits.front().note = {"actor", std::string("a message\0with NUL", 18), -5};
  expect_ok(store().write(turn));
  reopen();
  const NewCommit& written = turn.commits.front();
  const auto found = store().find_commit(context_, written.id);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->header, written.header);
  EXPECT_EQ((*found)->note, written.note);
  EXPECT_EQ((*found)->cycle, 1U);
  EXPECT_EQ((*store().find_patch(**found))->bytes, written.patch);
  EXPECT_EQ(*store().find_receipt(**found), written.receipt);
  EXPECT_EQ(*store().find_admission(**found), written.admission);
}

TEST_P(StoreSuite, CommitsAreListedByCycleInPieces) {
  write_turns(7);
  std::vector<std::uint64_t> cycles;
  CommitCursor after{2, 0};
  for (;;) {
    const auto piece = store().list_commits(context_, after, 6, 2);
    ASSERT_TRUE(piece) << piece.error().message;
    if (piece->empty()) break;
    for (const StoredCommit& commit : *piece) cycles.push_back(commit.cycle);
    after = {piece->back().cycle, piece->back().sequence};
  }
  EXPECT_EQ(cycles, (std::vector<std::uint64_t>{2, 3, 4, 5, 6}));
}

// A run is what the single questions give, in the order of the list.
TEST_P(StoreSuite, ARunOfCommitsHasAllOfTheirRecords) {
  write_turns(3);
  WriteBatch turn = turn_batch(context_, "side", std::nullopt, 2);
  turn.commits.front().receipt = "receipt bytes";
  turn.commits.front().admission = "admission bytes";
  expect_ok(store().write(turn));
  reopen();
  const auto listed = store().list_commits(context_, {1, ~std::uint64_t{0}}, 3, 10);
  const auto run = store().list_records(context_, {1, ~std::uint64_t{0}}, 3, 10);
  ASSERT_TRUE(listed && run);
  ASSERT_EQ(run->size(), 3U);
  for (std::size_t i = 0; i < run->size(); ++i) {
    const CommitRecords& found = (*run)[i];
    EXPECT_EQ(found.commit.id, (*listed)[i].id);
    EXPECT_EQ(found.commit.header, (*listed)[i].header);
    ASSERT_TRUE(found.patch);
    EXPECT_EQ(found.patch->bytes, (*store().find_patch((*listed)[i]))->bytes);
    EXPECT_EQ(found.receipt, *store().find_receipt((*listed)[i]));
    EXPECT_EQ(found.admission, *store().find_admission((*listed)[i]));
  }
  EXPECT_EQ(store().list_records(context_, {}, 3, 2)->size(), 2U);
}

TEST_P(StoreSuite, CommitsOfTwoBranchesShareACycle) {
  write_turns(2);
  WriteBatch fork = turn_batch(context_, "side", std::nullopt, 2);
  expect_ok(store().write(fork));
  const auto second = store().list_commits(context_, {2, 0}, 2, 10);
  ASSERT_TRUE(second);
  ASSERT_EQ(second->size(), 2U);
  EXPECT_LT((*second)[0].sequence, (*second)[1].sequence);
  const auto rest = store().list_commits(context_, {2, (*second)[0].sequence}, 2, 10);
  ASSERT_EQ(rest->size(), 1U);
  EXPECT_EQ(rest->front().id, (*second)[1].id);
}

TEST_P(StoreSuite, TheSameCommitInTwoContextsIsFoundInBoth) {
  const ContextKey other = new_context("other");
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  expect_ok(store().write(turn));
  turn.context = other;
  turn.commits.front().note.message = "the copy";
  expect_ok(store().write(turn));
  const auto found = store().find_commits(turn.commits.front().id);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*store().find_commit(other, turn.commits.front().id))->note.message, "the copy");
}

TEST_P(StoreSuite, ACommitThatIsThereIsKeptAndGetsBackWhatWasCollected) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  turn.commits.front().receipt = "what was done, and why";
  expect_ok(store().write(turn));
  const auto first = store().find_commit(context_, turn_id(context_, "main", 1));
  Removal removal;
  removal.patches.push_back((*first)->sequence);
  ASSERT_TRUE(store().remove(removal));
  EXPECT_FALSE(*store().find_patch(**first));
  WriteBatch again = turn_batch(context_, "main", std::nullopt, 1);
  again.refs.front().branch = "copy";
  again.commits.front().note.message = "with the patch";
  again.commits.front().receipt.reset();
  expect_ok(store().write(again));
  EXPECT_FALSE(*store().find_patch(**first)) << "it would lose its receipt";
  removal.receipts.push_back((*first)->sequence);
  ASSERT_TRUE(store().remove(removal));
  again.refs.front().branch = "second";
  expect_ok(store().write(again));
  const auto kept = store().find_commit(context_, turn_id(context_, "main", 1));
  EXPECT_EQ((*kept)->sequence, (*first)->sequence);
  EXPECT_EQ((*kept)->note.message, "with the patch");
  EXPECT_FALSE((*kept)->has_receipt);
  EXPECT_FALSE(*store().find_receipt(**kept));
  EXPECT_EQ((*store().find_patch(**kept))->bytes, again.commits.front().patch);
  EXPECT_EQ(store().list_all_commits(0, 10)->size(), 1U);
  again.refs.front().branch = "third";
  again.commits.front().note.message = "ignored";
  expect_ok(store().write(again));
  EXPECT_EQ((*store().find_commit(context_, turn_id(context_, "main", 1)))->note.message, "with the patch");
}

TEST_P(StoreSuite, ABatchIsWrittenOnlyWhileThePatchesItNeedsAreThere) {
  write_turns(1);
  const CommitId id = turn_id(context_, "main", 1);
  WriteBatch noting = batch();
  noting.needed_patches = {id};
  noting.states.push_back({"about", "it"});
  expect_ok(store().write(noting));
  Removal removal;
  removal.patches.push_back((*store().find_commit(context_, id))->sequence);
  ASSERT_TRUE(store().remove(removal));
  noting.states.front().value = "it again";
  EXPECT_EQ(outcome_of(store().write(noting)), "E_CONFLICT");
  EXPECT_EQ(*store().find_state(context_, "about"), "it");
}

TEST_P(StoreSuite, APatchReadsBackThroughItsDictionary) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  const std::string page = turn.commits.front().patch;
  const Blob dictionary = blob_of(page);
  turn.pages.push_back(dictionary);
  turn.commits.front().dictionary = dictionary.digest;
  expect_ok(store().write(turn));
  WriteBatch next = turn_batch(context_, "main", turn.commits.front().id, 2);
  next.commits.front().patch = page.substr(0, 500) + "and a little more" + page.substr(600);
  next.commits.front().dictionary = dictionary.digest;
  expect_ok(store().write(next));
  reopen();
  const auto commit = store().find_commit(context_, next.commits.front().id);
  const auto patch = store().find_patch(**commit);
  ASSERT_TRUE(patch && *patch) << patch.error().message;
  EXPECT_EQ((*patch)->bytes, next.commits.front().patch);
  EXPECT_EQ((*patch)->dictionary, dictionary.digest);
  if (GetParam() != Backend::Memory) {
    EXPECT_LT((*patch)->stored_bytes, 300U);
  }
}

TEST_P(StoreSuite, ADictionaryMustBeThere) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  turn.commits.front().dictionary = digest_of("nowhere");
  EXPECT_EQ(outcome_of(store().write(turn)), "E_PAGE_ABSENT");
}

TEST_P(StoreSuite, ANeededPageMustBeThereBeforeTheBatch) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  const Blob page = blob_of("a page");
  turn.needed_pages.push_back(page.digest);
  turn.pages.push_back(page);
  const std::string before = dump(store());
  EXPECT_EQ(store().write(turn).error().rule, "E_PAGE_ABSENT");
  EXPECT_EQ(dump(store()), before);
  WriteBatch other;
  other.context = context_;
  other.pages.push_back(page);
  ASSERT_TRUE(store().write(other));
  EXPECT_TRUE(store().write(turn));
}

TEST_P(StoreSuite, ABatchIsAllOrNothing) {
  write_turns(1);
  const std::string before = dump(store());
  WriteBatch turn = turn_batch(context_, "main", turn_id(context_, "main", 1), 2);
  turn.edits.push_back({"main", 0, {"edit"}});
  turn.tags.push_back({"tag", Head{turn.commits.front().id, 2}});
  turn.pages.push_back(blob_of("page"));
  turn.logs.push_back({Log::Events, {1, "event"}});
  turn.logs.push_back({Log::Events, {1, "taken"}});  // the last record of all is refused
  EXPECT_EQ(outcome_of(store().write(turn)), "E_CONFLICT");
  EXPECT_EQ(dump(store()), before);
  turn.logs.pop_back();
  expect_ok(store().write(turn));
  EXPECT_NE(dump(store()), before);
}

TEST_P(StoreSuite, AnEmptyBatchIsFine) { expect_ok(store().write(batch())); }

TEST_P(StoreSuite, ManyCommitsFitOneBatch) {
  WriteBatch bulk = batch();
  for (std::uint64_t cycle = 1; cycle <= 500; ++cycle) {
    WriteBatch turn = turn_batch(context_, "main", std::nullopt, cycle);
    bulk.commits.push_back(std::move(turn.commits.front()));
    for (Blob& payload : turn.payloads) bulk.payloads.push_back(std::move(payload));
  }
  bulk.refs.push_back({"main", std::nullopt, Head{bulk.commits.back().id, 500}});
  expect_ok(store().write(bulk));
  reopen();
  EXPECT_EQ(store().list_all_commits(0, 1000)->size(), 500U);
  EXPECT_EQ((*store().find_ref(context_, "main"))->cycle, 500U);
}

TEST_P(StoreSuite, SequencesAscendAndTheLastIsKnown) {
  EXPECT_EQ(*store().last_commit(), 0U);
  write_turns(3);
  const auto all = store().list_all_commits(0, 10);
  ASSERT_EQ(all->size(), 3U);
  EXPECT_LT((*all)[0].sequence, (*all)[1].sequence);
  EXPECT_EQ(*store().last_commit(), (*all)[2].sequence);
  EXPECT_EQ(store().list_all_commits((*all)[1].sequence, 10)->size(), 1U);
}

TEST_P(StoreSuite, NumbersThatSqlCannotCountAreRefused) {
  WriteBatch turn = turn_batch(context_, "main", std::nullopt, 1);
  turn.commits.front().cycle = std::uint64_t{1} << 63;
  EXPECT_EQ(outcome_of(store().write(turn)), "InvalidArgument");
  turn.commits.front().cycle = (std::uint64_t{1} << 63) - 1;
  expect_ok(store().write(turn));
  EXPECT_EQ(store().list_commits(context_, {}, ~std::uint64_t{0}, 10)->front().cycle, turn.commits.front().cycle);
}

}  // namespace
}  // namespace latewood::test
