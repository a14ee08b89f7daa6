#include "base/try.h"
#include "store/batch_rules.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/sql/content_tables.h"
#include "store/sql/digest_row.h"
#include "store/sql/row_order.h"

namespace latewood::store {
namespace {

constexpr std::string_view kPages = "pages";
constexpr std::string_view kPageByDigest = "SELECT seq, digest, value FROM pages WHERE substr(digest, 1, 8) = $1";

}  // namespace

PreparedBlob prepare_page(const Blob& blob) {
  return {blob.digest, sealed(kPages, {blob.digest}, pack_as_frame(blob.bytes, Content::Records)), {}};
}

Result<void> insert_page(SqlSession& session, const PreparedBlob& blob) {
  LW_TRY_ASSIGN(const auto row, find_row(session, kPageByDigest, kPages, blob.digest));
  if (row && !row->damaged) return {};
  const SqlParam value = SqlParam::bytes(blob.value);
  if (row) {
    LW_TRY(session.run("UPDATE pages SET value = $1 WHERE seq = $2", {value, row->sequence}));
  } else {
    LW_TRY(
        session.run("INSERT INTO pages (digest, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", {blob.digest, value}));
  }
  return {};
}

Result<void> need_page(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(
      const SqlResult result,
      session.run("SELECT 1 FROM pages WHERE substr(digest, 1, 8) = substr($1, 1, 8) AND digest = $1", {digest}));
  return result.rows.empty() ? Result<void>(absent_page(digest)) : Result<void>();
}

Result<std::optional<std::string>> find_page(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(auto row, find_sound_row(session, kPageByDigest, kPages, digest));
  if (!row) return std::optional<std::string>();
  return std::optional<std::string>(std::move(row->value));
}

Result<std::vector<PageInfo>> list_pages(SqlSession& session, std::uint64_t after, std::size_t limit) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, digest, value FROM pages WHERE seq > $1 ORDER BY seq LIMIT $2",
                            {after, std::uint64_t{limit}}));
  LW_TRY(expect_ascending(kPages, result, 0, after));
  std::vector<PageInfo> pages;
  for (const SqlRow& row : result.rows) {
    const auto digest = row.id<Blake3Digest>(1);
    LW_TRY(unsealed(kPages, {digest}, row.bytes(2)));
    pages.push_back({row.number(0), digest, row.bytes(2).size()});
  }
  return pages;
}

Result<Removed> remove_page(SqlSession& session, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(const auto row, find_row(session, kPageByDigest, kPages, digest));
  if (!row) return Removed{};
  LW_TRY_ASSIGN(const SqlResult gone, session.run("DELETE FROM pages WHERE seq = $1", {row->sequence}));
  return Removed{gone.changed, row->stored_bytes};
}

}  // namespace latewood::store
