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

}  // namespace

BareSqlite::BareSqlite(const std::string& path, store::Durability durability, std::size_t bytes)
    : value_(noise(bytes)) {
  sqlite3_open(path.c_str(), &database_);
  run_sql("PRAGMA journal_mode = WAL");
  run_sql(durability == store::Durability::Full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  run_sql("CREATE TABLE t (id INTEGER PRIMARY KEY, value BLOB NOT NULL)");
  sqlite3_prepare_v2(database_, "INSERT INTO t (value) VALUES (?1)", -1, &insert_, nullptr);
}

BareSqlite::~BareSqlite() {
  sqlite3_finalize(insert_);
  sqlite3_close(database_);
}

void BareSqlite::run(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    run_sql("BEGIN IMMEDIATE");
    sqlite3_bind_blob(insert_, 1, value_.data(), static_cast<int>(value_.size()), SQLITE_STATIC);
    sqlite3_step(insert_);
    sqlite3_reset(insert_);
    run_sql("COMMIT");
  }
}

void BareSqlite::run_sql(const char* sql) { sqlite3_exec(database_, sql, nullptr, nullptr, nullptr); }

}  // namespace latewood::bench
