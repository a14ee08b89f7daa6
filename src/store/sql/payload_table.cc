#include <algorithm>

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/record_values.h"
#include "store/sql/content_tables.h"
#include "store/sql/digest_row.h"
#include "store/sql/payload_chunks.h"
#include "store/sql/row_order.h"

namespace latewood::store {
namespace {

constexpr std::string_view kPayloads = "payloads";
constexpr std::string_view kPayloadByDigest = "SELECT seq, digest, value FROM payloads WHERE substr(digest, 1, 8) = $1";

std::string payload_value(const Blake3Digest& digest, const PayloadValue& value) {
  return sealed(kPayloads, {digest}, encode_payload(value));
}

Result<PayloadValue> read_value(const Blake3Digest& digest, const DigestRow& row) {
  return decoded(decode_payload(row.value), kPayloads, {digest});
}

Result<PayloadInfo> describe(SqlSession& session, const Blake3Digest& digest, const DigestRow& row) {
  LW_TRY_ASSIGN(const PayloadValue value, read_value(digest, row));
  PayloadInfo info{row.sequence, digest, PayloadState::Present, value.size, row.stored_bytes};
  if (value.form == PayloadForm::Packed) {
    LW_TRY_ASSIGN(info.size, decoded(unpacked_size(value.packed), kPayloads, {digest}));
  } else if (value.form == PayloadForm::Chunked) {
    LW_TRY_ASSIGN(const std::uint64_t chunks, bytes_of_chunks(session, row.sequence));
    info.stored_bytes += chunks;
  } else {
    info.state = PayloadState::Purged;
  }
  return info;
}

// Returns true if the row is intact and not purged. An error if the payload was purged and may not be stored again.
Result<bool> is_good(const Blake3Digest& digest, const DigestRow& row, Purged purged) {
  if (row.damaged) return false;
  LW_TRY_ASSIGN(const PayloadValue value, read_value(digest, row));
  if (value.form != PayloadForm::Purged) return true;
  if (purged == Purged::Refuse) return purged_payload(digest);
  return false;
}

// Like `is_good`, but also reads all chunks of a chunked payload.
Result<bool> is_whole(SqlSession& session, const Blake3Digest& digest, const DigestRow& row, Purged purged) {
  LW_TRY_ASSIGN(const bool good, is_good(digest, row, purged));
  if (!good) return false;
  LW_TRY_ASSIGN(const PayloadValue value, read_value(digest, row));
  if (value.form != PayloadForm::Chunked) return true;
  const auto given = give_chunks(session, row.sequence, value, [](std::string_view) -> Result<void> { return {}; });
  if (!given && given.error().code == Code::Corruption) return false;
  LW_TRY(given);
  return true;
}

// Returns true if the store already has the content. If other transactions may write at the same time, returns false,
// and the unique index decides at the insertion. Uses its own statement: SQLite copies inserted rows to a temporary
// table if the same statement also reads the table.
Result<bool> is_known(SqlSession& session, const Blake3Digest& digest) {
  if (!session.writes_alone()) return false;
  LW_TRY_ASSIGN(
      const SqlResult found,
      session.run("SELECT 1 FROM payloads WHERE substr(digest, 1, 8) = substr($1, 1, 8) AND digest = $1", {digest}));
  return !found.rows.empty();
}

// Inserts the row. Returns false if the store already has the content.
Result<bool> add_row(SqlSession& session, const PreparedBlob& blob) {
  LW_TRY_ASSIGN(const bool known, is_known(session, blob.digest));
  if (known) return false;
  LW_TRY_ASSIGN(const SqlResult added,
                session.run("INSERT INTO payloads (digest, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                            {blob.digest, SqlParam::bytes(blob.value)}));
  return added.changed == 1;
}

// Replaces a damaged or purged row by good content. Returns false if the row was intact.
Result<bool> mend_row(SqlSession& session, const PreparedBlob& blob, const DigestRow& row, Purged purged) {
  LW_TRY_ASSIGN(const bool good, is_whole(session, blob.digest, row, purged));
  if (good) return false;
  LW_TRY(session.run("UPDATE payloads SET value = $1 WHERE seq = $2", {SqlParam::bytes(blob.value), row.sequence}));
  LW_TRY(delete_chunks(session, row.sequence));
  return true;
}

Result<void> give(SqlSession& session, const Blake3Digest& digest, const DigestRow& row, const PayloadSink& sink) {
  LW_TRY_ASSIGN(const PayloadValue value, read_value(digest, row));
  switch (value.form) {
    case PayloadForm::Packed: {
      LW_TRY_ASSIGN(const std::string bytes, decoded(unpack_chunk(value.packed), kPayloads, {digest}));
      return sink(bytes);
    }
    case PayloadForm::Chunked: return give_chunks(session, row.sequence, value, sink);
    case PayloadForm::Purged: return purged_payload(digest);
    case PayloadForm::Uploading:
    case PayloadForm::GivenUp: break;
  }
  return corrupt(kPayloads, {digest}, "an upload has a digest");
}

}  // namespace

PreparedBlob prepare_payload(const Blob& blob) {
  PreparedBlob prepared{blob.digest, {}, {}};
  if (blob.bytes.size() <= kChunkBytes) {
    prepared.value = payload_value(blob.digest, {PayloadForm::Packed, pack(blob.bytes), 0, 0});
    return prepared;
  }
  const std::string_view bytes = blob.bytes;
  prepared.value = payload_value(blob.digest, {PayloadForm::Chunked, {}, bytes.size(), chunks_of(bytes.size())});
  for (std::size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    prepared.chunks.push_back(pack(bytes.substr(at, kChunkBytes)));
  }
  return prepared;
}

Result<void> insert_payload(SqlSession& session, const PreparedBlob& blob, Purged purged) {
  LW_TRY_ASSIGN(const bool is_new, add_row(session, blob));
  if (is_new && blob.chunks.empty()) return {};
  LW_TRY_ASSIGN(const auto row, find_row(session, kPayloadByDigest, kPayloads, blob.digest));
  if (!row) return corrupt(kPayloads, {blob.digest}, "the payload is neither new nor found");
  if (!is_new) {
    LW_TRY_ASSIGN(const bool mended, mend_row(session, blob, *row, purged));
    if (!mended) return {};
  }
  std::uint64_t number = 0;
  for (const std::string& chunk : blob.chunks) LW_TRY(put_chunk(session, row->sequence, number++, chunk));
  return {};
}

Result<void> insert_tombstone(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY(add_row(session, {digest, payload_value(digest, {PayloadForm::Purged, {}, 0, 0}), {}}));
  return {};
}

Result<void> need_payload(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(const auto row, find_sound_row(session, kPayloadByDigest, kPayloads, digest));
  if (!row) return absent_payload(digest);
  LW_TRY(is_good(digest, *row, Purged::Refuse));
  return {};
}

Result<std::optional<PayloadInfo>> find_payload(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(const auto row, find_sound_row(session, kPayloadByDigest, kPayloads, digest));
  if (!row) return std::optional<PayloadInfo>();
  LW_TRY_ASSIGN(const PayloadInfo info, describe(session, digest, *row));
  return std::optional<PayloadInfo>(info);
}

Result<std::vector<PayloadInfo>> list_payloads(SqlSession& session, std::uint64_t after, std::size_t limit) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, digest, value FROM payloads WHERE seq > $1 AND digest IS NOT NULL "
                            "ORDER BY seq LIMIT $2",
                            {after, std::uint64_t{limit}}));
  LW_TRY(expect_ascending(kPayloads, result, 0, after));
  std::vector<PayloadInfo> payloads;
  for (const SqlRow& row : result.rows) {
    const auto digest = row.id<Blake3Digest>(1);
    LW_TRY_ASSIGN(const std::string_view value, unsealed(kPayloads, {digest}, row.bytes(2)));
    const DigestRow found{row.number(0), std::string(value), row.bytes(2).size(), false};
    LW_TRY_ASSIGN(const PayloadInfo info, describe(session, digest, found));
    payloads.push_back(info);
  }
  return payloads;
}

