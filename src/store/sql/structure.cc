#include "store/sql/structure.h"

#include <set>

#include "base/try.h"

namespace latewood::store {
namespace {

struct Looseness {
  std::string_view what;
  std::string_view statement;  // gives one number per loose row
};

// The first hundred of a kind say enough.
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
     "SELECT DISTINCT r.context FROM states r WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.seq = r.context) "
     "LIMIT 100"},
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
    {"chunks: no payload has sequence ",
     "SELECT DISTINCT k.seq / 1048576 FROM chunks k WHERE NOT EXISTS (SELECT 1 FROM payloads p WHERE p.seq = "
     "k.seq / 1048576) LIMIT 100"},
};

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

// "index pages_by_digest" of the statement that makes it.
std::string object_of(std::string_view statement) {
  statement.remove_prefix(statement.find(' ') + 1);
  const bool is_index = statement.starts_with("INDEX ");
  statement.remove_prefix(statement.find(' ') + 1);
  return (is_index ? "index " : "table ") + std::string(statement.substr(0, statement.find(' ')));
}

}  // namespace

Result<std::vector<std::string>> find_missing_objects(SqlSession& session, Dialect dialect) {
  const std::string_view statement =
      dialect == Dialect::Sqlite
          ? "SELECT type || ' ' || name FROM sqlite_master"
          : "SELECT CAST('table ' || tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() UNION ALL "
            "SELECT CAST('index ' || indexname AS TEXT) FROM pg_indexes WHERE schemaname = current_schema()";
  LW_TRY_ASSIGN(const SqlResult result, session.run(statement));
  std::set<std::string> objects;
  for (const SqlRow& row : result.rows) objects.emplace(row.bytes(0));
  std::vector<std::string> missing;
  for (std::int64_t from = 0; from < kSchemaVersion; ++from) {
    for (const std::string_view step : schema_step(dialect, from)) {
      if (!objects.contains(object_of(step))) missing.push_back("the " + object_of(step) + " is missing");
    }
  }
  return missing;
}

Result<std::vector<std::string>> find_loose_rows(SqlSession& session) {
  std::vector<std::string> found;
  for (const Looseness& kind : kLooseness) {
    LW_TRY_ASSIGN(const SqlResult result, session.run(kind.statement));
    for (const SqlRow& row : result.rows) found.push_back(std::string(kind.what) + std::to_string(row.number(0)));
  }
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
