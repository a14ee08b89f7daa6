#include "store/sql/commit_tables.h"

#include "base/try.h"
#include "latewood/ext/store.h"
#include "store/batch_rules.h"
#include "store/record_seal.h"
#include "store/record_values.h"
#include "store/sql/journal_tables.h"
#include "store/sql/row_order.h"

namespace latewood::store {
namespace {

constexpr std::string_view kCommits = "commits";

// The kind of record, for checksums and messages, and the statements on its column.
struct AttachmentColumn {
  std::string_view kind;
  std::string_view find;
  std::string_view put;
};

const AttachmentColumn& column_of(Attachment attachment) {
  static constexpr AttachmentColumn kPatch = {"patches", "SELECT patch FROM commits WHERE seq = $1",
                                              "UPDATE commits SET patch = $1 WHERE seq = $2"};
  static constexpr AttachmentColumn kReceipt = {"receipts", "SELECT receipt FROM commits WHERE seq = $1",
                                                "UPDATE commits SET receipt = $1 WHERE seq = $2"};
  static constexpr AttachmentColumn kAdmission = {"admissions", "SELECT admission FROM commits WHERE seq = $1",
                                                  "UPDATE commits SET admission = $1 WHERE seq = $2"};
  switch (attachment) {
    case Attachment::Patch: return kPatch;
    case Attachment::Receipt: return kReceipt;
    case Attachment::Admission: break;
  }
  return kAdmission;
}

Result<StoredCommit> read_commit(const SqlRow& row) {
  StoredCommit commit;
  commit.sequence = row.number(0);
  commit.context = static_cast<ContextKey>(row.number(1));
  commit.cycle = row.number(2);
  commit.id = row.id<CommitId>(3);
  LW_TRY_ASSIGN(const std::string_view value,
                unsealed(kCommits, {commit.context, commit.cycle, commit.id}, row.bytes(4)));
  LW_TRY(decoded(decode_commit(value, commit), kCommits, {commit.context, commit.cycle, commit.id}));
  return commit;
}

Result<std::vector<StoredCommit>> read_commits(const SqlResult& result) {
  std::vector<StoredCommit> commits;
  for (const SqlRow& row : result.rows) {
    LW_TRY_ASSIGN(StoredCommit commit, read_commit(row));
    commits.push_back(std::move(commit));
  }
  return commits;
}

// Selects the commits with this id among those with the same first eight bytes. A damaged row may have had the id: it
// is an error only if no sound row has it.
Result<std::vector<StoredCommit>> matching(const SqlResult& result, const CommitId& id,
                                           std::optional<ContextKey> context) {
  std::vector<StoredCommit> found;
  std::optional<Error> damage;
  for (const SqlRow& row : result.rows) {
    auto commit = read_commit(row);
    if (!commit) {
      damage = std::move(commit).error();
    } else if (commit->id == id && (!context || commit->context == *context)) {
      found.push_back(*std::move(commit));
    }
  }
  if (found.empty() && damage) return *damage;
  return found;
}

Result<std::vector<StoredCommit>> find_by_id(SqlSession& session, const CommitId& id,
                                             std::optional<ContextKey> context) {
  const std::string_view prefix(reinterpret_cast<const char*>(id.bytes.data()), 8);
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, context, cycle, id, value FROM commits WHERE substr(id, 1, 8) = $1 "
                            "ORDER BY seq",
                            {SqlParam::bytes(prefix)}));
  return matching(result, id, context);
}

// The value in place of a collected attachment. An attachment without any value was lost.
constexpr std::string_view kCollected = "\x04";

Result<void> attach(SqlSession& session, Attachment kind, std::uint64_t sequence, const std::string& value) {
  LW_TRY(session.run(column_of(kind).put, {SqlParam::bytes(value), sequence}));
  return {};
}

bool was_written(Attachment kind, const StoredCommit& commit) {
  switch (kind) {
    case Attachment::Patch: return true;
    case Attachment::Receipt: return commit.has_receipt;
    case Attachment::Admission: break;
  }
  return commit.has_admission;
}

// Returns nullopt if the attachment was collected or never written.
Result<std::optional<std::string>> read_attachment(Attachment kind, const StoredCommit& commit,
                                                   std::string_view stored) {
  if (!was_written(kind, commit)) return std::optional<std::string>();
  LW_TRY_ASSIGN(const std::string_view value, unsealed(column_of(kind).kind, {commit.id}, stored));
  if (value == kCollected) return std::optional<std::string>();
  return std::optional<std::string>(value);
}

Result<PackedCommit> read_packed(const SqlRow& row) {
  PackedCommit packed;
  LW_TRY_ASSIGN(packed.commit, read_commit(row));
  LW_TRY_ASSIGN(packed.patch, read_attachment(Attachment::Patch, packed.commit, row.bytes(5)));
  LW_TRY_ASSIGN(packed.receipt, read_attachment(Attachment::Receipt, packed.commit, row.bytes(6)));
  LW_TRY_ASSIGN(packed.admission, read_attachment(Attachment::Admission, packed.commit, row.bytes(7)));
  return packed;
}

