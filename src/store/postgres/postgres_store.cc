#include "store/postgres/postgres_store.h"

#include <poll.h>

#include <algorithm>
#include <string_view>

#include "base/try.h"
#include "store/postgres/postgres_session.h"
#include "store/sql/schema.h"
#include "store/sql/sql_store.h"
#include "store/sql/structure.h"

namespace latewood::store {
namespace {

constexpr int kStep = 20;  // milliseconds between two counts of older readers

// Counts what may still see rows that were deleted before transaction $1: open and prepared transactions, whatever
// table they read, and replication slots.
constexpr std::string_view kOlderReaders =
    "SELECT (SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
    "AND (datname = current_database() OR backend_type = 'walsender') "
    "AND coalesce(query, '') NOT LIKE 'autovacuum: VACUUM%' "
    "AND (age(backend_xmin) > age($1::text::xid) OR age(backend_xid) > age($1::text::xid))) "
    "+ (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database() "
    "AND age(transaction) > age($1::text::xid)) "
    "+ (SELECT count(*) FROM pg_replication_slots WHERE age(xmin) > age($1::text::xid))";

// Waits until no transaction may see deleted rows: the server keeps those in the tables that it rewrites.
Result<void> await_older_readers(SqlSession& session, std::uint32_t timeout_ms) {
  LW_TRY_ASSIGN(const SqlResult now, session.run("SELECT (txid_current() % 4294967296)::text"));
  const std::string number(now.rows.front().bytes(0));
  for (std::int64_t left = timeout_ms;; left -= kStep) {
    LW_TRY_ASSIGN(const SqlResult readers, session.run(kOlderReaders, {SqlParam::text(number)}));
    if (readers.rows.front().number(0) == 0) return {};
    if (left <= 0) break;
    ::poll(nullptr, 0, kStep);
  }
  return Error{Code::Unavailable, "postgres: an older transaction keeps removed rows from being erased", {}, {}};
}

Result<std::uint64_t> file_of(SqlSession& session, std::string_view table) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT CAST(coalesce(pg_relation_filenode(to_regclass($1)), 0) AS BIGINT)",
                            {SqlParam::text(table)}));
  return result.rows.empty() ? 0 : result.rows.front().number(0);
}

// Rewrites a table without its deleted rows. Unavailable if the role does not own the table: the server only warns
// then, and the removed rows stay in it.
Result<void> rewrite(SqlSession& session, std::string_view table) {
  LW_TRY_ASSIGN(const std::uint64_t before, file_of(session, table));
  LW_TRY(session.run("VACUUM FULL " + std::string(table)));
  LW_TRY_ASSIGN(const std::uint64_t after, file_of(session, table));
  if (before != after) return {};
  return Error{Code::Unavailable,
               "postgres: table " + std::string(table) +
                   " was not rewritten, and what was removed is still in it: only its owner may do that",
               {},
               {}};
}

class PostgresDriver final : public SqlDriver {
 public:
  PostgresDriver(const Libpq& libpq, std::string url, const StoreOptions& options)
      : libpq_(libpq), url_(std::move(url)), options_(options) {}

  Result<std::unique_ptr<SqlSession>> open(Transaction) override {
    auto session = std::make_unique<PostgresSession>(libpq_, url_, options_);
    LW_TRY(session->reconnect());
    return std::unique_ptr<SqlSession>(std::move(session));
  }

  // Every transaction that writes has a number, and is in this text from its first write until its end. So two equal
  // texts have no finished write between them.
  Result<std::string> change_mark(SqlSession& session) override {
    LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT CAST(txid_current_snapshot() AS TEXT)"));
    if (result.rows.empty()) return Error{Code::Unavailable, "postgres: the server gives no snapshot", {}, {}};
    return std::string(result.rows.front().bytes(0));
  }

  // Rewrites the tables that hold contents: deleted rows stay in their pages until then.
  Result<void> scrub() override {
    LW_TRY_ASSIGN(const auto session, open(Transaction::Write));
    LW_TRY(await_older_readers(*session, options_.busy_timeout_ms));
    for (const std::string_view table : {"payloads", "chunks", "edits", "states", "attempts", "events"}) {
      LW_TRY(rewrite(*session, table));
    }
    return {};
  }

  // Rewrites one table after the other; each waits for the transactions that use it.
  Result<void> compact() override {
    LW_TRY_ASSIGN(const auto session, open(Transaction::Write));
    for (const std::string_view table : table_names()) LW_TRY(rewrite(*session, table));
    return {};
  }

  Result<void> backup(const std::string&) override {
    return Error{Code::Unsupported, "pg_dump copies a live PostgreSQL store", {}, {}};
  }

  // Looks only for dropped tables, columns and indexes: the server checks the rest of its structure itself.
  Result<std::vector<std::string>> check() override {
    LW_TRY_ASSIGN(const auto session, open(Transaction::Read));
    return find_missing_objects(*session, Dialect::Postgres);
  }

