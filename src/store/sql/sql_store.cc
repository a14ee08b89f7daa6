#include "store/sql/sql_store.h"

#include <algorithm>
#include <limits>

#include "base/rules.h"
#include "base/try.h"
#include "store/batch_rules.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/sql/commit_tables.h"
#include "store/sql/content_tables.h"
#include "store/sql/context_table.h"
#include "store/sql/journal_tables.h"
#include "store/sql/prepared_batch.h"
#include "store/sql/ref_tables.h"

namespace latewood::store {
namespace {

constexpr std::size_t kKeptDictionaries = 16;

// Limits a number to the largest integer of SQL.
std::uint64_t bounded(std::uint64_t number) {
  return std::min(number, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
}

// A run of records ends after the record that makes it longer than this.
constexpr std::size_t kMostOfRun = 16 << 20;

std::size_t size_of(const CommitRecords& records) {
  return (records.patch ? records.patch->bytes.size() : 0) + (records.receipt ? records.receipt->size() : 0) +
         (records.admission ? records.admission->size() : 0);
}

const std::string* page_within(const WriteBatch& batch, const Blake3Digest& digest) {
  for (const Blob& page : batch.pages) {
    if (page.digest == digest) return &page.bytes;
  }
  return nullptr;
}

Result<std::optional<std::string>> unpacked(Result<std::optional<std::string>> packed, std::string_view table,
                                            RecordKey key) {
  if (!packed || !*packed) return packed;
  LW_TRY_ASSIGN(std::string bytes, decoded(unpack(**packed), table, key));
  return std::optional<std::string>(std::move(bytes));
}

Result<BranchRecord> read_branch(SqlSession& session, ContextKey context, std::string_view branch,
                                 const std::vector<std::string>& states) {
  BranchRecord found;
  LW_TRY_ASSIGN(found.head, find_ref(session, context, branch));
  LW_TRY_ASSIGN(found.edits, list_edits(session, context, branch));
  for (const std::string& name : states) {
    LW_TRY_ASSIGN(auto value, find_state(session, context, name));
    found.states.push_back(std::move(value));
  }
  return found;
}

Result<BranchTip> read_tip(SqlSession& session, ContextKey context, std::string_view branch,
                           const std::vector<std::string>& states) {
  BranchTip tip;
  LW_TRY_ASSIGN(tip.head, find_ref(session, context, branch));
  LW_TRY_ASSIGN(tip.last_edit, last_edit(session, context, branch));
  for (const std::string& name : states) {
    LW_TRY_ASSIGN(auto value, find_state(session, context, name));
    tip.states.push_back(std::move(value));
  }
  return tip;
}

}  // namespace

SqlStore::SqlStore(std::unique_ptr<SqlDriver> driver, SqlLimits limits)
    : driver_(std::move(driver)),
      access_(limits.access),
      readers_([this] { return driver_->open(Transaction::Read); }, limits.readers),
      queue_([this] { return driver_->open(Transaction::Write); }, limits.writers) {}

Result<void> SqlStore::run(WriteJob job) {
  if (access_ == Access::ReadWrite) return queue_.run(std::move(job));
  return Error{Code::Unavailable, "the store is open for reading only", {}, {}};
}

Result<ContextKey> SqlStore::create_context(std::string_view name, std::string_view settings) {
  LW_TRY(check_name("context", name));
  ContextKey key{};
  LW_TRY(run({[&](SqlSession& session) -> Result<void> {
    LW_TRY_ASSIGN(key, insert_context(session, name, settings));
    return {};
  }}));
  return key;
}

Result<void> SqlStore::rename_context(ContextKey context, std::string_view name) {
  LW_TRY(check_name("context", name));
  return run({[&](SqlSession& session) { return store::rename_context(session, context, name); }});
}

Result<std::optional<ContextRecord>> SqlStore::find_context(std::string_view name) {
  LW_TRY(check_name("context", name));
  return read([&](SqlSession& session) { return store::find_context(session, name); });
}

Result<std::vector<ContextRecord>> SqlStore::list_contexts(ContextKey after, std::size_t limit) {
  return read([&](SqlSession& session) { return store::list_contexts(session, after, bounded(limit)); });
}

Result<void> SqlStore::write(const WriteBatch& batch) {
  LW_TRY(check_batch(batch));
  Dictionaries dictionaries;
  for (const NewCommit& commit : batch.commits) {
    if (!commit.dictionary || dictionaries.contains(*commit.dictionary)) continue;
    if (const std::string* page = page_within(batch, *commit.dictionary)) {
      dictionaries[*commit.dictionary] = std::make_shared<const Dictionary>(*commit.dictionary, *page);
      continue;
    }
    auto found = dictionary(*commit.dictionary);
    // The transaction reports an absent page, after its other checks.
    if (!found && found.error().rule != kPageAbsent) return found.error();
    dictionaries[*commit.dictionary] = found ? *std::move(found) : nullptr;
  }
  const PreparedBatch prepared = prepare_batch(batch, dictionaries);
  WriteJob job{[&](SqlSession& session) { return apply_batch(session, prepared); }};
  job.flush = batch.flush;
  if (const RefMove* move = telling_move(batch)) {
    job.was_applied = [&batch, move](SqlSession& session) { return batch_was_applied(session, batch, *move); };
  }
  return run(std::move(job));
}

Result<std::shared_ptr<const Dictionary>> SqlStore::dictionary(const Blake3Digest& digest) {
  {
    const std::lock_guard lock(dictionaries_mutex_);
    for (const auto& known : dictionaries_) {
      if (known->digest() == digest) return known;
    }
  }
  LW_TRY_ASSIGN(auto page, find_page(digest));
  if (!page) return absent_page(digest);
  auto added = std::make_shared<const Dictionary>(digest, *std::move(page));
  const std::lock_guard lock(dictionaries_mutex_);
  if (dictionaries_.size() == kKeptDictionaries) dictionaries_.erase(dictionaries_.begin());
  dictionaries_.push_back(added);
  return added;
}

Result<std::optional<Head>> SqlStore::find_ref(ContextKey context, std::string_view branch) {
  LW_TRY(check_name("branch", branch));
  return read([&](SqlSession& session) { return store::find_ref(session, context, branch); });
}

Result<std::vector<Ref>> SqlStore::list_refs(ContextKey context) {
  return read([&](SqlSession& session) { return store::list_refs(session, context); });
}

Result<std::optional<Head>> SqlStore::find_tag(ContextKey context, std::string_view name) {
  LW_TRY(check_name("tag", name));
  return read([&](SqlSession& session) { return store::find_tag(session, context, name); });
}

Result<std::vector<Tag>> SqlStore::list_tags(ContextKey context) {
  return read([&](SqlSession& session) { return store::list_tags(session, context); });
}

Result<std::optional<std::string>> SqlStore::find_state(ContextKey context, std::string_view name) {
  LW_TRY(check_name("state", name));
  return read([&](SqlSession& session) { return store::find_state(session, context, name); });
}

Result<std::vector<std::string>> SqlStore::list_states(ContextKey context) {
  return read([&](SqlSession& session) { return store::list_states(session, context); });
}

Result<StateList> SqlStore::find_states(std::string_view prefix) {
  LW_TRY(check_name("state", prefix));
  return read([&](SqlSession& session) { return store::find_states(session, prefix); });
}

Result<std::vector<Edit>> SqlStore::list_edits(ContextKey context, std::string_view branch) {
  LW_TRY(check_name("branch", branch));
  return read([&](SqlSession& session) { return store::list_edits(session, context, branch); });
}

Result<std::vector<std::string>> SqlStore::list_journals(ContextKey context) {
  return read([&](SqlSession& session) { return store::list_journals(session, context); });
}

Result<BranchRecord> SqlStore::find_branch(ContextKey context, std::string_view branch,
                                           const std::vector<std::string>& states) {
  LW_TRY(check_name("branch", branch));
  for (const std::string& name : states) LW_TRY(check_name("state", name));
  return read([&](SqlSession& session) -> Result<BranchRecord> {
    LW_TRY(session.begin(Transaction::Read));
    auto found = read_branch(session, context, branch, states);
    session.rollback();
    return found;
  });
}

Result<std::string> SqlStore::change_mark() {
  const std::lock_guard lock(watcher_mutex_);
  if (!watcher_) {
    LW_TRY_ASSIGN(watcher_, driver_->open(Transaction::Read));
    ++watchers_;
  }
  const auto mark = driver_->change_mark(*watcher_);
  if (mark) return std::to_string(watchers_) + "." + *mark;
  watcher_.reset();
  return mark.error();
}

Result<BranchTip> SqlStore::find_tip(ContextKey context, std::string_view branch,
                                     const std::vector<std::string>& states) {
  LW_TRY(check_name("branch", branch));
  for (const std::string& name : states) LW_TRY(check_name("state", name));
  return read([&](SqlSession& session) -> Result<BranchTip> {
    LW_TRY(session.begin(Transaction::Read));
    auto found = read_tip(session, context, branch, states);
    session.rollback();
    return found;
  });
}

Result<std::vector<LogEntry>> SqlStore::list_log(ContextKey context, Log log, std::uint64_t after, std::size_t limit) {
  return read(
      [&](SqlSession& session) { return store::list_log(session, context, log, bounded(after), bounded(limit)); });
}

Result<std::uint64_t> SqlStore::last_in_log(ContextKey context, Log log) {
  return read([&](SqlSession& session) { return store::last_in_log(session, context, log); });
}

Result<std::optional<StoredCommit>> SqlStore::find_commit(ContextKey context, const CommitId& id) {
  return read([&](SqlSession& session) { return store::find_commit(session, context, id); });
}

Result<std::vector<StoredCommit>> SqlStore::find_commits(const CommitId& id) {
  return read([&](SqlSession& session) { return store::find_commits(session, id); });
}

Result<std::vector<StoredCommit>> SqlStore::list_commits(ContextKey context, CommitCursor after,
                                                         std::uint64_t last_cycle, std::size_t limit) {
  const CommitCursor from{bounded(after.cycle), bounded(after.sequence)};
  return read([&](SqlSession& session) {
    return store::list_commits(session, context, from, bounded(last_cycle), bounded(limit));
  });
}

Result<std::vector<StoredCommit>> SqlStore::list_all_commits(std::uint64_t after, std::size_t limit) {
  return read([&](SqlSession& session) { return store::list_all_commits(session, bounded(after), bounded(limit)); });
}

Result<std::uint64_t> SqlStore::last_commit() {
  return read([&](SqlSession& session) -> Result<std::uint64_t> {
    LW_TRY(session.begin(Transaction::Read));
    auto last = [&]() -> Result<std::uint64_t> {
      LW_TRY(session.hold_commits());
      return store::last_commit(session);
    }();
    session.rollback();
    return last;
  });
}

Result<std::optional<StoredPatch>> SqlStore::find_patch(const StoredCommit& commit) {
  LW_TRY_ASSIGN(const auto packed,
                read([&](SqlSession& session) { return find_attachment(session, Attachment::Patch, commit); }));
  if (!packed) return std::optional<StoredPatch>();
  LW_TRY_ASSIGN(StoredPatch patch, unpacked_patch(commit.id, *packed));
  return std::optional<StoredPatch>(std::move(patch));
}

Result<StoredPatch> SqlStore::unpacked_patch(const CommitId& commit, std::string_view packed) {
  StoredPatch patch;
  patch.stored_bytes = packed.size() + kChecksumBytes;
  LW_TRY_ASSIGN(patch.dictionary, decoded(dictionary_of(packed), "patches", {commit}));
  std::shared_ptr<const Dictionary> page;
  if (patch.dictionary) {
    auto found = dictionary(*patch.dictionary);
    if (!found && found.error().code == Code::NotFound) {
      found = corrupt("patches", {commit}, "its dictionary is missing");
    }
    if (!found && found.error().code == Code::Corruption) found.error().rule = kPageDamaged;
    LW_TRY_ASSIGN(page, std::move(found));
  }
  LW_TRY_ASSIGN(patch.bytes, decoded(unpack(packed, page ? page->bytes() : std::string_view()), "patches", {commit}));
  return patch;
}

Result<std::optional<std::string>> SqlStore::find_receipt(const StoredCommit& commit) {
  return unpacked(read([&](SqlSession& session) { return find_attachment(session, Attachment::Receipt, commit); }),
                  "receipts", {commit.id});
}

Result<std::optional<std::string>> SqlStore::find_admission(const StoredCommit& commit) {
  return unpacked(read([&](SqlSession& session) { return find_attachment(session, Attachment::Admission, commit); }),
                  "admissions", {commit.id});
}

Result<std::vector<CommitRecords>> SqlStore::list_records(ContextKey context, CommitCursor after,
                                                          std::uint64_t last_cycle, std::size_t limit) {
  const CommitCursor from{bounded(after.cycle), bounded(after.sequence)};
  LW_TRY_ASSIGN(std::vector<PackedCommit> packed, read([&](SqlSession& session) {
                  return list_packed(session, context, from, bounded(last_cycle), bounded(limit));
                }));
  std::vector<CommitRecords> records;
  records.reserve(packed.size());
  std::size_t bytes = 0;
  for (PackedCommit& each : packed) {
    if (bytes > kMostOfRun) break;
    const CommitId id = each.commit.id;
    CommitRecords& found = records.emplace_back();
    found.commit = std::move(each.commit);
    if (each.receipt) found.receipt_bytes = each.receipt->size() + kChecksumBytes;
    if (each.admission) found.admission_bytes = each.admission->size() + kChecksumBytes;
    const auto unpack_all = [&]() -> Result<void> {
      if (each.patch) {
        LW_TRY_ASSIGN(found.patch, unpacked_patch(id, *each.patch));
      }
      LW_TRY_ASSIGN(found.receipt, unpacked(std::move(each.receipt), "receipts", {id}));
      LW_TRY_ASSIGN(found.admission, unpacked(std::move(each.admission), "admissions", {id}));
      return {};
    };
    if (!unpack_all()) {
      records.pop_back();
      break;
    }
    bytes += size_of(found);
  }
  return records;
}

Result<std::optional<std::string>> SqlStore::find_page(const Blake3Digest& digest) {
  return unpacked(read([&](SqlSession& session) { return store::find_page(session, digest); }), "pages", {digest});
}

Result<std::vector<PageInfo>> SqlStore::list_pages(std::uint64_t after, std::size_t limit) {
  return read([&](SqlSession& session) { return store::list_pages(session, bounded(after), bounded(limit)); });
}

Result<std::optional<PayloadInfo>> SqlStore::find_payload(const Blake3Digest& digest) {
  return read([&](SqlSession& session) { return store::find_payload(session, digest); });
}

Result<std::vector<PayloadInfo>> SqlStore::list_payloads(std::uint64_t after, std::size_t limit) {
  return read([&](SqlSession& session) { return store::list_payloads(session, bounded(after), bounded(limit)); });
}

Result<std::vector<StoredPayload>> SqlStore::list_contents(const Blake3Digest& from, std::size_t limit) {
  return read([&](SqlSession& session) { return store::list_contents(session, from, bounded(limit)); });
}

}  // namespace latewood::store