Result<std::vector<StoredPayload>> list_contents(SqlSession& session, const Blake3Digest& from, std::size_t limit) {
  std::vector<StoredPayload> payloads;
  LW_TRY_ASSIGN(const auto first, find_row(session, kPayloadByDigest, kPayloads, from));
  if (!first) return payloads;
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, digest, value FROM payloads WHERE seq >= $1 AND digest IS NOT NULL "
                            "ORDER BY seq LIMIT $2",
                            {first->sequence, std::uint64_t{limit}}));
  const std::size_t ascending = count_ascending(result, 0, first->sequence - 1);
  payloads.reserve(ascending);
  for (std::size_t at = 0; at < ascending; ++at) {
    const SqlRow& row = result.rows[at];
    const auto digest = row.id<Blake3Digest>(1);
    const auto record = unsealed(kPayloads, {digest}, row.bytes(2));
    const auto value = record ? decode_payload(*record) : Result<PayloadValue>(record.error());
    if (!value || value->form != PayloadForm::Packed) continue;
    auto bytes = unpack_chunk(value->packed);
    if (bytes) payloads.push_back({row.number(0), digest, *std::move(bytes)});
  }
  return payloads;
}

Result<void> read_payload(SqlSession& session, const Blake3Digest& digest, const PayloadSink& sink) {
  LW_TRY_ASSIGN(const auto row, find_sound_row(session, kPayloadByDigest, kPayloads, digest));
  if (!row) return absent_payload(digest);
  return give(session, digest, *row, sink);
}

