// The baseline of everything durable: one table of one SQLite file, one row per transaction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "latewood/ext/store.h"

struct sqlite3;
struct sqlite3_stmt;

namespace latewood::bench {

class BareSqlite {
 public:
  // Rows of `bytes` that do not compress.
  BareSqlite(const std::string& path, store::Durability durability, std::size_t bytes);
  BareSqlite(const BareSqlite&) = delete;
  BareSqlite& operator=(const BareSqlite&) = delete;
  ~BareSqlite();

  // So many transactions.
  void run(std::uint64_t count);

 private:
  void run_sql(const char* sql);

  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  std::string value_;
};

}  // namespace latewood::bench
