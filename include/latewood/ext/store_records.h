// The records of a store: bytes, digests and names, never nodes. Plain values that own their members; the engine fills
// them in and a store writes them down. docs/format/store.md has their stored form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/digest.h"

namespace latewood::store {

// A context within one store. A key is never used for another context.
enum class ContextKey : std::uint64_t {};

struct ContextRecord {
  ContextKey key{};
  std::string name;
  std::string settings;  // the engine's; opaque here
};

// ---- refs ----

struct Head {
  CommitId id;
  std::uint64_t cycle = 0;
  friend bool operator==(const Head&, const Head&) = default;
};

// The head of a branch. A branch without a commit has no ref.
struct Ref {
  std::string branch;
  Head head;
  friend bool operator==(const Ref&, const Ref&) = default;
};

// Moves a ref from where its writer read it. No `expected`: the branch must not exist. No `next`: the branch is
// removed. With equal sides it only checks that the ref is still there.
struct RefMove {
  std::string branch;
  std::optional<CommitId> expected;
  std::optional<Head> next;
};

struct Tag {
  std::string name;
  Head head;
  friend bool operator==(const Tag&, const Tag&) = default;
};

// Sets a tag, or removes it if there is no `head`. E_CONFLICT if it names another commit.
struct TagChange {
  std::string name;
  std::optional<Head> head;
};

// ---- commits ----

// Stored beside the header; no digest covers it.
using latewood::CommitNote;

struct NewCommit {
  CommitId id;
  std::uint64_t cycle = 0;
  std::string header;
  CommitNote note;
  std::string patch;
  // The sample page: a stored page that resembles the patch, against which a store may compress it. The page must stay
  // as long as the patch.
  std::optional<Blake3Digest> dictionary;
  std::optional<std::string> receipt;
  std::optional<std::string> admission;
};

struct StoredCommit {
  // Ascending in the order of writing, with gaps, over all contexts.
  std::uint64_t sequence = 0;
  ContextKey context{};
  CommitId id;
  std::uint64_t cycle = 0;
  std::string header;
  CommitNote note;
  bool has_receipt = false;  // written with a receipt, which may have been collected since
  bool has_admission = false;
};

struct StoredPatch {
  std::string bytes;
  std::optional<Blake3Digest> dictionary;  // the sample page, without which the patch cannot be read
  std::uint64_t stored_bytes = 0;          // the size of its record
};

// A commit with the records written beside it; nullopt for those that were collected or never written.
struct CommitRecords {
  StoredCommit commit;
  std::optional<StoredPatch> patch;
  std::optional<std::string> receipt;
  std::optional<std::string> admission;
  std::uint64_t receipt_bytes = 0;    // the size of its record
  std::uint64_t admission_bytes = 0;  // the size of its record
};

// Continue after the commit that both members name; default: at the start.
struct CommitCursor {
  std::uint64_t cycle = 0;
  std::uint64_t sequence = 0;
};

// ---- content ----

enum class PayloadState : std::uint8_t {
  Present,
  Purged,  // erased by `purge`; digest and size stay
};

struct PayloadInfo {
  std::uint64_t sequence = 0;  // ascending in the order of writing
  Blake3Digest digest;
  PayloadState state = PayloadState::Present;
  std::uint64_t size = 0;          // bytes of the payload, uncompressed; stays after a purge
  std::uint64_t stored_bytes = 0;  // size of its records, chunks included
};

struct PageInfo {
  std::uint64_t sequence = 0;
  Blake3Digest digest;
  std::uint64_t stored_bytes = 0;
};

// Bytes by their digest. The caller computes the digest; a store only compares it.
struct Blob {
  Blake3Digest digest;
  std::string bytes;
};

// A payload in the order of writing.
struct StoredPayload {
  std::uint64_t sequence = 0;
  Blake3Digest digest;
  std::string bytes;
};

// Treatment of a payload that was purged before.
enum class Purged : std::uint8_t { Refuse, Restore };

// ---- journals and logs ----

struct Edit {
  std::uint64_t number = 0;
  std::string value;
  friend bool operator==(const Edit&, const Edit&) = default;
};

// Appends to the journal of a branch. `after` is the number of the last edit that the writer read, 0 for an empty
// journal; the new edits get the numbers after it.
struct EditAppend {
  std::string branch;
  std::uint64_t after = 0;
  std::vector<std::string> values;
};

// Empties the journal of a branch; `last` is the last edit that the writer read.
struct EditsTaken {
  std::string branch;
  std::uint64_t last = 0;
};

enum class Log : std::uint8_t { Attempts, Events };

struct LogEntry {
  std::uint64_t number = 0;
  std::string value;
  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

struct LogWrite {
  Log log = Log::Attempts;
  LogEntry entry;
  std::optional<std::string> old = {};  // the value to replace; default: none, the number must be free
};

// A condition on a log: a batch is written only if it holds.
struct LogExpectation {
  Log log = Log::Attempts;
  std::uint64_t last = 0;         // the highest number; 0 if it is empty
  std::vector<LogEntry> entries;  // some of them
};

// A small value by name, such as the state of a hasher or the current branch. No `value`: remove it.
struct StateChange {
  std::string name;
  std::optional<std::string> value;
};

// All branches and tags of a context, by name.
struct Names {
  std::vector<Ref> refs;
  std::vector<Tag> tags;
  friend bool operator==(const Names&, const Names&) = default;
};

// A condition on a state: a batch is written only if it holds. No `value`: it must not exist.
struct StateExpectation {
  std::string name;
  std::optional<std::string> value;
  friend bool operator==(const StateExpectation&, const StateExpectation&) = default;
};

// A branch at one moment: its head, its journal, and the states that were asked for.
struct BranchRecord {
  std::optional<Head> head;
  std::vector<Edit> edits;
  std::vector<std::optional<std::string>> states;
};

// ---- writing ----

// The event that a batch must survive when the write returns.
enum class Flush : std::uint8_t {
  Now,    // everything that the mode of the store promises
  Later,  // the end of the process; a power cut may lose it, but nothing that was written before it
};

// One transaction: all of it or nothing. The members are applied in this order.
struct WriteBatch {
  ContextKey context{};
  Flush flush = Flush::Now;
  std::vector<StateExpectation> expected_states;  // for what has no ref to be compared
  std::vector<LogExpectation> expected_logs;      // for the same
  std::optional<Names> expected_names;            // names of the context; nullopt: any
  std::vector<RefMove> refs;
  std::vector<EditsTaken> edits_taken;
  std::vector<EditAppend> edits;
  std::vector<Blake3Digest> needs;         // payloads that must exist, such as uploaded ones
  std::vector<Blob> payloads;              // stored unless they exist
  Purged purged = Purged::Refuse;          // for `payloads`; default: Refuse
  std::vector<Blake3Digest> tombstones;    // payloads to note as purged, unless the store has the payload
  std::vector<Blake3Digest> needed_pages;  // pages that must exist
  std::vector<CommitId> needed_patches;    // commits of the context that have one; Conflict if it was collected
  std::vector<Blob> pages;                 // stored unless they exist
  std::vector<NewCommit> commits;          // parents first; of an existing one, stores again what was collected
  std::vector<TagChange> tags;
  std::vector<StateChange> states;
  std::vector<LogWrite> logs;
};

// ---- collecting and erasing ----

struct LogRange {
  ContextKey context{};
  Log log = Log::Events;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// A condition on a state of a context: nothing is removed unless it holds.
struct ContextState {
  ContextKey context{};
  StateExpectation state;
  friend bool operator==(const ContextState&, const ContextState&) = default;
};

// All states of all contexts whose names begin with `prefix`, by context and name.
struct StateList {
  std::string prefix;
  std::vector<ContextState> states;
};

// The same of its branches and tags.
struct ContextNames {
  ContextKey context{};
  Names names;
};

// A commit with its sequence. A sequence may be used again after the newest commits were removed with their context.
struct CommitPlace {
  std::uint64_t sequence = 0;
  CommitId id;
};

// Records to remove. A missing record is no error, so a run that was interrupted can be repeated.
struct Removal {
  // The newest commit that the caller considered (`Store::last_commit`). Conflict if there is a newer one.
  std::optional<std::uint64_t> last_commit;
  std::optional<CommitPlace> anchor;          // a commit that must exist; Conflict if it does not
  std::vector<ContextState> expected_states;  // Conflict if one differs
  std::vector<ContextNames> expected_names;   // Conflict if one differs
  std::vector<StateList> expected_lists;      // Conflict if one differs
  std::vector<std::uint64_t> patches;         // by the sequence of their commit
  std::vector<std::uint64_t> receipts;        // by the sequence of their commit
  std::vector<std::uint64_t> admissions;      // by the sequence of their commit
  std::vector<Blake3Digest> pages;
  std::vector<Blake3Digest> payloads;  // completely; a purged one keeps its digest and size
  std::vector<Blake3Digest> purges;    // payloads to purge: digest and size stay
  std::vector<LogRange> logs;
  std::vector<std::uint64_t> uploads;  // unfinished ones
  std::vector<ContextKey> contexts;    // with their commits; Conflict if they have anything else
};

struct Removed {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // size of the removed records
  friend bool operator==(const Removed&, const Removed&) = default;
};

struct TableSize {
  std::string table;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // size of values, and of keys that are not numbers
};

}  // namespace latewood::store
