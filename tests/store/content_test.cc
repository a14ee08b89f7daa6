// Payloads and pages: stored once, compressed where it pays, in pieces when large, gone when purged.
#include "canon/blake3.h"
#include "store/payload_writer.h"
#include "store/suite.h"

namespace latewood::test {
namespace {

std::string large_text() {
  std::string text;
  while (text.size() < 3 * kChunkBytes) text += "line " + std::to_string(text.size()) + " of a large payload; ";
  return text;
}

TEST_P(StoreSuite, APayloadIsStoredOnceForAllContexts) {
  const ContextKey other = new_context("other");
  for (const ContextKey context : {context_, other, context_}) {
    WriteBatch write;
    write.context = context;
    write.payloads.push_back(blob_of("the same system prompt"));
    expect_ok(store().write(write));
  }
  const auto payloads = store().list_payloads(0, 10);
  ASSERT_TRUE(payloads);
  ASSERT_EQ(payloads->size(), 1U);
  EXPECT_EQ(payloads->front().size, 22U);
  EXPECT_EQ(*load_payload(store(), payloads->front().digest), "the same system prompt");
}

TEST_P(StoreSuite, PayloadsOfAllSizesReadBack) {
  WriteBatch write = batch();
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{95}, std::size_t{96}, kChunkBytes - 1,
                                 kChunkBytes, kChunkBytes + 1, 2 * kChunkBytes, 2 * kChunkBytes + 1}) {
    write.payloads.push_back(blob_of(large_text().substr(0, size)));
  }
  expect_ok(store().write(write));
  reopen();
  for (const Blob& payload : write.payloads) {
    const auto read = load_payload(store(), payload.digest);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == payload.bytes) << payload.bytes.size();
    EXPECT_EQ((*store().find_payload(payload.digest))->size, payload.bytes.size());
  }
}

// Large and purged ones are left to whoever asks for them.
TEST_P(StoreSuite, ContentsAreReadInTheOrderOfWriting) {
  const std::vector<std::string> texts = {"first", "second", large_text(), "third", "purged", "fourth"};
  for (const std::string& text : texts) {
    WriteBatch write = batch();
    write.payloads.push_back(blob_of(text));
    expect_ok(store().write(write));
  }
  Removal removal;
  removal.purges.push_back(digest_of("purged"));
  ASSERT_TRUE(store().remove(removal));
  const auto run = store().list_contents(digest_of("second"), 10);
  ASSERT_TRUE(run) << run.error().message;
  std::vector<std::string> found;
  for (const StoredPayload& payload : *run) {
    EXPECT_EQ(payload.digest, digest_of(payload.bytes));
    found.push_back(payload.bytes);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"second", "third", "fourth"}));
  EXPECT_EQ(store().list_contents(digest_of("first"), 1)->size(), 1U);
  EXPECT_TRUE(store().list_contents(digest_of("nowhere"), 10)->empty());
}

TEST_P(StoreSuite, TextTakesLessRoomThanItHas) {
  if (GetParam() == Backend::Memory) return;
  WriteBatch write = batch();
  write.payloads.push_back(blob_of(large_text().substr(0, 20000)));
  expect_ok(store().write(write));
  EXPECT_LT((*store().find_payload(write.payloads.front().digest))->stored_bytes, 8000U);
}

TEST_P(StoreSuite, ALargePayloadStreamsBothWays) {
  const std::string text = large_text();
  Blake3Hasher hasher;
  PayloadWriter writer(store());
  for (std::size_t at = 0; at < text.size(); at += 100001) {
    const std::string piece = text.substr(at, 100001);
    hasher.update(piece);
    expect_ok(writer.append(piece));
  }
  const Blake3Digest digest = hasher.finish();
  EXPECT_FALSE(*store().find_payload(digest)) << "nobody sees it before it is finished";
  expect_ok(writer.finish(digest, Purged::Refuse));
  reopen();
  std::string read;
  std::size_t pieces = 0;
  expect_ok(store().read_payload(digest, [&](std::string_view piece) -> Result<void> {
    EXPECT_LE(piece.size(), kChunkBytes);
    ++pieces;
    read += piece;
    return {};
  }));
  EXPECT_TRUE(read == text);
  EXPECT_EQ(pieces, 4U);
  EXPECT_TRUE(store().list_uploads()->empty());
}

