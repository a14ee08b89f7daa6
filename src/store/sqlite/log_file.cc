#include "store/sqlite/log_file.h"

#include <cstring>
#include <utility>

#include "store/sqlite/wrapped_file.h"

namespace latewood::store {
namespace {

// Longer data is written in pieces: SQLite's own files accept less than 128 KiB per call.
constexpr sqlite3_int64 kMostGathered = 120 << 10;

// The file object of a log for SQLite. The object of the file below follows it in memory.
struct LogFile {
  sqlite3_file base;
  bool gathers;
  char* gathered;        // buffer of `kMostGathered` bytes; null before the first use
  sqlite3_int64 start;   // place of the gathered bytes in the file
  sqlite3_int64 length;  // number of gathered bytes
};

static_assert(sizeof(LogFile) <= kWrappedHead);

LogFile& log_of(sqlite3_file* file) { return *reinterpret_cast<LogFile*>(file); }

int write_gathered(sqlite3_file* file) {
  LogFile& log = log_of(file);
  if (log.length == 0) return SQLITE_OK;
  const int length = static_cast<int>(std::exchange(log.length, 0));
  return passed_on<&sqlite3_io_methods::xWrite>(file, static_cast<const void*>(log.gathered), length, log.start);
}

// Writes the gathered bytes, then forwards the call to the file below.
template <auto Method, class... Args>
int after_writing(sqlite3_file* file, Args... args) {
  const int code = write_gathered(file);
  return code == SQLITE_OK ? passed_on<Method>(file, args...) : code;
}

int close_log(sqlite3_file* file) {
  sqlite3_free(log_of(file).gathered);
  return passed_on<&sqlite3_io_methods::xClose>(file);
}

int write_log(sqlite3_file* file, const void* bytes, int length, sqlite3_int64 at) {
  LogFile& log = log_of(file);
  const bool goes_on = at == log.start + log.length && log.length + length <= kMostGathered;
  if (!goes_on) {
    if (const int code = write_gathered(file); code != SQLITE_OK) return code;
    log.start = at;
  }
  if (!log.gathers || length > kMostGathered) {
    return after_writing<&sqlite3_io_methods::xWrite>(file, bytes, length, at);
  }
  std::memcpy(log.gathered + log.length, bytes, static_cast<std::size_t>(length));
  log.length += length;
  return SQLITE_OK;
}

constexpr sqlite3_io_methods kLogMethods = {
    1,
    close_log,
    after_writing<&sqlite3_io_methods::xRead, void*, int, sqlite3_int64>,
    write_log,
    after_writing<&sqlite3_io_methods::xTruncate, sqlite3_int64>,
    after_writing<&sqlite3_io_methods::xSync, int>,
    after_writing<&sqlite3_io_methods::xFileSize, sqlite3_int64*>,
    passed_on<&sqlite3_io_methods::xLock, int>,
    passed_on<&sqlite3_io_methods::xUnlock, int>,
    passed_on<&sqlite3_io_methods::xCheckReservedLock, int*>,
    passed_on<&sqlite3_io_methods::xFileControl, int, void*>,
    passed_on<&sqlite3_io_methods::xSectorSize>,
    passed_on<&sqlite3_io_methods::xDeviceCharacteristics>,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

int open_log_file(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* used) {
  LogFile& log = log_of(file);
  log = {};
  const int code = system->xOpen(system, name, below(file), flags, used);
  // SQLite calls close only if the methods are set.
  if (code == SQLITE_OK) log.base.pMethods = &kLogMethods;
  return code;
}

GatheredLog::GatheredLog(sqlite3* database) : log_(nullptr) {
  sqlite3_file* log = nullptr;
  const int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  if (code != SQLITE_OK || log == nullptr || log->pMethods != &kLogMethods) return;
  LogFile& file = log_of(log);
  if (file.gathered == nullptr) file.gathered = static_cast<char*>(sqlite3_malloc64(kMostGathered));
  if (file.gathered == nullptr) return;
  file.gathers = true;
  log_ = log;
}

GatheredLog::~GatheredLog() {
  if (log_ == nullptr || log_->pMethods != &kLogMethods) return;
  log_of(log_).gathers = false;
  log_of(log_).length = 0;
}

}  // namespace latewood::store
