// What a store holds: bytes, digests and refs, never nodes. Plain values that the engine fills
// in and a store writes down; docs/format/store.md has their stored form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/digest.h"

namespace latewood::store {

// A context within one store. Keys are never used twice.
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

// Moves a ref from where the writer saw it. `expected` is nothing for a branch that must not
// exist yet, `next` nothing for one that goes away. With equal sides the move only makes sure
// that nobody else moved the ref.
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

// Sets a tag, or removes it if there is no `head`. One that names another commit stays: E_CONFLICT.
struct TagChange {
  std::string name;
  std::optional<Head> head;
};

// ---- commits ----

// Kept beside the header and outside every digest.
using latewood::CommitNote;

struct NewCommit {
  CommitId id;
  std::uint64_t cycle = 0;
  std::string header;
  CommitNote note;
  std::string patch;
  // A stored page that resembles the patch, to compress it against. The page must stay as long
  // as the patch does.
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
  bool has_receipt = false;  // was written with one, which may have been collected since
  bool has_admission = false;
};

struct StoredPatch {
  std::string bytes;
  std::optional<Blake3Digest> dictionary;
  std::uint64_t stored_bytes = 0;  // what its record takes
};

// A commit together with what was written with it; nothing for what was collected or never written.
struct CommitRecords {
  StoredCommit commit;
  std::optional<StoredPatch> patch;
  std::optional<std::string> receipt;
  std::optional<std::string> admission;
  std::uint64_t receipt_bytes = 0;  // what its record takes, and
  std::uint64_t admission_bytes = 0;
};

// Goes on after the commit named by both members; from the start by default.
struct CommitCursor {
  std::uint64_t cycle = 0;
  std::uint64_t sequence = 0;
};

// ---- content ----

enum class PayloadState : std::uint8_t {
  Present,
  Purged,  // erased on purpose; its digest and size stay on record
};

struct PayloadInfo {
  std::uint64_t sequence = 0;  // ascending in the order of writing
  Blake3Digest digest;
  PayloadState state = PayloadState::Present;
  std::uint64_t size = 0;          // of the content, uncompressed; stays after a purge
  std::uint64_t stored_bytes = 0;  // of its records, chunks included
};

struct PageInfo {
  std::uint64_t sequence = 0;
  Blake3Digest digest;
  std::uint64_t stored_bytes = 0;
};

// Content by its digest. The digest is the caller's; a store compares it and never computes it.
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

// What to do with a payload that was purged before.
enum class Purged : std::uint8_t { Refuse, Restore };

// ---- journals and logs ----

struct Edit {
  std::uint64_t number = 0;
  std::string value;
  friend bool operator==(const Edit&, const Edit&) = default;
};

// Appends to the journal of a branch. `after` is the number of the last edit the writer saw, 0
// for an empty journal; edits get the numbers that follow.
struct EditAppend {
  std::string branch;
  std::uint64_t after = 0;
  std::vector<std::string> values;
};

// Empties the journal of a branch, of which `last` is the last edit the writer saw.
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
  std::optional<std::string> old = {};  // what stands there; nothing: the number must be free
};

// What a log must be for a batch to be written.
struct LogExpectation {
  Log log = Log::Attempts;
  std::uint64_t last = 0;         // the highest number; 0 if it is empty
  std::vector<LogEntry> entries;  // some of them
};

// A small value by name, such as the state of a hasher or the branch in use. No `value` removes it.
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

// What a state must be for a batch to be written; no `value`: it must not be there.
struct StateExpectation {
  std::string name;
  std::optional<std::string> value;
  friend bool operator==(const StateExpectation&, const StateExpectation&) = default;
};

// A branch as it is at one moment: its head, its journal, and the states that were asked for.
struct BranchRecord {
  std::optional<Head> head;
  std::vector<Edit> edits;
  std::vector<std::optional<std::string>> states;
};

// ---- writing ----

// What a batch must survive when the write returns.
enum class Flush : std::uint8_t {
  Now,    // what the store's mode promises
  Later,  // the end of the process; a power cut may take it, but nothing that was written before it
};

// One transaction: all of it or nothing. The fields are applied in the order they have here.
struct WriteBatch {
  ContextKey context{};
  Flush flush = Flush::Now;
  std::vector<StateExpectation> expected_states;  // for what has no ref of its own to be compared
  std::vector<LogExpectation> expected_logs;      // likewise
  std::optional<Names> expected_names;            // of the context; nothing: whatever they are
  std::vector<RefMove> refs;
  std::vector<EditsTaken> edits_taken;
  std::vector<EditAppend> edits;
  std::vector<Blake3Digest> needs;         // payloads that must be present, such as uploaded ones
  std::vector<Blob> payloads;              // stored unless present already
  Purged purged = Purged::Refuse;          // for `payloads`
  std::vector<Blake3Digest> tombstones;    // payloads purged where they come from: purged here too, unless known
  std::vector<Blake3Digest> needed_pages;  // pages that must be present already
  std::vector<CommitId> needed_patches;    // of commits of the context; if one was collected, Conflict
  std::vector<Blob> pages;                 // stored unless present already
  std::vector<NewCommit> commits;  // parents first; one that the context has is kept, and what was collected comes back
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

// What a state of any context must be for something to be removed.
struct ContextState {
  ContextKey context{};
  StateExpectation state;
  friend bool operator==(const ContextState&, const ContextState&) = default;
};

// All states of all contexts whose names begin so, by context and name.
struct StateList {
  std::string prefix;
  std::vector<ContextState> states;
};

// The same of its branches and tags.
struct ContextNames {
  ContextKey context{};
  Names names;
};

// A commit and where it stands. Sequences may be given again once the newest are gone with their context.
struct CommitPlace {
  std::uint64_t sequence = 0;
  CommitId id;
};

// What to delete. Naming something that is not there is no error, so a run that was cut short
// can be repeated.
struct Removal {
  // The newest commit that the caller took into account (`Store::last_commit`). If another one is
  // the newest now, nothing is removed and the error is a Conflict.
  std::optional<std::uint64_t> last_commit;
  std::optional<CommitPlace> anchor;          // must be there still; otherwise likewise
  std::vector<ContextState> expected_states;  // if one is otherwise, nothing is removed and the error is a Conflict
  std::vector<ContextNames> expected_names;   // likewise
  std::vector<StateList> expected_lists;      // likewise
  std::vector<std::uint64_t> patches;         // by the sequence of their commit
  std::vector<std::uint64_t> receipts;        // likewise
  std::vector<std::uint64_t> admissions;      // likewise
  std::vector<Blake3Digest> pages;
  std::vector<Blake3Digest> payloads;  // without a trace; one that was purged stays on record
  std::vector<Blake3Digest> purges;    // payloads of which digest and size stay on record
  std::vector<LogRange> logs;
  std::vector<std::uint64_t> uploads;  // that were begun and never finished
  std::vector<ContextKey> contexts;    // with their commits; if they have more, Conflict and nothing is removed
};

struct Removed {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // of the removed records
  friend bool operator==(const Removed&, const Removed&) = default;
};

struct TableSize {
  std::string table;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // of keys that are not numbers, and values
};

}  // namespace latewood::store
