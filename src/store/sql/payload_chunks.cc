#include "store/sql/payload_chunks.h"

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/sql/content_tables.h"

namespace latewood::store {
namespace {

constexpr std::string_view kChunks = "chunks";

std::uint64_t first_row(std::uint64_t payload) { return payload * kMostChunks; }
std::uint64_t last_row(std::uint64_t payload) { return first_row(payload) + kMostChunks - 1; }

Result<std::string> load_chunk(SqlSession& session, std::uint64_t row) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT value FROM chunks WHERE seq = $1", {row}));
  if (result.rows.empty()) return corrupt(kChunks, {row}, "the chunk is missing");
  LW_TRY_ASSIGN(const std::string_view value, unsealed(kChunks, {row}, result.rows.front().bytes(0)));
  return decoded(unpack_chunk(value), kChunks, {row});
}

Result<void> require_upload(SqlSession& session, std::uint64_t upload) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT value FROM payloads WHERE seq = $1 AND digest IS NULL", {upload}));
  if (result.rows.empty() || result.rows.front().bytes(0) == upload_value(PayloadForm::GivenUp)) {
    return absent_upload(upload);
  }
  return {};
}

}  // namespace

std::string upload_value(PayloadForm form) { return sealed("payloads", {}, encode_payload({form, {}, 0, 0})); }

Result<std::uint64_t> bytes_of_chunks(SqlSession& session, std::uint64_t payload) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT CAST(coalesce(sum(length(value)), 0) AS BIGINT) "
                                                    "FROM chunks WHERE seq >= $1 AND seq <= $2",
                                                    {first_row(payload), last_row(payload)}));
  return result.rows.empty() ? 0 : result.rows.front().number(0);
}

Result<void> delete_chunks(SqlSession& session, std::uint64_t payload) {
  LW_TRY(session.run("DELETE FROM chunks WHERE seq >= $1 AND seq <= $2", {first_row(payload), last_row(payload)}));
  return {};
}

Result<void> give_chunks(SqlSession& session, std::uint64_t payload, const PayloadValue& value,
                         const PayloadSink& sink) {
  std::uint64_t given = 0;
  for (std::uint64_t number = 0; number < value.chunks; ++number) {
    LW_TRY_ASSIGN(const std::string bytes, load_chunk(session, first_row(payload) + number));
    given += bytes.size();
    LW_TRY(sink(bytes));
  }
  if (given != value.size) return corrupt("payloads", {payload}, "the chunks do not add up to the payload's size");
  return {};
}

Result<void> check_upload(SqlSession& session, std::uint64_t upload, std::uint64_t size) {
  LW_TRY(require_upload(session, upload));
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT count(*) FROM chunks WHERE seq >= $1 AND seq <= $2",
                                                    {first_row(upload), last_row(upload)}));
  const std::uint64_t found = result.rows.empty() ? 0 : result.rows.front().number(0);
  if (found == chunks_of(size)) return {};
  return chunks_missing(upload, found, size);
}

Result<std::uint64_t> begin_upload(SqlSession& session) {
  const std::string value = upload_value(PayloadForm::Uploading);
  LW_TRY_ASSIGN(
      const SqlResult added,
      session.run("INSERT INTO payloads (digest, value) VALUES (NULL, $1) RETURNING seq", {SqlParam::bytes(value)}));
  if (added.rows.empty()) return Error{Code::Unavailable, "the database gave no row for an upload", {}, {}};
  return added.rows.front().number(0);
}

Result<void> write_chunk(SqlSession& session, std::uint64_t upload, std::uint64_t number, std::string_view packed) {
  LW_TRY(require_upload(session, upload));
  return put_chunk(session, upload, number, packed);
}

Result<void> put_chunk(SqlSession& session, std::uint64_t payload, std::uint64_t number, std::string_view packed) {
  const std::uint64_t row = first_row(payload) + number;
  const std::string value = sealed(kChunks, {row}, std::string(packed));
  LW_TRY(
      session.run("INSERT INTO chunks (seq, value) VALUES ($1, $2) ON CONFLICT (seq) DO UPDATE SET value = "
                  "excluded.value",
                  {row, SqlParam::bytes(value)}));
  return {};
}

Result<std::vector<std::uint64_t>> list_uploads(SqlSession& session) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, value FROM payloads WHERE substr(digest, 1, 8) IS NULL ORDER BY seq"));
  const std::string given_up = upload_value(PayloadForm::GivenUp);
  std::vector<std::uint64_t> uploads;
  for (const SqlRow& row : result.rows) {
    if (row.bytes(1) != given_up) uploads.push_back(row.number(0));
  }
  return uploads;
}

namespace {

// Removes the rows of abandoned uploads, except the one with the highest number: SQLite issues a number again if no row
// has it or a higher one, and an old writer would then continue in another upload.
Result<void> forget_given_up(SqlSession& session) {
  const std::string given_up = upload_value(PayloadForm::GivenUp);
  LW_TRY_ASSIGN(
      const SqlResult result,
      session.run("SELECT seq FROM payloads WHERE substr(digest, 1, 8) IS NULL AND value = $1 ORDER BY seq DESC",
                  {SqlParam::bytes(given_up)}));
  for (std::size_t at = 1; at < result.rows.size(); ++at) {
    const std::uint64_t upload = result.rows[at].number(0);
    LW_TRY(delete_chunks(session, upload));
    LW_TRY(session.run("DELETE FROM payloads WHERE seq = $1", {upload}));
  }
  return {};
}

}  // namespace

// Marks the upload as abandoned. Its writer may still be running: it must find neither its own upload nor another one
// under its number. On a server the writer may be finishing the upload at this moment; the first change of the row
// wins.
Result<Removed> remove_upload(SqlSession& session, std::uint64_t upload) {
  const std::string given_up = upload_value(PayloadForm::GivenUp);
  LW_TRY_ASSIGN(const SqlResult taken,
                session.run("UPDATE payloads SET value = $2 WHERE seq = $1 AND digest IS NULL AND value <> $2",
                            {upload, SqlParam::bytes(given_up)}));
  if (taken.changed == 0) return Removed{};
  LW_TRY_ASSIGN(const std::uint64_t bytes, bytes_of_chunks(session, upload));
  LW_TRY(delete_chunks(session, upload));
  LW_TRY(forget_given_up(session));
  return Removed{1, bytes};
}

}  // namespace latewood::store
