#include "store/sql/structure.h"

#include <array>
#include <set>

#include "base/try.h"
#include "store/record_seal.h"
#include "store/record_values.h"

namespace latewood::store {
namespace {

struct Looseness {
  std::string_view what;
  std::string_view statement;  // returns one number per loose row
};

// The checks for loose rows. Each reports at most one hundred rows.
constexpr Looseness kLooseness[] = {
    {"refs: the head of this context is no commit of it: ",
     "SELECT r.context FROM refs r WHERE NOT EXISTS (SELECT 1 FROM commits c WHERE substr(c.id, 1, 8) = "
     "substr(r.head, 1, 8) AND c.id = r.head AND +c.context = r.context) LIMIT 100"},
    {"refs: there is no context ",
     "SELECT DISTINCT r.context FROM refs r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
    {"commits: there is no context ",
     "SELECT DISTINCT r.context FROM commits r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
    {"tags: there is no context ",
     "SELECT DISTINCT r.context FROM tags r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
    {"states: there is no context ",
     "SELECT DISTINCT r.context FROM states r WHERE r.context <> 0 AND NOT EXISTS (SELECT 1 FROM contexts c WHERE "
     "c.seq = r.context) LIMIT 100"},
    {"edits: there is no context ",
     "SELECT DISTINCT r.context FROM edits r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
    {"attempts: there is no context ",
     "SELECT DISTINCT r.context FROM attempts r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
    {"events: there is no context ",
     "SELECT DISTINCT r.context FROM events r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
    {"commits: one commit stands twice in context ",
     "SELECT context FROM commits GROUP BY context, cycle, id HAVING count(*) > 1 LIMIT 100"},
    {"payloads: one digest stands twice, also at sequence ",
     "SELECT max(seq) FROM payloads WHERE digest IS NOT NULL GROUP BY digest HAVING count(*) > 1 LIMIT 100"},
    {"pages: one digest stands twice, also at sequence ",
     "SELECT max(seq) FROM pages GROUP BY digest HAVING count(*) > 1 LIMIT 100"},
    {"attempts: a number below 1 in context ", "SELECT DISTINCT context FROM attempts WHERE number < 1 LIMIT 100"},
    {"events: a number below 1 in context ", "SELECT DISTINCT context FROM events WHERE number < 1 LIMIT 100"},
    {"chunks: no payload has sequence ",
     "SELECT DISTINCT k.seq / 1048576 FROM chunks k WHERE NOT EXISTS (SELECT 1 FROM payloads p WHERE p.seq = "
     "k.seq / 1048576) LIMIT 100"},
};

// The flags of a commit are stored just before the checksum of its value. A record without its flag is never read.
struct Unflagged {
  std::string_view what;
  std::string_view statement;  // its parameters are the two values of the flags without the record
  std::array<std::string_view, 2> flags;
};

constexpr Unflagged kUnflagged[] = {
    {"receipts: there is one of a commit without, at sequence ",
     "SELECT seq FROM commits WHERE length(receipt) > 0 AND substr(value, length(value) - 8, 1) IN ($1, $2) LIMIT 100",
     {std::string_view("\0", 1), "\2"}},
    {"admissions: there is one of a commit without, at sequence ",
     "SELECT seq FROM commits WHERE length(admission) > 0 AND substr(value, length(value) - 8, 1) IN ($1, $2) LIMIT "
     "100",
     {std::string_view("\0", 1), "\1"}},
};

// Finds chunks under the number of a payload that has fewer chunks.
Result<void> find_foreign_chunks(SqlSession& session, std::vector<std::string>& found) {
  LW_TRY_ASSIGN(
      const SqlResult groups,
      session.run("SELECT p.seq, p.digest, p.value, count(*) FROM chunks k JOIN payloads p ON p.seq = k.seq / "
                  "1048576 WHERE p.digest IS NOT NULL GROUP BY p.seq, p.digest, p.value"));
  for (const SqlRow& row : groups.rows) {
    const auto value = unsealed("payloads", {row.id<Blake3Digest>(1)}, row.bytes(2));
    const auto payload = value ? decode_payload(*value) : Result<PayloadValue>(value.error());
    // Reading reports a damaged payload.
    if (!payload || payload->chunks == row.number(3)) continue;
    found.push_back("chunks: the payload at sequence " + std::to_string(row.number(0)) + " has " +
                    std::to_string(payload->chunks) + " and there are " + std::to_string(row.number(3)));
  }
  return {};
}

struct Measure {
  std::string_view table;
  std::string_view statement;
};

constexpr Measure kMeasures[] = {
    {"contexts", "SELECT count(*), CAST(coalesce(sum(length(name) + length(value)), 0) AS BIGINT) FROM contexts"},
    {"refs",
     "SELECT count(*), CAST(coalesce(sum(length(branch) + length(head) + length(value)), 0) AS BIGINT) FROM refs"},
    {"tags", "SELECT count(*), CAST(coalesce(sum(length(name) + length(value)), 0) AS BIGINT) FROM tags"},
    {"states", "SELECT count(*), CAST(coalesce(sum(length(name) + length(value)), 0) AS BIGINT) FROM states"},
    {"edits", "SELECT count(*), CAST(coalesce(sum(length(branch) + length(value)), 0) AS BIGINT) FROM edits"},
    {"commits", "SELECT count(*), CAST(coalesce(sum(length(id) + length(value)), 0) AS BIGINT) FROM commits"},
    {"patches",
     "SELECT count(*), CAST(coalesce(sum(length(patch)), 0) AS BIGINT) FROM commits WHERE length(patch) > 0"},
    {"receipts",
     "SELECT count(*), CAST(coalesce(sum(length(receipt)), 0) AS BIGINT) FROM commits WHERE length(receipt) > 0"},
    {"admissions",
     "SELECT count(*), CAST(coalesce(sum(length(admission)), 0) AS BIGINT) FROM commits WHERE length(admission) > 0"},
    {"pages", "SELECT count(*), CAST(coalesce(sum(length(digest) + length(value)), 0) AS BIGINT) FROM pages"},
    {"payloads",
     "SELECT count(*), CAST(coalesce(sum(length(coalesce(digest, value)) + length(value)), 0) AS BIGINT) "
     "FROM payloads"},
    {"chunks", "SELECT count(*), CAST(coalesce(sum(length(value)), 0) AS BIGINT) FROM chunks"},
    {"attempts", "SELECT count(*), CAST(coalesce(sum(length(value)), 0) AS BIGINT) FROM attempts"},
    {"events", "SELECT count(*), CAST(coalesce(sum(length(value)), 0) AS BIGINT) FROM events"},
};

// The indexes that PostgreSQL creates for the constraints of the tables, under its own names. In SQLite they are part
// of the table, and its own check covers them.
constexpr std::string_view kPostgresConstraints[] = {
    "contexts_pkey",
    "contexts_name_key",
    "refs_pkey",
    "tags_pkey",
    "states_pkey",
    "edits_pkey",
    "commits_pkey",
    "commits_context_id_key",
    "pages_pkey",
    "pages_digest_key",
    "payloads_pkey",
    "payloads_digest_key",
    "chunks_pkey",
    "attempts_pkey",
    "events_pkey",
    "states_context_name_key",
    "attempts_context_number_key",
    "events_context_number_key",
};

// The kind and name of the object that a statement creates, for example "index pages_by_digest".
std::string object_of(std::string_view statement) {
  statement.remove_prefix(statement.find(' ') + 1);
  const std::size_t name = statement.find(' ') + 1;
  std::string object(statement.substr(0, statement.find(' ', name)));
  for (std::size_t i = 0; i + 1 < name; ++i) object[i] = static_cast<char>(object[i] - 'A' + 'a');
  return object;
}

// A trigger that was switched off is none.
constexpr std::string_view kPostgresObjects =
    "SELECT CAST('table ' || tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() UNION ALL "
    "SELECT CAST('index ' || indexname AS TEXT) FROM pg_indexes WHERE schemaname = current_schema() UNION ALL "
    "SELECT CAST('function ' || proname || '()' AS TEXT) FROM pg_proc WHERE pronamespace = "
    "to_regnamespace(quote_ident(current_schema())) UNION ALL "
    "SELECT CAST('trigger ' || tgname AS TEXT) FROM pg_trigger, pg_class WHERE tgrelid = pg_class.oid AND "
    "tgenabled <> 'D' AND relnamespace = to_regnamespace(quote_ident(current_schema()))";

}  // namespace

Result<std::vector<std::string>> find_missing_objects(SqlSession& session, Dialect dialect) {
  const std::string_view statement =
      dialect == Dialect::Sqlite ? "SELECT type || ' ' || name FROM sqlite_master" : kPostgresObjects;
  LW_TRY_ASSIGN(const SqlResult result, session.run(statement));
  std::set<std::string> objects;
  for (const SqlRow& row : result.rows) objects.emplace(row.bytes(0));
  std::vector<std::string> missing;
  for (std::int64_t from = 0; from < newest_version(dialect); ++from) {
    for (const std::string_view step : schema_step(dialect, from)) {
      if (!objects.contains(object_of(step))) missing.push_back("the " + object_of(step) + " is missing");
    }
  }
  if (dialect == Dialect::Sqlite) return missing;
  for (const std::string_view constraint : kPostgresConstraints) {
    if (objects.contains("index " + std::string(constraint))) continue;
    missing.push_back("the constraint " + std::string(constraint) + " is missing");
  }
  return missing;
}

Result<std::vector<std::string>> find_loose_rows(SqlSession& session) {
  std::vector<std::string> found;
  for (const Looseness& kind : kLooseness) {
    LW_TRY_ASSIGN(const SqlResult result, session.run(kind.statement));
    for (const SqlRow& row : result.rows) found.push_back(std::string(kind.what) + std::to_string(row.number(0)));
  }
  for (const Unflagged& kind : kUnflagged) {
    LW_TRY_ASSIGN(const SqlResult result,
                  session.run(kind.statement, {SqlParam::bytes(kind.flags[0]), SqlParam::bytes(kind.flags[1])}));
    for (const SqlRow& row : result.rows) found.push_back(std::string(kind.what) + std::to_string(row.number(0)));
  }
  LW_TRY(find_foreign_chunks(session, found));
  return found;
}

Result<std::vector<TableSize>> measure_tables(SqlSession& session) {
  std::vector<TableSize> sizes;
  for (const Measure& measure : kMeasures) {
    LW_TRY_ASSIGN(const SqlResult result, session.run(measure.statement));
    if (result.rows.empty()) continue;
    const SqlRow& row = result.rows.front();
    sizes.push_back({std::string(measure.table), row.number(0), row.number(1)});
  }
  return sizes;
}

}  // namespace latewood::store
