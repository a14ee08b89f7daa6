// Manages SQLite's write-ahead log: decides when it is copied into the file, and writes room in it in advance.
//
// Flushing a file that has grown also writes its length and its list of blocks. A commit that overwrites existing bytes
// takes little more than half the time, so a log in use is lengthened for many commits at once.
#pragma once

#include <cstdint>

#include <sqlite3.h>

namespace latewood::store {

class SqliteLog {
 public:
  explicit SqliteLog(sqlite3* database);
  SqliteLog(const SqliteLog&) = delete;
  SqliteLog& operator=(const SqliteLog&) = delete;

  // Call it before a commit that waits for the disk. Does nothing outside of a write transaction.
  void make_room();

 private:
  static int after_commit(void* self, sqlite3* database, const char* name, int pages);
  void lengthen(sqlite3_file* log, sqlite3_int64 wanted);

  sqlite3* database_;
  std::int64_t pages_ = 0;  // pages of the log after the last commit of this connection
  sqlite3_int64 end_ = 0;   // last known length of the file
};

}  // namespace latewood::store