// Restores the collected records of a commit: note, patch, receipt and admission are replaced together, because the
// trail stored with the patch covers all of them.
Result<void> replace(SqlSession& session, std::uint64_t sequence, const PreparedCommit& again) {
  LW_TRY(session.run("UPDATE commits SET value = $1, patch = $2, receipt = $3, admission = $4 WHERE seq = $5",
                     {SqlParam::bytes(again.value), SqlParam::bytes(again.patch), SqlParam::bytes(again.receipt),
                      SqlParam::bytes(again.admission), sequence}));
  return {};
}

// Counts restored commits, because a restored commit keeps its old sequence number: a search by sequence numbers does
// not find it.
Result<void> note_restored(SqlSession& session, ContextKey context) {
  LW_TRY_ASSIGN(const auto known, find_state(session, context, kRestored));
  return change_state(session, context, {std::string(kRestored), restored_once_more(known)});
}

// Restores the collected records of a stored commit.
Result<void> restore(SqlSession& session, const StoredCommit& commit, const PreparedCommit& again) {
  LW_TRY_ASSIGN(const auto patch, find_attachment(session, Attachment::Patch, commit));
  LW_TRY_ASSIGN(const auto receipt, find_attachment(session, Attachment::Receipt, commit));
  // The commit is kept by a state and has its receipt. The new record has none, and the receipt must not be lost.
  const bool would_lose = receipt && again.receipt.empty();
  if (!patch && would_lose) return {};
  if (!patch) {
    LW_TRY(note_restored(session, commit.context));
    return replace(session, commit.sequence, again);
  }
  const std::pair<Attachment, const std::string&> attachments[] = {{Attachment::Receipt, again.receipt},
                                                                   {Attachment::Admission, again.admission}};
  for (const auto& [kind, value] : attachments) {
    if (!was_written(kind, commit) || value.empty()) continue;
    LW_TRY_ASSIGN(const auto kept, find_attachment(session, kind, commit));
    if (kept) continue;
    LW_TRY(note_restored(session, commit.context));
    LW_TRY(attach(session, kind, commit.sequence, value));
  }
  return {};
}

// Returns true if the context already has the commit. Uses its own statement for the same reason as payloads do
// (payload_table.cc). The plus makes SQLite search the few commits with the same prefix, not all of the context.
Result<bool> is_known(SqlSession& session, ContextKey context, const CommitId& id) {
  if (!session.writes_alone()) return false;
  LW_TRY_ASSIGN(const SqlResult found, session.run("SELECT 1 FROM commits WHERE substr(id, 1, 8) = substr($1, 1, 8) "
                                                   "AND id = $1 AND +context = $2",
                                                   {id, context}));
  return !found.rows.empty();
}

// Inserts the row. Returns false if the context already has the commit.
Result<bool> add_commit_row(SqlSession& session, ContextKey context, const PreparedCommit& commit) {
  LW_TRY_ASSIGN(const bool known, is_known(session, context, commit.id));
  if (known) return false;
  LW_TRY_ASSIGN(
      const SqlResult added,
      session.run("INSERT INTO commits (context, cycle, id, value, patch, receipt, admission) "
                  "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                  {context, commit.cycle, commit.id, SqlParam::bytes(commit.value), SqlParam::bytes(commit.patch),
                   SqlParam::bytes(commit.receipt), SqlParam::bytes(commit.admission)}));
  return added.changed == 1;
}

// Returns the empty string if there are no bytes.
std::string sealed_attachment(Attachment kind, const CommitId& id, const std::optional<std::string>& bytes) {
  return bytes ? sealed(column_of(kind).kind, {id}, pack(*bytes, Content::Records)) : std::string();
}

}  // namespace

PreparedCommit prepare_commit(ContextKey context, const NewCommit& commit, const Dictionary* dictionary) {
  PreparedCommit prepared;
  prepared.id = commit.id;
  prepared.cycle = commit.cycle;
  prepared.value = sealed(kCommits, {context, commit.cycle, commit.id}, encode_commit(commit));
  prepared.patch =
      sealed(column_of(Attachment::Patch).kind, {commit.id},
             dictionary != nullptr ? pack_against(commit.patch, *dictionary) : pack(commit.patch, Content::Records));
  prepared.receipt = sealed_attachment(Attachment::Receipt, commit.id, commit.receipt);
  prepared.admission = sealed_attachment(Attachment::Admission, commit.id, commit.admission);
  return prepared;
}

