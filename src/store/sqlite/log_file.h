// SQLite's log as a file that takes the pages of a commit together.
//
// SQLite writes each page and its head by calls of their own, twenty for a usual commit, and then flushes. While a
// commit is gathered, they are kept in memory and written by one call before the flush, or before anything else that
// looks at the file. Outside of that the log is the file it was.
#pragma once

#include <sqlite3.h>

namespace latewood::store {

// Opens a log that can gather, on top of `system`.
int open_log_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* used);

// For as long as this lives, what is written to the log of `database` is gathered. There must be a transaction that
// ends with a flush: what was not flushed by then is dropped, as nobody was told of it.
class GatheredLog {
 public:
  explicit GatheredLog(sqlite3* database);
  ~GatheredLog();
  GatheredLog(const GatheredLog&) = delete;
  GatheredLog& operator=(const GatheredLog&) = delete;

 private:
  sqlite3_file* log_;  // none: it is not a log of ours
};

}  // namespace latewood::store
