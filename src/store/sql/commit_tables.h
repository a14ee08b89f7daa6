// Commits in SQL, and what hangs on them: patch, receipt and admission are columns of the commit's row.
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

// A commit with its records sealed: compressing happens before the transaction.
struct PreparedCommit {
  CommitId id;
  std::uint64_t cycle = 0;
  std::string value;
  std::string patch;
  std::string receipt;    // empty without one
  std::string admission;  // likewise
};

// `dictionary` is the page that the commit names; nothing if it names none.
PreparedCommit prepare_commit(ContextKey context, const NewCommit& commit, const Dictionary* dictionary);

// A commit that the context has already is kept as it is, and gets back what was collected.
Result<void> insert_commit(SqlSession& session, ContextKey context, const PreparedCommit& commit);

Result<std::optional<StoredCommit>> find_commit(SqlSession& session, ContextKey context, const CommitId& id);
Result<std::vector<StoredCommit>> find_commits(SqlSession& session, const CommitId& id);
Result<std::vector<StoredCommit>> list_commits(SqlSession& session, ContextKey context, CommitCursor after,
                                               std::uint64_t last_cycle, std::size_t limit);
Result<std::vector<StoredCommit>> list_all_commits(SqlSession& session, std::uint64_t after, std::size_t limit);
Result<std::uint64_t> last_commit(SqlSession& session);
// E_CONFLICT if another one stands there, or none.
Result<void> expect_anchor(SqlSession& session, const CommitPlace& anchor);

enum class Attachment : std::uint8_t { Patch, Receipt, Admission };

// The packed bytes; nothing if they were collected or never written. Corruption if they are lost.
Result<std::optional<std::string>> find_attachment(SqlSession& session, Attachment kind, const StoredCommit& commit);

// A commit with its packed attachments.
struct PackedCommit {
  StoredCommit commit;
  std::optional<std::string> patch;
  std::optional<std::string> receipt;
  std::optional<std::string> admission;
};
// As `list_commits`, but ends before the first commit with a damaged record.
Result<std::vector<PackedCommit>> list_packed(SqlSession& session, ContextKey context, CommitCursor after,
                                              std::uint64_t last_cycle, std::size_t limit);

// Conflict if it was collected.
Result<void> need_patch(SqlSession& session, ContextKey context, const CommitId& id);

// Leaves a mark, so that what was collected is not taken for lost.
Result<Removed> remove_attachment(SqlSession& session, Attachment kind, std::uint64_t sequence);

}  // namespace latewood::store
