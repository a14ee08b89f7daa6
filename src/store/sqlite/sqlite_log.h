// SQLite's write-ahead log: when it is copied into the file, and room in it that is written ahead.
//
// Flushing a file that has become longer writes its length and where its blocks are, too. A commit that overwrites
// bytes is durable in little more than half the time, so a log in use is made longer for many commits at once.
#pragma once

#include <cstdint>

#include <sqlite3.h>

namespace latewood::store {

class SqliteLog {
 public:
  explicit SqliteLog(sqlite3* database);
  SqliteLog(const SqliteLog&) = delete;
  SqliteLog& operator=(const SqliteLog&) = delete;

  // Before a commit that waits for the disk. Does nothing outside of a transaction that writes.
  void make_room();

 private:
  static int after_commit(void* self, sqlite3* database, const char* name, int pages);
  void lengthen(sqlite3_file* log, sqlite3_int64 wanted);

  sqlite3* database_;
  std::int64_t pages_ = 0;  // that the log had after the last commit of this connection
  sqlite3_int64 end_ = 0;   // of the file, as far as it is known
};

}  // namespace latewood::store
