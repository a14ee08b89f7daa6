// Checks that every store makes before it reads its own records, and errors that all stores share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/ext/store_names.h"
#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// Chunks per payload: 2^20 of 256 KiB are 256 GiB.
inline constexpr std::uint64_t kMostChunks = std::uint64_t{1} << 20;

// Accepts 1 to 255 bytes of UTF-8 without NUL, which every backend can store as text. `what` is the noun for the
// message.
Result<void> check_name(std::string_view what, std::string_view name);

// Accepts at most 2^63 - 1, the largest integer of SQL.
Result<void> check_number(std::string_view what, std::uint64_t number);

// Accepts at most `kChunkBytes` bytes, and a number below 2^20, the largest number of chunks of a payload.
Result<void> check_chunk(std::uint64_t number, std::string_view bytes);

Result<void> check_batch(const WriteBatch& batch);

// The end of a conflict's message if the caller read a branch that another process has changed since.
inline constexpr std::string_view kChangedMeanwhile = "; another process changed it meanwhile: try again";

// E_CONFLICT, with the expected head of the ref and the one found.
Error ref_conflict(std::string_view branch, const std::optional<CommitId>& expected,
                   const std::optional<CommitId>& found);
Error edits_conflict(std::string_view branch, std::uint64_t expected, std::uint64_t found);
Error state_conflict(const StateExpectation& expected, const std::optional<std::string>& found);
Error log_conflict(Log log, std::uint64_t number);
Error names_changed();
Error states_changed(std::string_view prefix);
Error log_changed(Log log, std::uint64_t number);
Error purged_payload(const Blake3Digest& digest);
Error collected_patch(const CommitId& commit);
// E_PAYLOAD_ABSENT, for a payload that a batch or a reader needs.
Error absent_payload(const Blake3Digest& digest);
// E_PAGE_ABSENT, for a page that a batch needs or that is the dictionary of a patch.
Error absent_page(const Blake3Digest& digest);
Error absent_upload(std::uint64_t upload);
// E_CONTEXT_NOT_FOUND: the context was removed after the caller read its key.
Error absent_context(ContextKey context);
// E_CONFLICT: the context has more than unused commits.
Error context_in_use(ContextKey context);
Error chunks_missing(std::uint64_t upload, std::uint64_t found, std::uint64_t size);
// The value of `kRestored` after one more restored commit; `known` is the value before.
std::string restored_once_more(const std::optional<std::string>& known);
Error anchor_gone(const CommitPlace& anchor);
Error newer_commits(std::uint64_t expected, std::uint64_t found);

// "attempts" or "events", which are also the names of the tables.
std::string_view name_of(Log log);

// E_CONFLICT: the tag names another commit.
Error taken_tag(std::string_view name, const std::optional<Head>& known);

}  // namespace latewood::store
