#include "store/sql/commit_tables.h"

#include "base/try.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/record_values.h"

namespace latewood::store {
namespace {

constexpr std::string_view kCommits = "commits";

struct AttachmentStatements {
  std::string_view table;
  std::string_view find;
  std::string_view put;
};

const AttachmentStatements& statements_of(Attachment kind) {
  static constexpr AttachmentStatements kPatches = {
      "patches", "SELECT value FROM patches WHERE seq = $1",
      "INSERT INTO patches (seq, value) VALUES ($1, $2) ON CONFLICT (seq) DO UPDATE SET value = excluded.value"};
  static constexpr AttachmentStatements kReceipts = {
      "receipts", "SELECT value FROM receipts WHERE seq = $1",
      "INSERT INTO receipts (seq, value) VALUES ($1, $2) ON CONFLICT (seq) DO UPDATE SET value = excluded.value"};
  static constexpr AttachmentStatements kAdmissions = {
      "admissions", "SELECT value FROM admissions WHERE seq = $1",
      "INSERT INTO admissions (seq, value) VALUES ($1, $2) ON CONFLICT (seq) DO UPDATE SET value = excluded.value"};
  switch (kind) {
    case Attachment::Patch: return kPatches;
    case Attachment::Receipt: return kReceipts;
    case Attachment::Admission: break;
  }
  return kAdmissions;
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

Result<std::vector<StoredCommit>> read_commits(const Result<SqlResult>& result) {
  if (!result) return result.error();
  std::vector<StoredCommit> commits;
  for (const SqlRow& row : result->rows) {
    LW_TRY_ASSIGN(StoredCommit commit, read_commit(row));
    commits.push_back(std::move(commit));
  }
  return commits;
}

// Of the commits with the same first eight bytes, those with this id. A row that is damaged may
// have been the one; it counts only if no sound one is found.
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

// What stands in the place of an attachment that was collected: a record that is simply missing was lost.
constexpr std::string_view kCollected = "\x04";

Result<void> attach(SqlSession& session, Attachment kind, std::uint64_t sequence,
                    const std::optional<std::string>& value) {
  if (!value) return {};
  LW_TRY(session.run(statements_of(kind).put, {sequence, SqlParam::bytes(*value)}));
  return {};
}

Result<void> attach_all(SqlSession& session, std::uint64_t sequence, const PreparedCommit& commit) {
  LW_TRY(attach(session, Attachment::Patch, sequence, commit.patch));
  LW_TRY(attach(session, Attachment::Receipt, sequence, commit.receipt));
  return attach(session, Attachment::Admission, sequence, commit.admission);
}

bool was_written(Attachment kind, const StoredCommit& commit) {
  switch (kind) {
    case Attachment::Patch: return true;
    case Attachment::Receipt: return commit.has_receipt;
    case Attachment::Admission: break;
  }
  return commit.has_admission;
}

// Puts back what was collected of a commit that is there.
Result<void> restore(SqlSession& session, const StoredCommit& commit, const PreparedCommit& again) {
  const std::pair<Attachment, const std::optional<std::string>&> attachments[] = {
      {Attachment::Patch, again.patch}, {Attachment::Receipt, again.receipt}, {Attachment::Admission, again.admission}};
  for (const auto& [kind, value] : attachments) {
    if (!was_written(kind, commit)) continue;
    LW_TRY_ASSIGN(const auto kept, find_attachment(session, kind, commit));
    if (!kept) LW_TRY(attach(session, kind, commit.sequence, value));
  }
  return {};
}

std::optional<std::string> sealed_attachment(Attachment kind, const CommitId& id,
                                             const std::optional<std::string>& bytes) {
  if (!bytes) return std::nullopt;
  return sealed(statements_of(kind).table, {id}, pack(*bytes));
}

}  // namespace

PreparedCommit prepare_commit(ContextKey context, const NewCommit& commit, std::string_view dictionary) {
  PreparedCommit prepared;
  prepared.id = commit.id;
  prepared.cycle = commit.cycle;
  prepared.value = sealed(kCommits, {context, commit.cycle, commit.id}, encode_commit(commit));
  if (commit.dictionary) {
    const Dictionary page{*commit.dictionary, dictionary};
    prepared.patch = sealed("patches", {commit.id}, pack(commit.patch, &page));
  } else {
    prepared.patch = sealed("patches", {commit.id}, pack(commit.patch));
  }
  prepared.receipt = sealed_attachment(Attachment::Receipt, commit.id, commit.receipt);
  prepared.admission = sealed_attachment(Attachment::Admission, commit.id, commit.admission);
  return prepared;
}

Result<void> insert_commit(SqlSession& session, ContextKey context, const PreparedCommit& commit) {
  LW_TRY_ASSIGN(auto found, find_commit(session, context, commit.id));
  if (!found) {
    LW_TRY_ASSIGN(const SqlResult added,
                  session.run("INSERT INTO commits (context, cycle, id, value) VALUES ($1, $2, $3, $4) "
                              "ON CONFLICT DO NOTHING RETURNING seq",
                              {context, commit.cycle, commit.id, SqlParam::bytes(commit.value)}));
    if (!added.rows.empty()) return attach_all(session, added.rows.front().number(0), commit);
    // Another branch of the context got the same commit at the same moment.
    LW_TRY_ASSIGN(found, find_commit(session, context, commit.id));
  }
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
  return read_commits(
      session.run("SELECT seq, context, cycle, id, value FROM commits "
                  "WHERE context = $1 AND cycle >= $2 AND cycle <= $3 AND (cycle > $2 OR seq > $4) "
                  "ORDER BY cycle, seq LIMIT $5",
                  {context, after.cycle, last_cycle, after.sequence, std::uint64_t{limit}}));
}

Result<std::vector<StoredCommit>> list_all_commits(SqlSession& session, std::uint64_t after, std::size_t limit) {
  return read_commits(
      session.run("SELECT seq, context, cycle, id, value FROM commits WHERE seq > $1 ORDER BY seq LIMIT $2",
                  {after, std::uint64_t{limit}}));
}

Result<std::uint64_t> last_commit(SqlSession& session) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT coalesce(max(seq), 0) FROM commits"));
  return result.rows.empty() ? 0 : result.rows.front().number(0);
}

Result<std::optional<std::string>> find_attachment(SqlSession& session, Attachment kind, const StoredCommit& commit) {
  if (!was_written(kind, commit)) return std::optional<std::string>();
  const AttachmentStatements& statements = statements_of(kind);
  LW_TRY_ASSIGN(const SqlResult result, session.run(statements.find, {commit.sequence}));
  if (result.rows.empty()) return corrupt(statements.table, {commit.id}, "the record is missing");
  LW_TRY_ASSIGN(const std::string_view value, unsealed(statements.table, {commit.id}, result.rows.front().bytes(0)));
  if (value == kCollected) return std::optional<std::string>();
  return std::optional<std::string>(value);
}

Result<Removed> remove_attachment(SqlSession& session, Attachment kind, std::uint64_t sequence) {
  LW_TRY_ASSIGN(
      const auto commits,
      read_commits(session.run("SELECT seq, context, cycle, id, value FROM commits WHERE seq = $1", {sequence})));
  if (commits.empty()) return Removed{};
  LW_TRY_ASSIGN(const auto kept, find_attachment(session, kind, commits.front()));
  if (!kept) return Removed{};
  const std::string mark = sealed(statements_of(kind).table, {commits.front().id}, std::string(kCollected));
  LW_TRY(attach(session, kind, sequence, mark));
  return Removed{1, kept->size() + kChecksumBytes};
}

}  // namespace latewood::store
