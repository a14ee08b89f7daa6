// A file object of ours, followed in memory by the object of the file in SQLite's own system below it. Forwards calls
// to the file below.
#pragma once

#include <cstddef>

#include <sqlite3.h>

namespace latewood::store {

// The bytes reserved for our object, including its `sqlite3_file`. The object of the file below follows.
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