TEST_P(StoreSuite, TheReaderMayStopAStream) {
  WriteBatch write = batch();
  write.payloads.push_back(blob_of(large_text()));
  expect_ok(store().write(write));
  int pieces = 0;
  const auto stopped = store().read_payload(write.payloads.front().digest, [&](std::string_view) -> Result<void> {
    ++pieces;
    return Error{Code::NotFound, "enough", {}, {}};
  });
  EXPECT_EQ(stopped.error().message, "enough");
  EXPECT_EQ(pieces, 1);
  EXPECT_EQ(load_payload(store(), write.payloads.front().digest)->size(), large_text().size());
}

TEST_P(StoreSuite, AnUploadOfWhatIsThereLeavesNothingBehind) {
  WriteBatch write = batch();
  write.payloads.push_back(blob_of(large_text()));
  expect_ok(store().write(write));
  const std::string before = dump(store());
  PayloadWriter writer(store());
  expect_ok(writer.append(large_text()));
  expect_ok(writer.finish(write.payloads.front().digest, Purged::Refuse));
  EXPECT_EQ(dump(store()), before);
  EXPECT_TRUE(store().list_uploads()->empty());
}

TEST_P(StoreSuite, AnUploadThatWasNotFinishedCanBeRemoved) {
  PayloadWriter writer(store());
  expect_ok(writer.append(large_text()));
  reopen();
  const auto uploads = store().list_uploads();
  ASSERT_TRUE(uploads);
  ASSERT_EQ(uploads->size(), 1U);
  EXPECT_TRUE(store().list_payloads(0, 10)->empty());
  Removal removal;
  removal.uploads = *uploads;
  EXPECT_EQ(store().remove(removal)->records, 1U);
  EXPECT_TRUE(store().list_uploads()->empty());
  EXPECT_EQ(outcome_of(store().write_chunk(uploads->front(), 3, "late")), "NotFound");
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, OfTwoPurgedPayloadsTheOneWithTheLowerDigestIsNamed) {
  WriteBatch both = batch();
  both.payloads = {blob_of("one"), blob_of("other")};
  expect_ok(store().write(both));
  Removal removal;
  removal.purges = {digest_of("one"), digest_of("other")};
  ASSERT_TRUE(store().remove(removal));
  const std::string lower = std::min(digest_of("one"), digest_of("other")).hex();
  for (int turn = 0; turn < 2; ++turn) {
    std::swap(both.payloads[0], both.payloads[1]);
    EXPECT_EQ(store().write(both).error().message, "payload " + lower + " was purged");
  }
}

