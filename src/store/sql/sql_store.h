// A store in an SQL database. The statements are in the *_tables files, the transactions in commit_queue and
// write_group; this class connects them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/ext/store.h"
#include "latewood/ext/store_changes.h"
#include "latewood/ext/store_names.h"
#include "store/packing.h"
#include "store/sql/commit_queue.h"
#include "store/sql/driver.h"
#include "store/sql/session_pool.h"

namespace latewood::store {

struct SqlLimits {
  std::size_t readers = 4;
  std::size_t writers = 1;
  Access access = Access::ReadWrite;
};

class SqlStore final : public Store, public RenamesContexts, public TellsChanges {
 public:
  SqlStore(std::unique_ptr<SqlDriver> driver, SqlLimits limits);

  Result<ContextKey> create_context(std::string_view name, std::string_view settings) override;
  Result<void> rename_context(ContextKey context, std::string_view name) override;
  Result<std::optional<ContextRecord>> find_context(std::string_view name) override;
  Result<std::vector<ContextRecord>> list_contexts(ContextKey after, std::size_t limit) override;

  Result<void> write(const WriteBatch& batch) override;

  Result<std::optional<Head>> find_ref(ContextKey context, std::string_view branch) override;
  Result<std::vector<Ref>> list_refs(ContextKey context) override;
  Result<std::optional<Head>> find_tag(ContextKey context, std::string_view name) override;
  Result<std::vector<Tag>> list_tags(ContextKey context) override;
  Result<std::optional<std::string>> find_state(ContextKey context, std::string_view name) override;
  Result<std::vector<std::string>> list_states(ContextKey context) override;
  Result<StateList> find_states(std::string_view prefix) override;
  Result<std::vector<Edit>> list_edits(ContextKey context, std::string_view branch) override;
  Result<std::vector<std::string>> list_journals(ContextKey context) override;
  Result<BranchRecord> find_branch(ContextKey context, std::string_view branch,
                                   const std::vector<std::string>& states) override;
  Result<std::string> change_mark() override;
  Result<BranchTip> find_tip(ContextKey context, std::string_view branch,
                             const std::vector<std::string>& states) override;
  Result<std::vector<LogEntry>> list_log(ContextKey context, Log log, std::uint64_t after, std::size_t limit) override;
  Result<std::uint64_t> last_in_log(ContextKey context, Log log) override;

  Result<std::optional<StoredCommit>> find_commit(ContextKey context, const CommitId& id) override;
  Result<std::vector<StoredCommit>> find_commits(const CommitId& id) override;
  Result<std::vector<StoredCommit>> list_commits(ContextKey context, CommitCursor after, std::uint64_t last_cycle,
                                                 std::size_t limit) override;
  Result<std::vector<StoredCommit>> list_all_commits(std::uint64_t after, std::size_t limit) override;
  Result<std::uint64_t> last_commit() override;
  Result<std::optional<StoredPatch>> find_patch(const StoredCommit& commit) override;
  Result<std::optional<std::string>> find_receipt(const StoredCommit& commit) override;
  Result<std::optional<std::string>> find_admission(const StoredCommit& commit) override;

  Result<std::vector<CommitRecords>> list_records(ContextKey context, CommitCursor after, std::uint64_t last_cycle,
                                                  std::size_t limit) override;

  Result<std::optional<std::string>> find_page(const Blake3Digest& digest) override;
  Result<std::vector<PageInfo>> list_pages(std::uint64_t after, std::size_t limit) override;
  Result<std::optional<PayloadInfo>> find_payload(const Blake3Digest& digest) override;
  Result<std::vector<PayloadInfo>> list_payloads(std::uint64_t after, std::size_t limit) override;
  Result<std::vector<StoredPayload>> list_contents(const Blake3Digest& from, std::size_t limit) override;
  Result<void> read_payload(const Blake3Digest& digest, const PayloadSink& sink) override;
  Result<std::uint64_t> begin_upload() override;
  Result<void> write_chunk(std::uint64_t upload, std::uint64_t number, std::string_view bytes) override;
  Result<void> finish_upload(std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                             Purged purged) override;
  Result<std::vector<std::uint64_t>> list_uploads() override;

  Result<Removed> remove(const Removal& removal) override;
  Result<void> scrub() override;
  Result<void> compact() override;
  Result<void> backup(const std::string& path) override { return driver_->backup(path); }
  Result<std::vector<std::string>> check() override;
  Result<std::vector<TableSize>> table_sizes() override;

  // The numbers of jobs and transactions so far.
  CommitQueue::Counts write_counts() const { return queue_.counts(); }

 private:
  // Runs a read, again if the connection was lost: a read changes nothing.
  template <class Read>
  auto read(Read function) -> decltype(function(std::declval<SqlSession&>())) {
    LW_TRY_ASSIGN(const SessionPool::Lease session, readers_.take());
    auto result = function(*session);
    if (result || session->state() != SessionState::Lost) return result;
    LW_TRY(session->reconnect());
    return function(*session);
  }
  Result<void> run(WriteJob job);
  void close_idle_sessions();
  Result<StoredPatch> unpacked_patch(const CommitId& commit, std::string_view packed);
  // The dictionary made of this page, cached.
  Result<std::shared_ptr<const Dictionary>> dictionary(const Blake3Digest& digest);

  std::unique_ptr<SqlDriver> driver_;
  Access access_;
  SessionPool readers_;
  CommitQueue queue_;
  // Sees the writes of every other session, and has none of its own.
  std::mutex watcher_mutex_;
  std::unique_ptr<SqlSession> watcher_;
  std::uint64_t watchers_ = 0;  // so far: two sessions may count alike
  std::mutex dictionaries_mutex_;
  // The last few used dictionaries: a context needs the same one for many commits.
  std::vector<std::shared_ptr<const Dictionary>> dictionaries_;
};

}  // namespace latewood::store
