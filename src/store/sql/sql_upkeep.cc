// The rarely used functions of the SQL store: uploads, removal, checking, counting.
#include "base/try.h"
#include "store/batch_rules.h"
#include "store/check_records.h"
#include "store/packing.h"
#include "store/sql/commit_tables.h"
#include "store/sql/content_tables.h"
#include "store/sql/context_table.h"
#include "store/sql/journal_tables.h"
#include "store/sql/ref_tables.h"
#include "store/sql/sql_store.h"
#include "store/sql/structure.h"

namespace latewood::store {
namespace {

void add(Removed& total, const Removed& more) {
  total.records += more.records;
  total.bytes += more.bytes;
}

template <class Key, class Remove>
Result<void> remove_each(SqlSession& session, const std::vector<Key>& keys, Removed& total, Remove remove) {
  for (const Key& key : keys) {
    LW_TRY_ASSIGN(const Removed removed, remove(session, key));
    add(total, removed);
  }
  return {};
}

auto attachment(Attachment kind) {
  return [kind](SqlSession& session, std::uint64_t sequence) { return remove_attachment(session, kind, sequence); };
}

// Conflict if the newest commit is another one. It may also have been removed with its context, and its sequence number
// may have been issued again.
Result<void> check_last_commit(SqlSession& session, std::uint64_t expected) {
  LW_TRY_ASSIGN(const std::uint64_t found, last_commit(session));
  if (found != expected) return newer_commits(expected, found);
  return {};
}

Result<Removed> apply_removal(SqlSession& session, const Removal& removal) {
  // No other session may write between the check of the expectations and the removal.
  const bool expects = removal.last_commit || removal.anchor || !removal.expected_states.empty() ||
                       !removal.expected_names.empty() || !removal.expected_lists.empty();
  if (expects) LW_TRY(session.hold_commits());
  if (removal.last_commit) LW_TRY(check_last_commit(session, *removal.last_commit));
  if (removal.anchor) LW_TRY(expect_anchor(session, *removal.anchor));
  for (const ContextState& each : removal.expected_states) LW_TRY(expect_state(session, each.context, each.state));
  for (const ContextNames& each : removal.expected_names) LW_TRY(expect_names(session, each.context, each.names));
  for (const StateList& each : removal.expected_lists) LW_TRY(expect_list(session, each));
  Removed total;
  LW_TRY(remove_each(session, removal.patches, total, attachment(Attachment::Patch)));
  LW_TRY(remove_each(session, removal.receipts, total, attachment(Attachment::Receipt)));
  LW_TRY(remove_each(session, removal.admissions, total, attachment(Attachment::Admission)));
  LW_TRY(remove_each(session, removal.pages, total, remove_page));
  LW_TRY(remove_each(session, removal.payloads, total, remove_payload));
  LW_TRY(remove_each(session, removal.purges, total, purge_payload));
  LW_TRY(remove_each(session, removal.logs, total, remove_log));
  LW_TRY(remove_each(session, removal.uploads, total, remove_upload));
  LW_TRY(remove_each(session, removal.contexts, total, remove_context));
  return total;
}

}  // namespace

Result<void> SqlStore::read_payload(const Blake3Digest& digest, const PayloadSink& sink) {
  LW_TRY_ASSIGN(const SessionPool::Lease session, readers_.take());
  // Read all chunks in one transaction: they stay readable even if another process removes the payload meanwhile.
  auto begun = session->begin(Transaction::Read);
  if (!begun && session->state() == SessionState::Lost) {
    LW_TRY(session->reconnect());
    begun = session->begin(Transaction::Read);
  }
  LW_TRY(begun);
  Result<void> result = store::read_payload(*session, digest, sink);
  session->rollback();
  return result;
}

Result<std::uint64_t> SqlStore::begin_upload() {
  std::uint64_t upload = 0;
  LW_TRY(run({[&](SqlSession& session) -> Result<void> {
    LW_TRY_ASSIGN(upload, store::begin_upload(session));
    return {};
  }}));
  return upload;
}

Result<void> SqlStore::write_chunk(std::uint64_t upload, std::uint64_t number, std::string_view bytes) {
  LW_TRY(check_chunk(number, bytes));
  const std::string packed = pack(bytes);
  const auto was_applied = [](SqlSession&) -> Result<bool> { return false; };  // writing it twice is harmless
  return run({[&](SqlSession& session) { return store::write_chunk(session, upload, number, packed); }, was_applied});
}

Result<void> SqlStore::finish_upload(std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                                     Purged purged) {
  const auto was_applied = [&](SqlSession& session) -> Result<bool> {
    LW_TRY_ASSIGN(const auto info, store::find_payload(session, digest));
    return info && info->state == PayloadState::Present;
  };
  return run(
      {[&](SqlSession& session) { return store::finish_upload(session, upload, digest, size, purged); }, was_applied});
}

Result<std::vector<std::uint64_t>> SqlStore::list_uploads() {
  return read([&](SqlSession& session) { return store::list_uploads(session); });
}

Result<Removed> SqlStore::remove(const Removal& removal) {
  Removed removed;
  const auto was_applied = [](SqlSession&) -> Result<bool> { return false; };  // removing twice is harmless
  LW_TRY(run({[&](SqlSession& session) -> Result<void> {
                LW_TRY_ASSIGN(removed, apply_removal(session, removal));
                return {};
              },
              was_applied}));
  const std::lock_guard lock(dictionaries_mutex_);
  dictionaries_.clear();
  return removed;
}

void SqlStore::close_idle_sessions() {
  readers_.close_idle();
  const std::lock_guard lock(watcher_mutex_);
  watcher_.reset();
}

Result<void> SqlStore::scrub() {
  if (access_ == Access::ReadOnly) return Error{Code::Unavailable, "the store is open for reading only", {}, {}};
  close_idle_sessions();
  return driver_->scrub();
}

Result<void> SqlStore::compact() {
  if (access_ == Access::ReadOnly) return Error{Code::Unavailable, "the store is open for reading only", {}, {}};
  close_idle_sessions();
  return driver_->compact();
}

Result<std::vector<std::string>> SqlStore::check() {
  LW_TRY_ASSIGN(std::vector<std::string> problems, driver_->check());
  const auto loose = read([](SqlSession& session) { return find_loose_rows(session); });
  if (loose) {
    problems.insert(problems.end(), loose->begin(), loose->end());
  } else if (loose.error().code != Code::Corruption || problems.empty()) {
    // A table is missing, which is already reported; its rows cannot be checked.
    return loose.error();
  }
  LW_TRY_ASSIGN(const auto damaged, check_records(*this));
  problems.insert(problems.end(), damaged.begin(), damaged.end());
  return problems;
}

Result<std::vector<TableSize>> SqlStore::table_sizes() {
  return read([](SqlSession& session) { return measure_tables(session); });
}

}  // namespace latewood::store
