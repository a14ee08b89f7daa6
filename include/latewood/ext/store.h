// Where histories are stored: the one extension point. An engine behaves the same on every class that passes the suite
// in tests/store.
//
//   const std::shared_ptr<store::Store> opened = store::open_store("sqlite:latewood.db").value();
//   Repository on_it(opened);
//   for (const store::ContextRecord& record : opened->list_contexts({}, 100).value()) std::cout << record.name << '\n';
//
// Programs use Repository (repository.h) and need this header only to open a store with options or to write one of
// their own. It may change between minor versions.
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

// Receives the next piece of a payload, valid during the call. An error stops the reading and is returned.
using PayloadSink = std::function<Result<void>(std::string_view piece)>;

// The state of a context that counts how often an existing commit got back a collected patch, receipt or admission. A
// store writes it, in decimal, with the batch that has them.
inline constexpr std::string_view kRestored = "restored";

// Payloads with more bytes are stored in chunks of this size. A chunk of an upload has at most as many.
inline constexpr std::size_t kChunkBytes = 256 * 1024;

// One transactional store of bytes, digests and names; it never sees a node.
//
// A commit is one `WriteBatch`, which a store applies as one transaction. Reads are single calls. Lists are read in
// pieces, each continuing after the last item of the piece before, so that no call holds a transaction open while its
// caller works.
//
// Ownership: everything returned is a copy. Threads: every member may be called from any thread. Failures that every
// member can have: Corruption, with table and key, for damaged bytes; Unavailable if the file, the disk or the server
// fails; InvalidArgument for names that are empty, longer than 255 bytes, not UTF-8 or contain NUL, and for numbers
// above 2^63 - 1.
class Store {
 public:
  virtual ~Store() = default;

  // ---- contexts ----

  // E_CONFLICT if the name is taken. `settings` is opaque to the store.
  virtual Result<ContextKey> create_context(std::string_view name, std::string_view settings) = 0;
  virtual Result<std::optional<ContextRecord>> find_context(std::string_view name) = 0;
  virtual Result<std::vector<ContextRecord>> list_contexts(ContextKey after, std::size_t limit) = 0;

  // ---- writing ----

  // Applies all of the batch or nothing; durable when it returns, as far as the mode of the store promises.
  //   E_CONFLICT           a ref is not where a move expects it (the message has both ids), a journal or log has
  //                        grown, or a state, a name or a log entry is not as expected
  //   E_PAYLOAD_PURGED     a payload was purged, and the batch does not restore it
  //   E_CONTEXT_NOT_FOUND  the context does not exist
  //   E_PAYLOAD_ABSENT     a needed payload does not exist
  //   E_PAGE_ABSENT        a needed page or sample page does not exist
  //   E_OUTCOME_UNKNOWN    the connection was lost and the result is unknown: read again before you repeat the batch
  virtual Result<void> write(const WriteBatch& batch) = 0;

  // ---- refs, tags, states, journals, logs ----

  virtual Result<std::optional<Head>> find_ref(ContextKey context, std::string_view branch) = 0;
  virtual Result<std::vector<Ref>> list_refs(ContextKey context) = 0;  // by name
  virtual Result<std::optional<Head>> find_tag(ContextKey context, std::string_view name) = 0;
  virtual Result<std::vector<Tag>> list_tags(ContextKey context) = 0;  // by name
  virtual Result<std::optional<std::string>> find_state(ContextKey context, std::string_view name) = 0;
  virtual Result<std::vector<std::string>> list_states(ContextKey context) = 0;  // names, ascending
  // States of all contexts whose names begin with `prefix`, with their values.
  virtual Result<StateList> find_states(std::string_view prefix) = 0;
  virtual Result<std::vector<Edit>> list_edits(ContextKey context, std::string_view branch) = 0;
  // Names of journals with edits, ascending, whether or not there is such a branch.
  virtual Result<std::vector<std::string>> list_journals(ContextKey context) = 0;
  // The results of `find_ref`, `list_edits` and `find_state` at one moment.
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

  // nullopt: it was collected, or the commit never had one.
  virtual Result<std::optional<StoredPatch>> find_patch(const StoredCommit& commit) = 0;
  virtual Result<std::optional<std::string>> find_receipt(const StoredCommit& commit) = 0;
  virtual Result<std::optional<std::string>> find_admission(const StoredCommit& commit) = 0;

