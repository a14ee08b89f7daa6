// Where histories are kept. The one extension point for storage: an engine works the same on
// every class that passes the suite in tests/store.
//
// All writes of a commit are one `WriteBatch`, which a store applies as one transaction. Reads
// are single calls; lists come in pieces that go on behind the last item of the piece before, so
// no call holds a transaction open while its caller works.
//
// Every member may be called from any thread. Failures, besides those a member names:
// `Corruption` with table and key if stored bytes are wrong, `Unavailable` if the file, the
// disk or the server is, `InvalidArgument` for names that are empty, longer than 255 bytes,
// not UTF-8 or contain NUL, and for numbers above 2^63 - 1.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// Takes the next piece of a payload. An error ends the reading and is passed on.
using PayloadSink = std::function<Result<void>(std::string_view piece)>;

// The state of a context that counts how often a commit which was there got back a patch that had been collected, or
// a receipt or an admission. Every store writes it, in decimal, with the batch that brought them.
inline constexpr std::string_view kRestored = "restored";

// Payloads above this many bytes are kept in pieces of it. A chunk of an upload has at most as many.
inline constexpr std::size_t kChunkBytes = 256 * 1024;

class Store {
 public:
  virtual ~Store() = default;

  // ---- contexts ----

  // Conflict (E_CONFLICT) if the name is taken.
  virtual Result<ContextKey> create_context(std::string_view name, std::string_view settings) = 0;
  virtual Result<std::optional<ContextRecord>> find_context(std::string_view name) = 0;
  virtual Result<std::vector<ContextRecord>> list_contexts(ContextKey after, std::size_t limit) = 0;

  // ---- writing ----

  // All of the batch or nothing; durable when it returns, as far as the store's mode promises.
  // Conflict (E_CONFLICT) if a ref is not where a move expects it, naming both ids, if a
  // journal or log has grown, and if a state, a name or an entry of a log is not what is expected. Conflict
  // (E_PAYLOAD_PURGED) for a payload that was purged. NotFound if the context, a needed payload (E_PAYLOAD_ABSENT), or
  // a needed page or dictionary (E_PAGE_ABSENT) is absent. Unavailable (E_OUTCOME_UNKNOWN) if the connection was lost
  // and what became of the batch cannot be told: it moved no ref, or nobody can be asked. Read
  // again before repeating it.
  virtual Result<void> write(const WriteBatch& batch) = 0;

  // ---- refs, tags, states, journals, logs ----

  virtual Result<std::optional<Head>> find_ref(ContextKey context, std::string_view branch) = 0;
  virtual Result<std::vector<Ref>> list_refs(ContextKey context) = 0;  // by name
  virtual Result<std::optional<Head>> find_tag(ContextKey context, std::string_view name) = 0;
  virtual Result<std::vector<Tag>> list_tags(ContextKey context) = 0;  // by name
  virtual Result<std::optional<std::string>> find_state(ContextKey context, std::string_view name) = 0;
  virtual Result<std::vector<std::string>> list_states(ContextKey context) = 0;  // names, ascending
  // Those of all contexts whose names begin so, with their values.
  virtual Result<StateList> find_states(std::string_view prefix) = 0;
  virtual Result<std::vector<Edit>> list_edits(ContextKey context, std::string_view branch) = 0;
  // Names that a journal with edits is kept under, ascending, whether or not there is such a branch.
  virtual Result<std::vector<std::string>> list_journals(ContextKey context) = 0;
  // What `find_ref`, `list_edits` and `find_state` find, all of it at the same moment.
  virtual Result<BranchRecord> find_branch(ContextKey context, std::string_view branch,
                                           const std::vector<std::string>& states) = 0;
  virtual Result<std::vector<LogEntry>> list_log(ContextKey context, Log log, std::uint64_t after,
                                                 std::size_t limit) = 0;
  virtual Result<std::uint64_t> last_in_log(ContextKey context, Log log) = 0;  // 0 if it is empty

  // ---- commits ----

  virtual Result<std::optional<StoredCommit>> find_commit(ContextKey context, const CommitId& id) = 0;
  // Every context that has the commit.
  virtual Result<std::vector<StoredCommit>> find_commits(const CommitId& id) = 0;
  // Commits of all branches up to `last_cycle`, by cycle, then sequence.
  virtual Result<std::vector<StoredCommit>> list_commits(ContextKey context, CommitCursor after,
                                                         std::uint64_t last_cycle, std::size_t limit) = 0;
  // Commits of all contexts, by sequence.
  virtual Result<std::vector<StoredCommit>> list_all_commits(std::uint64_t after, std::size_t limit) = 0;
  // The newest sequence, 0 without commits. Every commit that is not visible yet gets a higher one.
  virtual Result<std::uint64_t> last_commit() = 0;

