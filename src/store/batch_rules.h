// What every store refuses before it looks at its own records, and the errors all of them share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

// Chunks per payload: 2^20 of 256 KiB are 256 GiB.
inline constexpr std::uint64_t kMostChunks = std::uint64_t{1} << 20;

// 1 to 255 bytes of UTF-8 without NUL: what every backend can keep as text. `what` is the noun
// for the message.
Result<void> check_name(std::string_view what, std::string_view name);

// At most 2^63 - 1, the largest integer of SQL.
Result<void> check_number(std::string_view what, std::uint64_t number);

// At most `kChunkBytes`, and one of the 2^20 chunks that fit a payload.
Result<void> check_chunk(std::uint64_t number, std::string_view bytes);

Result<void> check_batch(const WriteBatch& batch);

// The end of a conflict's message if the caller read a branch that another process has changed since.
inline constexpr std::string_view kChangedMeanwhile = "; another process changed it meanwhile: try again";

// E_CONFLICT, naming where the ref is and where it should be.
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
// E_PAYLOAD_ABSENT: of a payload that the batch needs, or that somebody reads.
Error absent_payload(const Blake3Digest& digest);
// E_PAGE_ABSENT: of a page that the batch needs, or that a patch is compressed against.
Error absent_page(const Blake3Digest& digest);
Error absent_upload(std::uint64_t upload);
// E_CONTEXT_NOT_FOUND: somebody removed it since the caller learned its key.
Error absent_context(ContextKey context);
// E_CONFLICT: there is more in it than commits that nobody uses.
Error context_in_use(ContextKey context);
Error chunks_missing(std::uint64_t upload, std::uint64_t found, std::uint64_t size);
// What `kRestored` is after one more; `known` is what it was.
std::string restored_once_more(const std::optional<std::string>& known);
Error anchor_gone(const CommitPlace& anchor);
Error newer_commits(std::uint64_t expected, std::uint64_t found);

// "attempts", "events": also the names of the tables.
std::string_view name_of(Log log);

// E_CONFLICT: the tag names another commit.
Error taken_tag(std::string_view name, const std::optional<Head>& known);

}  // namespace latewood::store
