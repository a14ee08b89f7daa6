#include "store/sql/digest_row.h"

#include "base/try.h"
#include "store/record_seal.h"

namespace latewood::store {

Result<std::optional<DigestRow>> find_row(SqlSession& session, std::string_view statement, std::string_view table,
                                          const Blake3Digest& digest) {
  const std::string_view prefix(reinterpret_cast<const char*>(digest.bytes.data()), 8);
  LW_TRY_ASSIGN(const SqlResult result, session.run(statement, {SqlParam::bytes(prefix)}));
  std::optional<DigestRow> damaged;
  std::optional<Error> damage;
  for (const SqlRow& row : result.rows) {
    const auto stored = row.id<Blake3Digest>(1);
    const auto value = unsealed(table, {stored}, row.bytes(2));
    DigestRow found{row.number(0), {}, row.bytes(2).size(), !value};
    if (!value && stored != digest) damage = corrupt(table, {row.number(0)}, "the checksum does not match");
    if (stored != digest) continue;
    if (value) {
      found.value = *value;
      return std::optional<DigestRow>(std::move(found));
    }
    damaged = std::move(found);
  }
  if (!damaged && damage) return *damage;
  return damaged;
}

Result<std::optional<DigestRow>> find_sound_row(SqlSession& session, std::string_view statement, std::string_view table,
                                                const Blake3Digest& digest) {
  LW_TRY_ASSIGN(auto row, find_row(session, statement, table, digest));
  if (row && row->damaged) return corrupt(table, {digest}, "the checksum does not match");
  return row;
}

}  // namespace latewood::store
