#include "store/sqlite/sqlite_log.h"

#include <algorithm>
#include <array>

namespace latewood::store {
namespace {

// A commit touches about ten pages, most of them the same ones every time. Copying them from the log less often than
// SQLite's default saves writing them again and again; the log stays below 18 MB.
constexpr int kMostPages = 4000;

// A process that commits a few times and ends does not need room: SQLite removes the log with its last user.
constexpr std::int64_t kFewPages = 64;

constexpr std::int64_t kPageInLog = 24 + 4096;
constexpr std::int64_t kCommit = 24 * kPageInLog;  // more than most take
constexpr std::int64_t kLeastRoom = std::int64_t{256} << 10;
constexpr std::int64_t kMostRoom = std::int64_t{1} << 20;

// Nobody reads what stands behind the last commit: the log is in order up to the first page whose salt is not that of
// the log's head.
constexpr std::array<char, 65536> kNothing{};

// The file that is the log, as long as the transaction keeps others from appending to it.
sqlite3_file* log_of(sqlite3* database) {
  if (sqlite3_txn_state(database, "main") != SQLITE_TXN_WRITE) return nullptr;
  sqlite3_file* log = nullptr;
  const int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  return code == SQLITE_OK && log != nullptr && log->pMethods != nullptr ? log : nullptr;
}

// Without a log, the same place has the journal for rolling back.
bool is_log(sqlite3_file* file) {
  constexpr std::array<unsigned char, 3> kSign{0x37, 0x7f, 0x06};
  std::array<unsigned char, 3> start{};
  return file->pMethods->xRead(file, start.data(), static_cast<int>(start.size()), 0) == SQLITE_OK && start == kSign;
}

}  // namespace

SqliteLog::SqliteLog(sqlite3* database) : database_(database) { sqlite3_wal_hook(database, after_commit, this); }

int SqliteLog::after_commit(void* self, sqlite3* database, const char* name, int pages) {
  auto& log = *static_cast<SqliteLog*>(self);
  // It starts anew, and may have been cut to nothing before.
  if (pages < log.pages_) log.end_ = 0;
  log.pages_ = pages;
  // If readers are in the way, the next commit tries again.
  if (pages >= kMostPages) sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  return SQLITE_OK;
}

// How long the file is, is asked for seldom: a file whose times somebody has looked at must have exact ones at its next
// change, which the next flush then writes, too.
void SqliteLog::make_room() {
  const std::int64_t used = pages_ * kPageInLog;
  if (pages_ < kFewPages || end_ >= used + kCommit) return;
  sqlite3_file* log = log_of(database_);
  if (log == nullptr || !is_log(log) || log->pMethods->xFileSize(log, &end_) != SQLITE_OK) return;
  if (end_ < used + kCommit) lengthen(log, end_ + std::clamp<std::int64_t>(used, kLeastRoom, kMostRoom));
}

// The end of the file stays where it is as long as this transaction has the lock. Room that cannot be had is not
// missed: then SQLite itself makes the log longer, or says that the disk is full.
void SqliteLog::lengthen(sqlite3_file* log, sqlite3_int64 wanted) {
  while (end_ < wanted) {
    if (log->pMethods->xWrite(log, kNothing.data(), static_cast<int>(kNothing.size()), end_) != SQLITE_OK) return;
    end_ += static_cast<sqlite3_int64>(kNothing.size());
  }
}

}  // namespace latewood::store
