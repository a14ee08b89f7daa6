// A file of SQLite's own system with something of ours before it in memory: how calls reach the file below.
#pragma once

#include <cstddef>

#include <sqlite3.h>

namespace latewood::store {

// Room for what is ours, `sqlite3_file` included. The file below lies behind it.
constexpr std::size_t kWrappedHead = 64;
static_assert(kWrappedHead % alignof(std::max_align_t) == 0);

inline sqlite3_file* below(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + kWrappedHead);
}

template <auto Method, class... Args>
int passed_on(sqlite3_file* file, Args... args) {
  sqlite3_file* real = below(file);
  return (real->pMethods->*Method)(real, args...);
}

template <auto Method, class... Args>
void passed_on_quietly(sqlite3_file* file, Args... args) {
  sqlite3_file* real = below(file);
  (real->pMethods->*Method)(real, args...);
}

}  // namespace latewood::store
