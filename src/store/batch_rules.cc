#include "store/batch_rules.h"

#include <cstdlib>

#include <limits>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "canon/utf8.h"
#include "latewood/ext/store.h"
#include "store/record_values.h"

namespace latewood::store {
namespace {

constexpr std::size_t kLongestName = 255;
// Lengths of headers and notes are stored in 32 bits.
constexpr std::size_t kLongestText = std::numeric_limits<std::uint32_t>::max();

bool is_text(std::string_view name) {
  while (!name.empty()) {
    const Utf8Char next = decode_utf8(name);
    if (next.length == 0 || next.code == 0) return false;
    name.remove_prefix(next.length);
  }
  return true;
}

std::string print(const std::optional<CommitId>& id) { return id ? id->hex() : "no commit"; }

Result<void> check_commit(const NewCommit& commit) {
  LW_TRY(check_number("cycle", commit.cycle));
  for (const std::string* text : {&commit.header, &commit.note.actor, &commit.note.message}) {
    if (text->size() > kLongestText) {
      return Error{Code::InvalidArgument, "a text of " + std::to_string(text->size()) + " bytes is too long", {}, {}};
    }
  }
  return {};
}

Result<void> check_refs(const WriteBatch& batch) {
  for (const RefMove& move : batch.refs) {
    LW_TRY(check_name("branch", move.branch));
    if (move.next) LW_TRY(check_number("cycle", move.next->cycle));
  }
  for (const TagChange& change : batch.tags) {
    LW_TRY(check_name("tag", change.name));
    if (change.head) LW_TRY(check_number("cycle", change.head->cycle));
  }
  return {};
}

Result<void> check_journals(const WriteBatch& batch) {
  for (const StateExpectation& expected : batch.expected_states) LW_TRY(check_name("state", expected.name));
  for (const LogExpectation& expected : batch.expected_logs) LW_TRY(check_number(name_of(expected.log), expected.last));
  for (const EditsTaken& taken : batch.edits_taken) LW_TRY(check_name("branch", taken.branch));
  for (const EditAppend& append : batch.edits) {
    LW_TRY(check_name("branch", append.branch));
    LW_TRY(check_number("edit", append.after));
    LW_TRY(check_number("edit", append.after + append.values.size()));
  }
  for (const StateChange& change : batch.states) LW_TRY(check_name("state", change.name));
  for (const LogWrite& write : batch.logs) LW_TRY(check_number(name_of(write.log), write.entry.number));
  return {};
}

}  // namespace

Result<void> check_name(std::string_view what, std::string_view name) {
  const std::string noun(what);
  if (name.empty()) return Error{Code::InvalidArgument, "the name of a " + noun + " is empty", {}, {}};
  if (name.size() > kLongestName) {
    const std::string length = std::to_string(name.size());
    return Error{Code::InvalidArgument, "the name of a " + noun + " has " + length + " bytes; 255 fit", {}, {}};
  }
  if (!is_text(name)) {
    return Error{Code::InvalidArgument, "the name of a " + noun + " is not UTF-8 without NUL", {}, {}};
  }
  return {};
}

Result<void> check_number(std::string_view what, std::uint64_t number) {
  if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return {};
  return Error{Code::InvalidArgument, std::string(what) + " " + std::to_string(number) + " is above 2^63 - 1", {}, {}};
}

Result<void> check_chunk(std::uint64_t number, std::string_view bytes) {
  if (bytes.size() > kChunkBytes) {
    return Error{Code::InvalidArgument, "a chunk of " + std::to_string(bytes.size()) + " bytes is too long", {}, {}};
  }
  if (number < kMostChunks) return {};
  return Error{Code::InvalidArgument, "chunk " + std::to_string(number) + " is past the 2^20 that fit", {}, {}};
}

namespace {

bool has_only_states(const WriteBatch& batch) {
  return batch.expected_logs.empty() && !batch.expected_names && batch.refs.empty() && batch.edits_taken.empty() &&
         batch.edits.empty() && batch.needs.empty() && batch.payloads.empty() && batch.tombstones.empty() &&
         batch.needed_pages.empty() && batch.needed_patches.empty() && batch.pages.empty() && batch.commits.empty() &&
         batch.tags.empty() && batch.logs.empty();
}

}  // namespace

Result<void> check_batch(const WriteBatch& batch) {
  if (batch.context == kWholeStore && !has_only_states(batch)) {
    return Error{Code::InvalidArgument, "a batch for the whole store has states only", {}, {}};
  }
  LW_TRY(check_refs(batch));
  LW_TRY(check_journals(batch));
  for (const NewCommit& commit : batch.commits) LW_TRY(check_commit(commit));
  return {};
}

Error ref_conflict(std::string_view branch, const std::optional<CommitId>& expected,
                   const std::optional<CommitId>& found) {
  return broken(kConflict,
                "branch " + std::string(branch) + " is at " + print(found) + ", not at " + print(expected) +
                    std::string(kChangedMeanwhile),
                Code::Conflict);
}

Error edits_conflict(std::string_view branch, std::uint64_t expected, std::uint64_t found) {
  return broken(kConflict,
                "the journal of branch " + std::string(branch) + " ends with edit " + std::to_string(found) +
                    ", not with " + std::to_string(expected) + std::string(kChangedMeanwhile),
                Code::Conflict);
}

Error state_conflict(const StateExpectation& expected, const std::optional<std::string>& found) {
  const auto print_state = [](const std::optional<std::string>& value) {
    return value ? "'" + *value + "'" : "absent";
  };
  return broken(kConflict,
                "state " + expected.name + " is " + print_state(found) + ", not " + print_state(expected.value),
                Code::Conflict);
}

Error log_conflict(Log log, std::uint64_t number) {
  return broken(kConflict, "number " + std::to_string(number) + " of " + std::string(name_of(log)) + " is taken",
                Code::Conflict);
}

Error names_changed() { return broken(kConflict, "a branch or a tag was made, moved or deleted", Code::Conflict); }

std::string restored_once_more(const std::optional<std::string>& known) {
  const std::uint64_t times = known ? std::strtoull(known->c_str(), nullptr, 10) : 0;
  return std::to_string(times + 1);
}

Error anchor_gone(const CommitPlace& anchor) {
  return broken(kConflict, "commit " + anchor.id.hex() + " is gone", Code::Conflict);
}

Error states_changed(std::string_view prefix) {
  return broken(kConflict, "states that begin with " + std::string(prefix) + " were changed by others", Code::Conflict);
}

Error log_changed(Log log, std::uint64_t number) {
  return broken(kConflict,
                "number " + std::to_string(number) + " of " + std::string(name_of(log)) + " was changed by others",
                Code::Conflict);
}

Error purged_payload(const Blake3Digest& digest) {
  return broken(kPayloadPurged, "payload " + digest.hex() + " was purged", Code::Conflict);
}

Error absent_payload(const Blake3Digest& digest) {
  return broken(kPayloadAbsent, "there is no payload " + digest.hex(), Code::NotFound);
}

Error collected_patch(const CommitId& commit) {
  return broken(kConflict, "the patch of commit " + commit.hex() + " was collected", Code::Conflict);
}

Error absent_page(const Blake3Digest& digest) {
  return broken(kPageAbsent, "there is no page " + digest.hex(), Code::NotFound);
}

Error absent_upload(std::uint64_t upload) {
  return {Code::NotFound, "there is no upload " + std::to_string(upload), {}, {}};
}

Error absent_context(ContextKey context) {
  const std::string key = std::to_string(static_cast<std::uint64_t>(context));
  return broken(kContextNotFound, "there is no context with key " + key + " any more", Code::NotFound);
}

Error context_in_use(ContextKey context) {
  const std::string key = std::to_string(static_cast<std::uint64_t>(context));
  return broken(kConflict, "the context with key " + key + " is in use", Code::Conflict);
}

Error chunks_missing(std::uint64_t upload, std::uint64_t found, std::uint64_t size) {
  return {Code::InvalidArgument,
          "upload " + std::to_string(upload) + " has " + std::to_string(found) + " chunks, not the " +
              std::to_string(chunks_of(size)) + " of " + std::to_string(size) + " bytes",
          {},
          {}};
}

Error newer_commits(std::uint64_t expected, std::uint64_t found) {
  return broken(kConflict,
                "the newest commit has sequence " + std::to_string(found) + ", not " + std::to_string(expected),
                Code::Conflict);
}

std::string_view name_of(Log log) { return log == Log::Attempts ? "attempts" : "events"; }

Error taken_tag(std::string_view name, const std::optional<Head>& known) {
  const std::string what = known ? known->id.hex() : "another commit";
  return broken(kConflict, "tag " + std::string(name) + " names " + what, Code::Conflict);
}

}  // namespace latewood::store
