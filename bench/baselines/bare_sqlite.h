// SQLite without an engine, at the durability of ours: what a transaction costs that only writes as many bytes, and
// one that writes the same rows and indexes as a commit.
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
  enum class Rows : std::uint8_t {
    One,       // one row of `bytes` bytes
    OfCommit,  // the ref that moves, two contents and the commit, found by their digests and by the cycle
  };
  BareSqlite(const std::string& path, store::Durability durability, std::size_t bytes, Rows rows = Rows::One);
  ~BareSqlite();
  BareSqlite(const BareSqlite&) = delete;
  BareSqlite& operator=(const BareSqlite&) = delete;

  // So many transactions, one after the other.
  void run(std::uint64_t count);

 private:
  void run_sql(const char* sql);
  sqlite3_stmt* prepared(const char* sql);
  void write_one();
  void write_commit();

  std::string value_;
  Rows rows_;
  std::uint64_t cycle_ = 0;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  sqlite3_stmt* content_ = nullptr;
  sqlite3_stmt* move_ = nullptr;
};

// Copies the log of a database into its file, so that the file can be measured. No reader may be open.
void empty_log(const std::string& path);

}  // namespace latewood::bench
