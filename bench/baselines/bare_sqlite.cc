#include "baselines/bare_sqlite.h"

#include <sqlite3.h>

#include "canon/blake3.h"

namespace latewood::bench {
namespace {

// Bytes that do not compress.
std::string noise(std::size_t length) {
  std::string bytes;
  for (std::uint64_t i = 0; bytes.size() < length; ++i) {
    const Blake3Digest digest = blake3_of(std::to_string(i));
    bytes.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
  }
  bytes.resize(length);
  return bytes;
}

constexpr const char* kTablesOfCommit[] = {
    "CREATE TABLE refs (context INTEGER, branch TEXT, head BLOB, PRIMARY KEY (context, branch)) WITHOUT ROWID",
    "INSERT INTO refs VALUES (1, 'main', zeroblob(32))",
    "CREATE TABLE commits (seq INTEGER PRIMARY KEY, context INTEGER, cycle INTEGER, id BLOB, value BLOB)",
    "CREATE INDEX commits_by_id ON commits (substr(id, 1, 8))",
    "CREATE INDEX commits_by_cycle ON commits (context, cycle)",
    "CREATE TABLE contents (seq INTEGER PRIMARY KEY, digest BLOB, value BLOB)",
    "CREATE INDEX contents_by_digest ON contents (substr(digest, 1, 8))",
};

constexpr std::size_t kContentBytes = 160;  // as a message of 200 bytes is stored

void step(sqlite3_stmt* statement) {
  sqlite3_step(statement);
  sqlite3_reset(statement);
}

void bind(sqlite3_stmt* statement, int number, const Blake3Digest& digest) {
  sqlite3_bind_blob(statement, number, digest.bytes.data(), static_cast<int>(digest.bytes.size()), SQLITE_TRANSIENT);
}

}  // namespace

BareSqlite::BareSqlite(const std::string& path, store::Durability durability, std::size_t bytes, Rows rows)
    : value_(noise(bytes)), rows_(rows) {
  sqlite3_open(path.c_str(), &database_);
  run_sql("PRAGMA journal_mode = WAL");
  run_sql(durability == store::Durability::Full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (rows == Rows::One) {
    run_sql("CREATE TABLE t (id INTEGER PRIMARY KEY, value BLOB NOT NULL)");
    insert_ = prepared("INSERT INTO t (value) VALUES (?1)");
    return;
  }
  for (const char* sql : kTablesOfCommit) run_sql(sql);
  insert_ = prepared("INSERT INTO commits (context, cycle, id, value) VALUES (1, ?1, ?2, ?3)");
  content_ = prepared("INSERT INTO contents (digest, value) VALUES (?1, ?2)");
  move_ = prepared("UPDATE refs SET head = ?1 WHERE context = 1 AND branch = 'main'");
}

BareSqlite::~BareSqlite() {
  for (sqlite3_stmt* statement : {insert_, content_, move_}) sqlite3_finalize(statement);
  sqlite3_close(database_);
}

void BareSqlite::run(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    run_sql("BEGIN IMMEDIATE");
    rows_ == Rows::One ? write_one() : write_commit();
    run_sql("COMMIT");
  }
}

void BareSqlite::write_one() {
  sqlite3_bind_blob(insert_, 1, value_.data(), static_cast<int>(value_.size()), SQLITE_STATIC);
  step(insert_);
}

void BareSqlite::write_commit() {
  ++cycle_;
  const Blake3Digest id = blake3_of("commit " + std::to_string(cycle_));
  bind(move_, 1, id);
  step(move_);
  for (const char* role : {"user ", "assistant "}) {
    bind(content_, 1, blake3_of(role + std::to_string(cycle_)));
    sqlite3_bind_blob(content_, 2, value_.data(), kContentBytes, SQLITE_STATIC);
    step(content_);
  }
  sqlite3_bind_int64(insert_, 1, static_cast<sqlite3_int64>(cycle_));
  bind(insert_, 2, id);
  const std::size_t rest = value_.size() - 2 * kContentBytes;
  sqlite3_bind_blob(insert_, 3, value_.data(), static_cast<int>(rest), SQLITE_STATIC);
  step(insert_);
}

void BareSqlite::run_sql(const char* sql) { sqlite3_exec(database_, sql, nullptr, nullptr, nullptr); }

sqlite3_stmt* BareSqlite::prepared(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr);
  return statement;
}

void empty_log(const std::string& path) {
  sqlite3* database = nullptr;
  sqlite3_open(path.c_str(), &database);
  sqlite3_exec(database, "PRAGMA wal_checkpoint(TRUNCATE)", nullptr, nullptr, nullptr);
  sqlite3_close(database);
}

}  // namespace latewood::bench