// Whoever was uploading may be alive, and must not write into what another uploads.
TEST_P(StoreSuite, TheNumberOfAnUploadThatWasRemovedIsNotGivenOutAgain) {
  const std::uint64_t removed = store().begin_upload().value();
  expect_ok(store().write_chunk(removed, 0, std::string(kChunkBytes, 'a')));
  Removal removal;
  removal.uploads = {removed};
  EXPECT_EQ(store().remove(removal)->records, 1U);
  EXPECT_EQ(store().remove(removal)->records, 0U) << "it can be repeated";
  reopen();
  const std::uint64_t next = store().begin_upload().value();
  EXPECT_NE(next, removed);
  EXPECT_EQ(outcome_of(store().write_chunk(removed, 0, "late")), "NotFound");
  EXPECT_EQ(outcome_of(store().finish_upload(removed, digest_of("late"), 4, Purged::Refuse)), "NotFound");
  EXPECT_EQ(*store().list_uploads(), std::vector{next});
  expect_ok(store().write_chunk(next, 0, "whole"));
  expect_ok(store().finish_upload(next, digest_of("whole"), 5, Purged::Refuse));
  EXPECT_EQ(store().list_payloads(0, 10)->size(), 1U);
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, ItIsNotGivenOutAgainWhateverElseGoes) {
  const std::uint64_t removed = store().begin_upload().value();
  WriteBatch later = batch();
  later.payloads.push_back(blob_of("a later payload"));
  expect_ok(store().write(later));
  const std::uint64_t other = store().begin_upload().value();
  Removal removal;
  removal.uploads = {removed, other};
  removal.payloads = {digest_of("a later payload")};
  EXPECT_EQ(store().remove(removal)->records, 3U);
  const std::uint64_t next = store().begin_upload().value();
  EXPECT_GT(next, other);
  removal.uploads = {next};
  EXPECT_EQ(store().remove(removal)->records, 1U);
  EXPECT_GT(store().begin_upload().value(), next);
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, AnUploadIsCheckedBeforeItIsFinished) {
  const auto upload = store().begin_upload();
  ASSERT_TRUE(upload);
  expect_ok(store().write_chunk(*upload, 0, std::string(kChunkBytes, 'a')));
  EXPECT_EQ(outcome_of(store().finish_upload(*upload, digest_of("x"), 3 * kChunkBytes, Purged::Refuse)),
            "InvalidArgument");
  EXPECT_EQ(outcome_of(store().finish_upload(*upload + 100, digest_of("x"), 1, Purged::Refuse)), "NotFound");
  EXPECT_EQ(outcome_of(store().write_chunk(*upload, 1, std::string(kChunkBytes + 1, 'a'))), "InvalidArgument");
  EXPECT_EQ(outcome_of(store().write_chunk(*upload, std::uint64_t{1} << 20, "a")), "InvalidArgument");
}

TEST_P(StoreSuite, APurgedPayloadIsGoneButItsDigestAndSizeStay) {
  WriteBatch write = batch();
  write.payloads = {blob_of("a secret"), blob_of(large_text())};
  expect_ok(store().write(write));
  Removal removal;
  for (const Blob& payload : write.payloads) removal.purges.push_back(payload.digest);
  EXPECT_EQ(store().remove(removal)->records, 2U);
  EXPECT_EQ(store().remove(removal)->records, 0U);
  reopen();
  for (const Blob& payload : write.payloads) {
    const auto info = store().find_payload(payload.digest);
    ASSERT_TRUE(info && *info);
    EXPECT_EQ((*info)->state, PayloadState::Purged);
    EXPECT_EQ((*info)->size, payload.bytes.size());
    EXPECT_EQ(outcome_of(load_payload(store(), payload.digest)), "E_PAYLOAD_PURGED");
  }
}

// A process may purge what another process is about to collect.
TEST_P(StoreSuite, APurgedPayloadStaysOnRecordIfItIsRemoved) {
  WriteBatch write = batch();
  write.payloads = {blob_of("a secret"), blob_of("garbage")};
  write.tombstones = {digest_of("gone before it came")};
  expect_ok(store().write(write));
  Removal purge;
  purge.purges.push_back(digest_of("a secret"));
  ASSERT_TRUE(store().remove(purge));
  Removal removal;
  removal.payloads = {digest_of("a secret"), digest_of("garbage"), digest_of("gone before it came")};
  EXPECT_EQ(store().remove(removal)->records, 1U);
  reopen();
  for (const std::string text : {"a secret", "gone before it came"}) {
    const auto info = store().find_payload(digest_of(text));
    ASSERT_TRUE(info && *info) << text;
    EXPECT_EQ((*info)->state, PayloadState::Purged) << text;
  }
  EXPECT_FALSE(store().find_payload(digest_of("garbage"))->has_value());
}