Result<void> insert_commit(SqlSession& session, ContextKey context, const PreparedCommit& commit) {
  LW_TRY_ASSIGN(const bool is_new, add_commit_row(session, context, commit));
  if (is_new) return {};
  LW_TRY_ASSIGN(const auto found, find_commit(session, context, commit.id));
  if (!found) return corrupt(kCommits, {context, commit.cycle, commit.id}, "the commit is neither new nor found");
  return restore(session, *found, commit);
}

Result<std::optional<StoredCommit>> find_commit(SqlSession& session, ContextKey context, const CommitId& id) {
  LW_TRY_ASSIGN(std::vector<StoredCommit> found, find_by_id(session, id, context));
  if (found.empty()) return std::optional<StoredCommit>();
  return std::optional<StoredCommit>(std::move(found.front()));
}

Result<std::vector<StoredCommit>> find_commits(SqlSession& session, const CommitId& id) {
  return find_by_id(session, id, std::nullopt);
}

Result<std::vector<StoredCommit>> list_commits(SqlSession& session, ContextKey context, CommitCursor after,
                                               std::uint64_t last_cycle, std::size_t limit) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, context, cycle, id, value FROM commits "
                            "WHERE context = $1 AND cycle >= $2 AND cycle <= $3 AND (cycle > $2 OR seq > $4) "
                            "ORDER BY cycle, seq LIMIT $5",
                            {context, after.cycle, last_cycle, after.sequence, std::uint64_t{limit}}));
  LW_TRY(expect_ascending(result, after));
  return read_commits(result);
}

Result<std::vector<StoredCommit>> list_all_commits(SqlSession& session, std::uint64_t after, std::size_t limit) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, context, cycle, id, value FROM commits WHERE seq > $1 ORDER BY seq LIMIT $2",
                            {after, std::uint64_t{limit}}));
  LW_TRY(expect_ascending(kCommits, result, 0, after));
  return read_commits(result);
}

Result<void> expect_anchor(SqlSession& session, const CommitPlace& anchor) {
  LW_TRY_ASSIGN(const SqlResult found, session.run("SELECT id FROM commits WHERE seq = $1", {anchor.sequence}));
  const bool is_there = !found.rows.empty() && found.rows.front().id<CommitId>(0) == anchor.id;
  return is_there ? Result<void>() : Result<void>(anchor_gone(anchor));
}

Result<std::uint64_t> last_commit(SqlSession& session) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT coalesce(max(seq), 0) FROM commits"));
  return result.rows.empty() ? 0 : result.rows.front().number(0);
}

Result<std::optional<std::string>> find_attachment(SqlSession& session, Attachment kind, const StoredCommit& commit) {
  if (!was_written(kind, commit)) return std::optional<std::string>();
  const AttachmentColumn& column = column_of(kind);
  LW_TRY_ASSIGN(const SqlResult result, session.run(column.find, {commit.sequence}));
  if (result.rows.empty()) return corrupt(column.kind, {commit.id}, "the record is missing");
  return read_attachment(kind, commit, result.rows.front().bytes(0));
}

Result<std::vector<PackedCommit>> list_packed(SqlSession& session, ContextKey context, CommitCursor after,
                                              std::uint64_t last_cycle, std::size_t limit) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, context, cycle, id, value, patch, receipt, admission FROM commits "
                            "WHERE context = $1 AND cycle >= $2 AND cycle <= $3 AND (cycle > $2 OR seq > $4) "
                            "ORDER BY cycle, seq LIMIT $5",
                            {context, after.cycle, last_cycle, after.sequence, std::uint64_t{limit}}));
  std::vector<PackedCommit> commits;
  const std::size_t ascending = count_ascending(result, after);
  commits.reserve(ascending);
  for (std::size_t at = 0; at < ascending; ++at) {
    auto commit = read_packed(result.rows[at]);
    if (!commit) break;
    commits.push_back(*std::move(commit));
  }
  return commits;
}

Result<void> need_patch(SqlSession& session, ContextKey context, const CommitId& id) {
  LW_TRY_ASSIGN(const auto commit, find_commit(session, context, id));
  if (!commit) return collected_patch(id);
  LW_TRY_ASSIGN(const auto patch, find_attachment(session, Attachment::Patch, *commit));
  return patch ? Result<void>() : Result<void>(collected_patch(id));
}

Result<Removed> remove_attachment(SqlSession& session, Attachment kind, std::uint64_t sequence) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, context, cycle, id, value FROM commits WHERE seq = $1", {sequence}));
  LW_TRY_ASSIGN(const auto commits, read_commits(result));
  if (commits.empty()) return Removed{};
  LW_TRY_ASSIGN(const auto kept, find_attachment(session, kind, commits.front()));
  if (!kept) return Removed{};
  const std::string mark = sealed(column_of(kind).kind, {commits.front().id}, std::string(kCollected));
  LW_TRY(attach(session, kind, sequence, mark));
  return Removed{1, kept->size() + kChecksumBytes};
}

}  // namespace latewood::store
