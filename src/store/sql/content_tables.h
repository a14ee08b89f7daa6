// Payloads and pages in SQL: content by digest, each stored once.
//
// A payload above `kChunkBytes` has its content in the table `chunks`, in the rows numbered
// 2^20 times its row id and up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

// Content that is packed and sealed as far as possible before the transaction.
struct PreparedBlob {
  Blake3Digest digest;
  std::string value;
  std::vector<std::string> chunks;  // packed; sealed in the transaction, which gives their row numbers
};

PreparedBlob prepare_payload(const Blob& blob);
PreparedBlob prepare_page(const Blob& blob);

// Stores the payload unless the store has an intact copy. Replaces a damaged copy.
Result<void> insert_payload(SqlSession& session, const PreparedBlob& blob, Purged purged);
Result<void> insert_page(SqlSession& session, const PreparedBlob& blob);

// Stores the digest as purged, unless the store already has a record of it.
Result<void> insert_tombstone(SqlSession& session, const Blake3Digest& digest);

// NotFound if the payload is missing, E_PAYLOAD_PURGED if it was purged.
Result<void> need_payload(SqlSession& session, const Blake3Digest& digest);
// E_PAGE_ABSENT if the page is missing. Does not read the page, because every commit calls this.
Result<void> need_page(SqlSession& session, const Blake3Digest& digest);

Result<std::optional<PayloadInfo>> find_payload(SqlSession& session, const Blake3Digest& digest);
Result<std::vector<PayloadInfo>> list_payloads(SqlSession& session, std::uint64_t after, std::size_t limit);
// Lists the payload with this digest and the payloads written after it. Leaves out damaged, purged and chunked ones.
Result<std::vector<StoredPayload>> list_contents(SqlSession& session, const Blake3Digest& from, std::size_t limit);
Result<void> read_payload(SqlSession& session, const Blake3Digest& digest, const PayloadSink& sink);
// Returns the packed bytes.
Result<std::optional<std::string>> find_page(SqlSession& session, const Blake3Digest& digest);
Result<std::vector<PageInfo>> list_pages(SqlSession& session, std::uint64_t after, std::size_t limit);

Result<std::uint64_t> begin_upload(SqlSession& session);
Result<void> write_chunk(SqlSession& session, std::uint64_t upload, std::uint64_t number, std::string_view packed);
Result<void> finish_upload(SqlSession& session, std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                           Purged purged);
Result<std::vector<std::uint64_t>> list_uploads(SqlSession& session);

Result<Removed> remove_payload(SqlSession& session, const Blake3Digest& digest);
Result<Removed> purge_payload(SqlSession& session, const Blake3Digest& digest);
Result<Removed> remove_page(SqlSession& session, const Blake3Digest& digest);
Result<Removed> remove_upload(SqlSession& session, std::uint64_t upload);

}  // namespace latewood::store
