#include "store/sqlite/file_system.h"

#include <sqlite3.h>

#include "store/sqlite/log_file.h"
#include "store/sqlite/page_file.h"
#include "store/sqlite/wrapped_file.h"

namespace latewood::store {
namespace {

sqlite3_vfs* system_below() {
  static sqlite3_vfs* const kSystem = sqlite3_vfs_find(nullptr);
  return kSystem;
}

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* used) {
  sqlite3_vfs* system = system_below();
  if ((flags & SQLITE_OPEN_WAL) != 0) return open_log_file(system, name, file, flags, used);
  if ((flags & SQLITE_OPEN_MAIN_DB) != 0) return open_page_file(system, name, file, flags, used);
  return system->xOpen(system, name, file, flags, used);
}

// Forwards a method to the system below, with that system as its argument.
template <auto Method, class... Args>
auto by_system(sqlite3_vfs*, Args... args) {
  sqlite3_vfs* system = system_below();
  return (system->*Method)(system, args...);
}

sqlite3_vfs make_system() {
  sqlite3_vfs system = *system_below();
  system.iVersion = 2;
  system.szOsFile += static_cast<int>(kWrappedHead);
  system.pNext = nullptr;
  system.zName = "latewood";
  system.xOpen = open_file;
  system.xDelete = by_system<&sqlite3_vfs::xDelete, const char*, int>;
  system.xAccess = by_system<&sqlite3_vfs::xAccess, const char*, int, int*>;
  system.xFullPathname = by_system<&sqlite3_vfs::xFullPathname, const char*, int, char*>;
  system.xDlOpen = by_system<&sqlite3_vfs::xDlOpen, const char*>;
  system.xDlError = by_system<&sqlite3_vfs::xDlError, int, char*>;
  system.xDlClose = by_system<&sqlite3_vfs::xDlClose, void*>;
  system.xRandomness = by_system<&sqlite3_vfs::xRandomness, int, char*>;
  system.xSleep = by_system<&sqlite3_vfs::xSleep, int>;
  system.xCurrentTime = by_system<&sqlite3_vfs::xCurrentTime, double*>;
  system.xGetLastError = by_system<&sqlite3_vfs::xGetLastError, int, char*>;
  system.xCurrentTimeInt64 = by_system<&sqlite3_vfs::xCurrentTimeInt64, sqlite3_int64*>;
  return system;
}

}  // namespace

const char* file_system_name() {
  static sqlite3_vfs system = make_system();
  static const int kRegistered = sqlite3_vfs_register(&system, 0);
  return kRegistered == SQLITE_OK ? system.zName : nullptr;
}

}  // namespace latewood::store