  // A run of commits with all of their records, in the order of `list_commits`, to read a whole history. Ends early
  // before a commit with a damaged record; the single calls return its error.
  virtual Result<std::vector<CommitRecords>> list_records(ContextKey context, CommitCursor after,
                                                          std::uint64_t last_cycle, std::size_t limit) = 0;

  // ---- content ----

  virtual Result<std::optional<std::string>> find_page(const Blake3Digest& digest) = 0;
  virtual Result<std::vector<PageInfo>> list_pages(std::uint64_t after, std::size_t limit) = 0;
  virtual Result<std::optional<PayloadInfo>> find_payload(const Blake3Digest& digest) = 0;
  virtual Result<std::vector<PayloadInfo>> list_payloads(std::uint64_t after, std::size_t limit) = 0;
  // At most `limit` payloads in the order of writing, from that digest on. Leaves out payloads above `kChunkBytes` and
  // purged, damaged or absent ones; `read_payload` returns each of them or its error.
  virtual Result<std::vector<StoredPayload>> list_contents(const Blake3Digest& from, std::size_t limit) = 0;
  // Calls `sink` with the payload in pieces of at most `kChunkBytes`, in order. The sink must not call the store.
  // E_PAYLOAD_ABSENT if it does not exist, E_PAYLOAD_PURGED if it was purged.
  virtual Result<void> read_payload(const Blake3Digest& digest, const PayloadSink& sink) = 0;

  // A payload that arrives in pieces: begin, chunks numbered from 0, finish. It can be read when it is finished. All
  // chunks but the last have exactly `kChunkBytes`; an unfinished upload stays until it is removed.
  virtual Result<std::uint64_t> begin_upload() = 0;
  virtual Result<void> write_chunk(std::uint64_t upload, std::uint64_t number, std::string_view bytes) = 0;
  // If a payload of that digest exists, the upload is dropped.
  virtual Result<void> finish_upload(std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                                     Purged purged) = 0;
  virtual Result<std::vector<std::uint64_t>> list_uploads() = 0;

  // ---- collecting, erasing, maintenance ----

  // Removes records; what does not exist is no error. E_CONFLICT if an expectation of the removal fails; then nothing
  // is removed.
  virtual Result<Removed> remove(const Removal& removal) = 0;
  // Makes removed bytes unrecoverable from the files of the store, as far as docs/durability.md promises. Costs as much
  // time and space as `compact`. Unavailable while another process may still read them.
  virtual Result<void> scrub() = 0;
  // Returns the space of removed records to the file system. Reads and writes the whole store and needs as much free
  // space. Unavailable while another process uses it, Unsupported where the database has a tool of its own.
  virtual Result<void> compact() = 0;
  // Copies the whole store, as it is at one moment, to a new file. Unsupported where the database has a tool of its
  // own.
  virtual Result<void> backup(const std::string& path) = 0;
  // Faults of the structure of the store, one line each; empty if it is sound. Reads everything.
  virtual Result<std::vector<std::string>> check() = 0;
  virtual Result<std::vector<TableSize>> table_sizes() = 0;
};

enum class Access : std::uint8_t { ReadWrite, ReadOnly };
enum class Missing : std::uint8_t { Create, Refuse };
enum class Durability : std::uint8_t {
  Full,    // a write that has returned survives a power cut
  Normal,  // a write that has returned survives the process; a power cut may lose the last writes, newest first
};

struct StoreOptions {
  Access access = Access::ReadWrite;           // default: ReadWrite
  Missing missing = Missing::Create;           // for a file that does not exist; default: Create
  Durability durability = Durability::Full;    // default: Full
  std::uint32_t busy_timeout_ms = 10000;       // how long to wait for other processes, in ms; default: 10,000
  std::uint32_t reconnect_timeout_ms = 10000;  // how long to try to reach a server again, in ms; default: 10,000
  std::uint32_t connections = 4;               // for reading, and on a server also for writing; default: 4
};

// Opens `memory:`, `sqlite:PATH`, a plain path (SQLite), or `postgres://...` in the syntax of libpq. NotFound if there
// is no such file and none may be created, Unsupported for a file of another program or of a newer version,
// E_LIBRARY_ABSENT if libpq cannot be loaded.
Result<std::unique_ptr<Store>> open_store(std::string_view url, const StoreOptions& options = {});

}  // namespace latewood::store
