#include "store/sql/context_table.h"

#include "base/rules.h"
#include "base/try.h"
#include "store/batch_rules.h"
#include "store/record_seal.h"
#include "store/sql/row_order.h"

namespace latewood::store {
namespace {

constexpr std::string_view kContexts = "contexts";

// The database issues the key after the record is sealed, so the checksum covers the name. A wrong key is detected by
// the checksums of the records under it.
Result<ContextRecord> read_context(const SqlRow& row) {
  ContextRecord record{static_cast<ContextKey>(row.number(0)), std::string(row.bytes(1)), {}};
  LW_TRY_ASSIGN(const std::string_view value, unsealed(kContexts, {std::string_view(record.name)}, row.bytes(2)));
  record.settings = value;
  return record;
}

}  // namespace

Result<ContextKey> insert_context(SqlSession& session, std::string_view name, std::string_view settings) {
  const std::string value = sealed(kContexts, {name}, std::string(settings));
  LW_TRY_ASSIGN(const SqlResult added, session.run("INSERT INTO contexts (name, value) VALUES ($1, $2) "
                                                   "ON CONFLICT DO NOTHING RETURNING seq",
                                                   {SqlParam::text(name), SqlParam::bytes(value)}));
  if (added.rows.empty()) return broken(kConflict, "context " + std::string(name) + " exists", Code::Conflict);
  return static_cast<ContextKey>(added.rows.front().number(0));
}

Result<void> rename_context(SqlSession& session, ContextKey context, std::string_view name) {
  LW_TRY(session.lock_context(context));
  LW_TRY_ASSIGN(const SqlResult taken, session.run("SELECT seq FROM contexts WHERE name = $1", {SqlParam::text(name)}));
  if (!taken.rows.empty()) return broken(kConflict, "context " + std::string(name) + " exists", Code::Conflict);
  LW_TRY_ASSIGN(const SqlResult found, session.run("SELECT seq, name, value FROM contexts WHERE seq = $1", {context}));
  if (found.rows.empty()) return absent_context(context);
  LW_TRY_ASSIGN(const ContextRecord record, read_context(found.rows.front()));
  const std::string value = sealed(kContexts, {name}, record.settings);
  LW_TRY(session.run("UPDATE contexts SET name = $1, value = $2 WHERE seq = $3",
                     {SqlParam::text(name), SqlParam::bytes(value), context}));
  return {};
}

Result<std::optional<ContextRecord>> find_context(SqlSession& session, std::string_view name) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, name, value FROM contexts WHERE name = $1", {SqlParam::text(name)}));
  if (result.rows.empty()) return std::optional<ContextRecord>();
  LW_TRY_ASSIGN(ContextRecord record, read_context(result.rows.front()));
  return std::optional<ContextRecord>(std::move(record));
}

Result<std::vector<ContextRecord>> list_contexts(SqlSession& session, ContextKey after, std::size_t limit) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT seq, name, value FROM contexts WHERE seq > $1 ORDER BY seq LIMIT $2",
                            {after, std::uint64_t{limit}}));
  LW_TRY(expect_ascending(kContexts, result, 0, static_cast<std::uint64_t>(after)));
  std::vector<ContextRecord> records;
  for (const SqlRow& row : result.rows) {
    LW_TRY_ASSIGN(ContextRecord record, read_context(row));
    records.push_back(std::move(record));
  }
  return records;
}

// Removes a context only if it has nothing but commits: without a name they have no user. Data that another process
// wrote is never removed.
Result<Removed> remove_context(SqlSession& session, ContextKey context) {
  Removed removed;
  if (auto locked = session.lock_context(context); !locked) {
    return locked.error().rule == kContextNotFound ? Result<Removed>(removed) : locked.error();
  }
  for (const std::string_view table : {"refs", "tags", "states", "edits", "attempts", "events"}) {
    const std::string statement = "SELECT 1 FROM " + std::string(table) + " WHERE context = $1 LIMIT 1";
    LW_TRY_ASSIGN(const SqlResult used, session.run(statement, {context}));
    if (!used.rows.empty()) return context_in_use(context);
  }
  for (const std::string_view statement :
       {"DELETE FROM commits WHERE context = $1", "DELETE FROM contexts WHERE seq = $1"}) {
    LW_TRY_ASSIGN(const SqlResult deleted, session.run(statement, {context}));
    removed.records += deleted.changed;
  }
  return removed;
}

}  // namespace latewood::store
