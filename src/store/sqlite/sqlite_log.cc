#include "store/sqlite/sqlite_log.h"

#include <algorithm>
#include <array>

namespace latewood::store {
namespace {

// The log is copied into the file when it has this many pages. A commit changes about ten pages, mostly the same ones,
// so copying less often than SQLite's default writes them fewer times. The log stays below 18 MB.
constexpr int kMostPages = 4000;

// No room is made before the log has this many pages: SQLite removes the log with its last user, so a process with few
// commits gains nothing.
constexpr std::int64_t kFewPages = 64;

constexpr std::int64_t kPageInLog = 24 + 4096;
constexpr std::int64_t kCommit = 24 * kPageInLog;  // more than most commits take
constexpr std::int64_t kLeastRoom = std::int64_t{256} << 10;
constexpr std::int64_t kMostRoom = std::int64_t{1} << 20;

// Zeros written after the last commit. They are never read: the log ends at the first page whose salt differs from that
// of the log's header.
constexpr std::array<char, 65536> kNothing{};

// The file of the log; null outside of a write transaction, which keeps other writers from appending to it.
sqlite3_file* log_of(sqlite3* database) {
  if (sqlite3_txn_state(database, "main") != SQLITE_TXN_WRITE) return nullptr;
  sqlite3_file* log = nullptr;
  const int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  return code == SQLITE_OK && log != nullptr && log->pMethods != nullptr ? log : nullptr;
}

// Returns false for a rollback journal, which SQLite returns in place of the log if the log is not in use.
bool is_log(sqlite3_file* file) {
  constexpr std::array<unsigned char, 3> kSign{0x37, 0x7f, 0x06};
  std::array<unsigned char, 3> start{};
  return file->pMethods->xRead(file, start.data(), static_cast<int>(start.size()), 0) == SQLITE_OK && start == kSign;
}

}  // namespace

SqliteLog::SqliteLog(sqlite3* database) : database_(database) { sqlite3_wal_hook(database, after_commit, this); }

int SqliteLog::after_commit(void* self, sqlite3* database, const char* name, int pages) {
  auto& log = *static_cast<SqliteLog*>(self);
  // The log restarts from its beginning, and may have been truncated before.
  if (pages < log.pages_) log.end_ = 0;
  log.pages_ = pages;
  // If readers block this, the next commit tries again.
  if (pages >= kMostPages) sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  return SQLITE_OK;
}

// Asks for the length of the file seldom: after a query of a file's attributes, the system records exact times at the
// next change, and the next flush writes these as well.
void SqliteLog::make_room() {
  const std::int64_t used = pages_ * kPageInLog;
  if (pages_ < kFewPages || end_ >= used + kCommit) return;
  sqlite3_file* log = log_of(database_);
  if (log == nullptr || !is_log(log) || log->pMethods->xFileSize(log, &end_) != SQLITE_OK) return;
  if (end_ < used + kCommit) lengthen(log, end_ + std::clamp<std::int64_t>(used, kLeastRoom, kMostRoom));
}

// The length of the file cannot change meanwhile: this transaction has the lock. An error is ignored: SQLite then
// lengthens the log itself, or reports that the disk is full.
void SqliteLog::lengthen(sqlite3_file* log, sqlite3_int64 wanted) {
  while (end_ < wanted) {
    if (log->pMethods->xWrite(log, kNothing.data(), static_cast<int>(kNothing.size()), end_) != SQLITE_OK) return;
    end_ += static_cast<sqlite3_int64>(kNothing.size());
  }
}

}  // namespace latewood::store
