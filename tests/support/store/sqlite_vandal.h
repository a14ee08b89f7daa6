// A connection that goes around the store: for tests that damage an SQLite file.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>

#include "store/sqlite/file_system.h"

namespace latewood::test {

class SqliteVandal {
 public:
  // Pages keep their seals: what is damaged is the record.
  explicit SqliteVandal(const std::string& path) {
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database_, kFlags, store::file_system_name()), SQLITE_OK);
  }
  SqliteVandal(const SqliteVandal&) = delete;
  SqliteVandal& operator=(const SqliteVandal&) = delete;
  ~SqliteVandal() { sqlite3_close(database_); }

  void run(const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(database_);
  }

 protected:
  sqlite3* database_ = nullptr;
};

}  // namespace latewood::test