TEST_P(StoreSuite, ATombstoneStandsForWhatWasPurgedElsewhere) {
  WriteBatch write = batch();
  write.tombstones = {digest_of("gone before it came"), digest_of("gone before it came")};
  expect_ok(store().write(write));
  expect_ok(store().write(write));
  reopen();
  const auto info = store().find_payload(digest_of("gone before it came"));
  ASSERT_TRUE(info && *info);
  EXPECT_EQ((*info)->state, PayloadState::Purged);
  EXPECT_EQ(store().list_payloads(0, 10)->size(), 1U);
  EXPECT_EQ(outcome_of(load_payload(store(), digest_of("gone before it came"))), "E_PAYLOAD_PURGED");
  WriteBatch again = batch();
  again.payloads = {blob_of("gone before it came")};
  EXPECT_EQ(outcome_of(store().write(again)), "E_PAYLOAD_PURGED");
  again.purged = Purged::Restore;
  expect_ok(store().write(again));
  EXPECT_EQ(*load_payload(store(), digest_of("gone before it came")), "gone before it came");
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, ATombstoneTakesNothingAway) {
  WriteBatch write = batch();
  write.payloads = {blob_of("here"), blob_of(large_text())};
  expect_ok(store().write(write));
  const std::string before = dump(store());
  WriteBatch marked = batch();
  for (const Blob& payload : write.payloads) marked.tombstones.push_back(payload.digest);
  expect_ok(store().write(marked));
  EXPECT_EQ(dump(store()), before);
}

TEST_P(StoreSuite, AContextThatNobodyUsesGoesWithItsCommits) {
  write_turns(2);
  const std::string before = dump(store());
  const ContextKey lost = new_context("lost");
  WriteBatch write = turn_batch(lost, "main", std::nullopt, 1);
  write.refs.clear();
  write.payloads.clear();
  write.states.clear();
  write.logs = {{Log::Events, {1, "an event"}}};
  expect_ok(store().write(write));
  Removal removal;
  removal.logs = {{lost, Log::Events, 1, 1}};
  removal.contexts = {lost};
  ASSERT_TRUE(store().remove(removal));
  EXPECT_EQ(dump(store()), before);
  EXPECT_EQ(store().remove(removal)->records, 0U);
  EXPECT_FALSE(store().find_context("lost")->has_value());
  EXPECT_TRUE(store().check()->empty());
  EXPECT_NE(new_context("lost"), lost) << "keys are never used twice";
}

TEST_P(StoreSuite, AContextThatSomebodyUsesStays) {
  WriteBatch first = turn_batch(context_, "main", std::nullopt, 1);
  const Head head{first.commits.front().id, 1};
  first.refs.clear();
  first.states.clear();
  first.logs = {{Log::Events, {1, "an event"}}};
  std::vector<WriteBatch> uses(6);
  uses[0].refs = {{"main", std::nullopt, head}};
  uses[1].tags = {{"tag", head}};
  uses[2].states = {{"state", "value"}};
  uses[3].edits = {{"main", 0, {"an edit"}}};
  uses[4].logs = {{Log::Attempts, {1, "an attempt"}}};
  uses[5].logs = {{Log::Events, {2, "another event"}}};
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const ContextKey context = new_context("context " + std::to_string(i));
    first.context = uses[i].context = context;
    expect_ok(store().write(first));
    expect_ok(store().write(uses[i]));
    const std::string before = dump(store());
    Removal removal;
    removal.logs = {{context, Log::Events, 1, 1}};
    removal.contexts = {context};
    EXPECT_EQ(outcome_of(store().remove(removal)), "E_CONFLICT");
    EXPECT_EQ(dump(store()), before) << "nothing of the removal was done";
  }
}

