// SQLite's log as a file that writes the pages of a commit together.
//
// SQLite writes each page and its header with separate calls, about twenty for a usual commit, and then flushes. While
// a commit is gathered, these writes are collected in memory and written with one call before the flush, or before any
// other access to the file. At all other times the log behaves like a plain file.
#pragma once

#include <sqlite3.h>

namespace latewood::store {

// Opens a log that can gather, on top of `system`.
int open_log_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* used);

// While this object exists, writes to the log of `database` are gathered. The caller must be in a transaction that ends
// with a flush. Bytes without a flush are dropped: their commit was not acknowledged.
class GatheredLog {
 public:
  explicit GatheredLog(sqlite3* database);
  ~GatheredLog();
  GatheredLog(const GatheredLog&) = delete;
  GatheredLog& operator=(const GatheredLog&) = delete;

 private:
  sqlite3_file* log_;  // null: not a log of this file system
};

}  // namespace latewood::store
