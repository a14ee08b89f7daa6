// Commits in SQL with their attachments: patch, receipt and admission are columns of the commit's row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/packing.h"
#include "store/sql/session.h"

namespace latewood::store {

// A commit with sealed records. Compression happens before the transaction begins.
struct PreparedCommit {
  CommitId id;
  std::uint64_t cycle = 0;
  std::string value;
  std::string patch;
  std::string receipt;    // empty: none
  std::string admission;  // empty: none
};

// `dictionary` is the page that the commit names; null if it names none.
PreparedCommit prepare_commit(ContextKey context, const NewCommit& commit, const Dictionary* dictionary);

// Inserts the commit. If the context already has it, keeps it and restores its collected records.
Result<void> insert_commit(SqlSession& session, ContextKey context, const PreparedCommit& commit);

Result<std::optional<StoredCommit>> find_commit(SqlSession& session, ContextKey context, const CommitId& id);
Result<std::vector<StoredCommit>> find_commits(SqlSession& session, const CommitId& id);
Result<std::vector<StoredCommit>> list_commits(SqlSession& session, ContextKey context, CommitCursor after,
                                               std::uint64_t last_cycle, std::size_t limit);
Result<std::vector<StoredCommit>> list_all_commits(SqlSession& session, std::uint64_t after, std::size_t limit);
Result<std::uint64_t> last_commit(SqlSession& session);
// E_CONFLICT if that sequence number has another commit or none.
Result<void> expect_anchor(SqlSession& session, const CommitPlace& anchor);

enum class Attachment : std::uint8_t { Patch, Receipt, Admission };

// Returns the packed bytes; nullopt if they were collected or never written. Corruption if they were lost.
Result<std::optional<std::string>> find_attachment(SqlSession& session, Attachment kind, const StoredCommit& commit);

// A commit with its packed attachments.
struct PackedCommit {
  StoredCommit commit;
  std::optional<std::string> patch;
  std::optional<std::string> receipt;
  std::optional<std::string> admission;
};
// Like `list_commits`, but ends before the first commit with a damaged record.
Result<std::vector<PackedCommit>> list_packed(SqlSession& session, ContextKey context, CommitCursor after,
                                              std::uint64_t last_cycle, std::size_t limit);

// Conflict if the patch was collected.
Result<void> need_patch(SqlSession& session, ContextKey context, const CommitId& id);

// Writes a mark in place of the attachment, so that it does not count as lost.
Result<Removed> remove_attachment(SqlSession& session, Attachment kind, std::uint64_t sequence);

}  // namespace latewood::store
