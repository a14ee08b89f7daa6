#include "store/sql/prepared_batch.h"

#include <algorithm>

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/sql/journal_tables.h"
#include "store/sql/ref_tables.h"

namespace latewood::store {
namespace {

void sort_by_digest(std::vector<PreparedBlob>& blobs) {
  std::sort(blobs.begin(), blobs.end(), [](const auto& a, const auto& b) { return a.digest < b.digest; });
}

// Fails if a dictionary page was collected before the patch that needs it is written.
Result<void> check_dictionaries(SqlSession& session, const WriteBatch& batch) {
  const Blake3Digest* checked = nullptr;
  for (const NewCommit& commit : batch.commits) {
    if (!commit.dictionary || (checked != nullptr && *checked == *commit.dictionary)) continue;
    LW_TRY(need_page(session, *commit.dictionary));
    checked = &*commit.dictionary;
  }
  return {};
}

Result<void> apply_content(SqlSession& session, const PreparedBatch& prepared) {
  const WriteBatch& batch = *prepared.batch;
  for (const Blake3Digest& digest : batch.needs) LW_TRY(need_payload(session, digest));
  for (const PreparedBlob& payload : prepared.payloads) LW_TRY(insert_payload(session, payload, batch.purged));
  for (const Blake3Digest& digest : prepared.tombstones) LW_TRY(insert_tombstone(session, digest));
  for (const Blake3Digest& digest : batch.needed_pages) LW_TRY(need_page(session, digest));
  for (const CommitId& commit : batch.needed_patches) LW_TRY(need_patch(session, batch.context, commit));
  for (const PreparedBlob& page : prepared.pages) LW_TRY(insert_page(session, page));
  LW_TRY(check_dictionaries(session, batch));
  for (const PreparedCommit& commit : prepared.commits) LW_TRY(insert_commit(session, batch.context, commit));
  return {};
}

}  // namespace

PreparedBatch prepare_batch(const WriteBatch& batch, const Dictionaries& dictionaries) {
  PreparedBatch prepared;
  prepared.batch = &batch;
  for (const Blob& payload : batch.payloads) prepared.payloads.push_back(prepare_payload(payload));
  for (const Blob& page : batch.pages) prepared.pages.push_back(prepare_page(page));
  sort_by_digest(prepared.payloads);
  sort_by_digest(prepared.pages);
  prepared.tombstones = batch.tombstones;
  std::sort(prepared.tombstones.begin(), prepared.tombstones.end());
  for (const NewCommit& commit : batch.commits) {
    const Dictionary* dictionary = commit.dictionary ? dictionaries.at(*commit.dictionary).get() : nullptr;
    prepared.commits.push_back(prepare_commit(batch.context, commit, dictionary));
  }
  return prepared;
}

Result<void> apply_batch(SqlSession& session, const PreparedBatch& prepared) {
  const WriteBatch& batch = *prepared.batch;
  LW_TRY(session.await_removals());
  // The context must exist until the transaction ends.
  LW_TRY(session.lock_context(batch.context));
  for (const StateExpectation& expected : batch.expected_states) {
    LW_TRY(expect_state(session, batch.context, expected));
  }
  for (const LogExpectation& expected : batch.expected_logs) LW_TRY(expect_log(session, batch.context, expected));
  if (batch.expected_names) LW_TRY(expect_names(session, batch.context, *batch.expected_names));
  // Move refs first: a late writer fails before anything is written, and on a server the lock of the row then holds for
  // the whole transaction.
  for (const RefMove& move : batch.refs) LW_TRY(move_ref(session, batch.context, move));
  for (const EditsTaken& taken : batch.edits_taken) LW_TRY(take_edits(session, batch.context, taken));
  for (const EditAppend& append : batch.edits) LW_TRY(append_edits(session, batch.context, append));
  LW_TRY(apply_content(session, prepared));
  for (const TagChange& change : batch.tags) LW_TRY(change_tag(session, batch.context, change));
  for (const StateChange& change : batch.states) LW_TRY(change_state(session, batch.context, change));
  for (const LogWrite& entry : batch.logs) LW_TRY(write_log(session, batch.context, entry));
  return {};
}

const RefMove* telling_move(const WriteBatch& batch) {
  for (const RefMove& move : batch.refs) {
    const bool stays = move.expected && move.next && *move.expected == move.next->id;
    if (!stays && (move.expected || move.next)) return &move;
  }
  return nullptr;
}

Result<bool> batch_was_applied(SqlSession& session, const WriteBatch& batch, const RefMove& move) {
  LW_TRY_ASSIGN(const auto head, find_ref(session, batch.context, move.branch));
  if (!move.next) return !head.has_value();
  if (head && head->id == move.next->id) return true;
  // The commit alone proves nothing: the context may have had it before, on another branch.
  const auto id = head ? std::optional<CommitId>(head->id) : std::nullopt;
  if (id == move.expected || batch.commits.empty()) return false;
  // Another writer may have moved the ref since; then the store still has the commit.
  LW_TRY_ASSIGN(const auto commit, find_commit(session, batch.context, batch.commits.back().id));
  return commit.has_value();
}

}  // namespace latewood::store