  // Nothing if it was collected.
  virtual Result<std::optional<StoredPatch>> find_patch(const StoredCommit& commit) = 0;
  virtual Result<std::optional<std::string>> find_receipt(const StoredCommit& commit) = 0;
  virtual Result<std::optional<std::string>> find_admission(const StoredCommit& commit) = 0;

  // A run of commits with all of their records, in the order of `list_commits`, for whoever reads a whole
  // history. It ends early before a commit with a damaged record, whose error the calls above tell.
  virtual Result<std::vector<CommitRecords>> list_records(ContextKey context, CommitCursor after,
                                                          std::uint64_t last_cycle, std::size_t limit) = 0;

  // ---- content ----

  virtual Result<std::optional<std::string>> find_page(const Blake3Digest& digest) = 0;
  virtual Result<std::vector<PageInfo>> list_pages(std::uint64_t after, std::size_t limit) = 0;
  virtual Result<std::optional<PayloadInfo>> find_payload(const Blake3Digest& digest) = 0;
  virtual Result<std::vector<PayloadInfo>> list_payloads(std::uint64_t after, std::size_t limit) = 0;
  // The payload of that digest and those written after it, `limit` at most, for whoever reads contents in the
  // order of writing. Leaves out what one record does not hold: those above `kChunkBytes`, purged, damaged or
  // absent ones; `read_payload` tells about each.
  virtual Result<std::vector<StoredPayload>> list_contents(const Blake3Digest& from, std::size_t limit) = 0;
  // Gives the content to `sink` in pieces of at most `kChunkBytes`, in order. NotFound
  // (E_PAYLOAD_ABSENT) if it is absent, Conflict (E_PAYLOAD_PURGED) if it was purged. The sink must not call the store.
  virtual Result<void> read_payload(const Blake3Digest& digest, const PayloadSink& sink) = 0;

  // A payload that arrives in pieces: begin, chunks numbered from 0, finish. Nobody sees it before
  // it is finished. All chunks but the last have exactly `kChunkBytes`; an upload that was
  // not finished stays until it is removed. `PayloadWriter` does all this.
  virtual Result<std::uint64_t> begin_upload() = 0;
  virtual Result<void> write_chunk(std::uint64_t upload, std::uint64_t number, std::string_view bytes) = 0;
  // If the digest is present already, the upload is dropped.
  virtual Result<void> finish_upload(std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                                     Purged purged) = 0;
  virtual Result<std::vector<std::uint64_t>> list_uploads() = 0;

  // ---- collecting, erasing, looking after ----

  virtual Result<Removed> remove(const Removal& removal) = 0;
  // Makes removed bytes unrecoverable from the store's own files, as far as docs/durability.md says. Takes as much time
  // and space as `compact`. Unavailable while others may still read them.
  virtual Result<void> scrub() = 0;
  // Gives the space of removed records back to the file system, if others let it; reads and writes
  // all of the store, and takes as much space again meanwhile. Unavailable while others use what would
  // have to move, Unsupported where the database has its own tool for that.
  virtual Result<void> compact() = 0;
  // Copies the whole store, as it is at one moment, to a new file. Unsupported where the
  // database has its own tool for that.
  virtual Result<void> backup(const std::string& path) = 0;
  // What is wrong with the store's structure, one line each; nothing if it is sound. Reads everything.
  virtual Result<std::vector<std::string>> check() = 0;
  virtual Result<std::vector<TableSize>> table_sizes() = 0;
};

enum class Access : std::uint8_t { ReadWrite, ReadOnly };
enum class Missing : std::uint8_t { Create, Refuse };
enum class Durability : std::uint8_t {
  Full,    // a write that returned survives a power cut
  Normal,  // it survives the process; a power cut may take the last ones, in order
};

struct StoreOptions {
  Access access = Access::ReadWrite;           // default: ReadWrite
  Missing missing = Missing::Create;           // for a file that does not exist; default: Create
  Durability durability = Durability::Full;    // default: Full
  std::uint32_t busy_timeout_ms = 10000;       // how long to wait for other processes; default 10,000 ms
  std::uint32_t reconnect_timeout_ms = 10000;  // how long to try to reach a server again; default 10,000 ms
  std::uint32_t connections = 4;               // for reading, and on a server also for writing; default 4
};

// `memory:`, `sqlite:PATH`, a plain path, or `postgres://...` in libpq's syntax. NotFound if there is no such file
// and none may be made, Unsupported for a file of another program or of a newer version.
Result<std::unique_ptr<Store>> open_store(std::string_view url, const StoreOptions& options = {});

}  // namespace latewood::store