 private:
  const Libpq libpq_;
  const std::string url_;
  const StoreOptions options_;
};

Result<bool> has_table(SqlSession& session, std::string_view table) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1",
                            {SqlParam::text(table)}));
  return !result.rows.empty() && result.rows.front().number(0) > 0;
}

// Unavailable if the role can use no schema of the address: "no store" would be the wrong answer then.
Result<void> check_schema(SqlSession& session) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT count(current_schema())"));
  if (!result.rows.empty() && result.rows.front().number(0) == 1) return {};
  return Error{
      Code::Unavailable, "postgres: no schema of the address is there, or the role may use none of them", {}, {}};
}

Result<std::int64_t> read_version(SqlSession& session) {
  LW_TRY(check_schema(session));
  LW_TRY_ASSIGN(const bool known, has_table(session, "latewood"));
  if (!known) return std::int64_t{0};
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT value FROM latewood WHERE name = 'schema_version'"));
  // The row is written together with the table.
  if (result.rows.empty())
    return Error{Code::Corruption, "postgres: the schema version of the store is missing", {}, {}};
  return static_cast<std::int64_t>(result.rows.front().number(0));
}

Result<void> check_free(SqlSession& session) {
  for (const std::string_view table : table_names()) {
    LW_TRY_ASSIGN(const bool taken, has_table(session, table));
    if (!taken) continue;
    return Error{Code::Unsupported,
                 "postgres: the schema has a table " + std::string(table) + " that is not Latewood's",
                 {},
                 {}};
  }
  LW_TRY(session.run("CREATE TABLE latewood (name TEXT PRIMARY KEY, value BIGINT NOT NULL)"));
  return {};
}

Error too_new(std::int64_t version) {
  return {Code::Unsupported,
          "postgres: the store has schema version " + std::to_string(version) + "; this build reads up to " +
              std::to_string(kPostgresVersion),
          {},
          {}};
}

Result<void> run_steps(SqlSession& session) {
  // One process at a time creates or migrates; a process that waited here finds the work done.
  LW_TRY(session.run("SELECT pg_advisory_xact_lock($1)", {static_cast<std::uint64_t>(kApplicationId)}));
  LW_TRY_ASSIGN(const std::int64_t version, read_version(session));
  if (version > kPostgresVersion) return too_new(version);
  if (version == 0) LW_TRY(check_free(session));
  for (std::int64_t from = version; from < kPostgresVersion; ++from) {
    for (const std::string_view statement : schema_step(Dialect::Postgres, from)) LW_TRY(session.run(statement));
  }
  LW_TRY(
      session.run("INSERT INTO latewood (name, value) VALUES ('schema_version', $1) "
                  "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                  {static_cast<std::uint64_t>(kPostgresVersion)}));
  return {};
}

Result<void> migrate(SqlSession& session) {
  LW_TRY(session.begin(Transaction::Write));
  Result<void> done = run_steps(session);
  if (done) return session.commit();
  session.rollback();
  return done;
}

// Checks that the database has the tables of this build's version, and creates or migrates them if `options` allow it.
Result<void> set_up(SqlSession& session, const StoreOptions& options) {
  LW_TRY_ASSIGN(const std::int64_t version, read_version(session));
  if (version == kPostgresVersion) return {};
  if (version > kPostgresVersion) return too_new(version);
  if (version < 0) return Error{Code::Corruption, "postgres: no store has a schema version below 1", {}, {}};
  const bool may_create = options.missing == Missing::Create && options.access == Access::ReadWrite;
  if (version == 0 && !may_create) return Error{Code::NotFound, "postgres: the database has no store", {}, {}};
  if (options.access == Access::ReadWrite) return migrate(session);
  if (has_newest_tables(version)) return {};
  return Error{Code::Unsupported, "postgres: the store must be opened for writing once, to be migrated", {}, {}};
}

}  // namespace

Result<std::unique_ptr<SqlDriver>> open_postgres_driver(const std::string& url, const StoreOptions& options,
                                                        const char* libpq_file) {
  LW_TRY_ASSIGN(const Libpq libpq, load_libpq(libpq_file));
  PostgresSession session(libpq, url, options);
  LW_TRY(session.connect());
  LW_TRY(set_up(session, options));
  return std::unique_ptr<SqlDriver>(std::make_unique<PostgresDriver>(libpq, url, options));
}

Result<std::unique_ptr<Store>> open_postgres_store(const std::string& url, const StoreOptions& options,
                                                   const char* libpq_file) {
  LW_TRY_ASSIGN(std::unique_ptr<SqlDriver> driver, open_postgres_driver(url, options, libpq_file));
  const std::size_t connections = std::max<std::size_t>(options.connections, 1);
  const SqlLimits limits{connections, connections, options.access};
  return std::unique_ptr<Store>(std::make_unique<SqlStore>(std::move(driver), limits));
}

}  // namespace latewood::store