// Another process may have removed it since its key was asked for.
TEST_P(StoreSuite, ABatchNeedsItsContext) {
  const ContextKey gone = new_context("gone");
  Removal removal;
  removal.contexts = {gone};
  ASSERT_TRUE(store().remove(removal));
  const std::string before = dump(store());
  WriteBatch event;
  event.context = gone;
  event.logs = {{Log::Events, {1, "an event"}}};
  WriteBatch edit;
  edit.context = gone;
  edit.edits = {{"main", 0, {"an edit"}}};
  for (const WriteBatch& batch : {event, edit, turn_batch(gone, "main", std::nullopt, 1)}) {
    EXPECT_EQ(outcome_of(store().write(batch)), "E_CONTEXT_NOT_FOUND");
  }
  EXPECT_EQ(dump(store()), before);
}

TEST_P(StoreSuite, CompactingChangesNothingThatIsRead) {
  write_turns(5);
  WriteBatch write = batch();
  write.payloads = {blob_of(large_text())};
  expect_ok(store().write(write));
  Removal removal;
  removal.payloads = {write.payloads.front().digest};
  ASSERT_TRUE(store().remove(removal));
  const std::string before = dump(store());
  expect_ok(store().compact());
  EXPECT_EQ(dump(store()), before);
  reopen();
  EXPECT_EQ(dump(store()), before);
  write_turns(1);
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, APurgedPayloadComesBackOnlyWhenAskedFor) {
  WriteBatch write = batch();
  write.payloads = {blob_of("a secret"), blob_of(large_text())};
  expect_ok(store().write(write));
  Removal removal;
  for (const Blob& payload : write.payloads) removal.purges.push_back(payload.digest);
  ASSERT_TRUE(store().remove(removal));
  EXPECT_EQ(outcome_of(store().write(write)), "E_PAYLOAD_PURGED");
  PayloadWriter writer(store());
  expect_ok(writer.append(large_text()));
  EXPECT_EQ(outcome_of(writer.finish(write.payloads[1].digest, Purged::Refuse)), "E_PAYLOAD_PURGED");
  EXPECT_TRUE(store().list_uploads()->empty()) << "what was refused does not stay";
  PayloadWriter again(store());
  expect_ok(again.append(large_text()));
  expect_ok(again.finish(write.payloads[1].digest, Purged::Restore));
  write.purged = Purged::Restore;
  expect_ok(store().write(write));
  for (const Blob& payload : write.payloads) EXPECT_TRUE(*load_payload(store(), payload.digest) == payload.bytes);
  EXPECT_TRUE(store().check()->empty());
}

TEST_P(StoreSuite, ABatchCanInsistOnPayloads) {
  WriteBatch write = batch();
  write.payloads.push_back(blob_of("here"));
  expect_ok(store().write(write));
  WriteBatch needing = turn_batch(context_, "main", std::nullopt, 1);
  needing.needs = {digest_of("here"), digest_of("not here")};
  EXPECT_EQ(outcome_of(store().write(needing)), "E_PAYLOAD_ABSENT");
  EXPECT_EQ(*store().find_ref(context_, "main"), std::nullopt);
  needing.needs.pop_back();
  expect_ok(store().write(needing));
}

TEST_P(StoreSuite, AnAbsentPayloadIsNotFound) {
  EXPECT_FALSE(*store().find_payload(digest_of("absent")));
  EXPECT_EQ(outcome_of(load_payload(store(), digest_of("absent"))), "E_PAYLOAD_ABSENT");
}

TEST_P(StoreSuite, PagesAreStoredOnceAndListed) {
  WriteBatch write = batch();
  write.pages = {blob_of("page one"), blob_of("page two"), blob_of("page one")};
  expect_ok(store().write(write));
  expect_ok(store().write(write));
  const auto pages = store().list_pages(0, 10);
  ASSERT_TRUE(pages);
  ASSERT_EQ(pages->size(), 2U);
  EXPECT_EQ(*store().find_page(digest_of("page two")), "page two");
  EXPECT_EQ(*store().find_page(digest_of("page three")), std::nullopt);
  EXPECT_EQ(store().list_pages(pages->front().sequence, 10)->size(), 1U);
}

}  // namespace
}  // namespace latewood::test