Result<void> finish_upload(SqlSession& session, std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                           Purged purged) {
  LW_TRY(check_upload(session, upload, size));
  LW_TRY_ASSIGN(const auto row, find_row(session, kPayloadByDigest, kPayloads, digest));
  if (row) {
    LW_TRY_ASSIGN(const bool good, is_whole(session, digest, *row, purged));
    const std::uint64_t superfluous = good ? upload : row->sequence;
    LW_TRY(delete_chunks(session, superfluous));
    LW_TRY(session.run("DELETE FROM payloads WHERE seq = $1", {superfluous}));
    if (good) return {};
  }
  const std::string value = payload_value(digest, {PayloadForm::Chunked, {}, size, chunks_of(size)});
  const std::string given_up = upload_value(PayloadForm::GivenUp);
  LW_TRY_ASSIGN(
      const SqlResult finished,
      session.run("UPDATE payloads SET digest = $1, value = $2 WHERE seq = $3 AND digest IS NULL AND value <> $4",
                  {digest, SqlParam::bytes(value), upload, SqlParam::bytes(given_up)}));
  return finished.changed == 1 ? Result<void>() : Result<void>(absent_upload(upload));
}

// A payload that was purged after the caller listed it keeps its tombstone.
Result<Removed> remove_payload(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(const auto row, find_row(session, kPayloadByDigest, kPayloads, digest));
  if (!row) return Removed{};
  const auto value = decode_payload(row->value);
  const bool is_purged = !row->damaged && value && value->form == PayloadForm::Purged;
  if (is_purged) return Removed{};
  LW_TRY_ASSIGN(const std::uint64_t chunks, bytes_of_chunks(session, row->sequence));
  LW_TRY(delete_chunks(session, row->sequence));
  LW_TRY(session.run("DELETE FROM payloads WHERE seq = $1", {row->sequence}));
  return Removed{1, row->stored_bytes + chunks};
}

Result<Removed> purge_payload(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(const auto row, find_row(session, kPayloadByDigest, kPayloads, digest));
  if (!row) return Removed{};
  PayloadInfo info;
  // A damaged payload can be purged too; its size is unknown then.
  if (!row->damaged) {
    LW_TRY_ASSIGN(info, describe(session, digest, *row));
    if (info.state == PayloadState::Purged) return Removed{};
  }
  const std::string value = payload_value(digest, {PayloadForm::Purged, {}, info.size, 0});
  LW_TRY_ASSIGN(const std::uint64_t chunks, bytes_of_chunks(session, row->sequence));
  LW_TRY(delete_chunks(session, row->sequence));
  LW_TRY(session.run("UPDATE payloads SET value = $1 WHERE seq = $2", {SqlParam::bytes(value), row->sequence}));
  return Removed{1, row->stored_bytes + chunks};
}

}  // namespace latewood::store
