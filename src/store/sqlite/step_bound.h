// An end for every statement: the steps that SQLite may take are bounded by the size of the file.
//
// The pages of a damaged tree may name the same pages again and again, and a walk over them would take longer than
// anyone waits. A sound file needs a few steps for each of its bytes at most.
#pragma once

#include <cstdint>
#include <string>

#include <sqlite3.h>

namespace latewood::store {

class StepBound {
 public:
  // Statements of `database`, whose file is `path`, end with SQLITE_INTERRUPT where they pass the bound.
  StepBound(sqlite3* database, std::string path);
  StepBound(const StepBound&) = delete;
  StepBound& operator=(const StepBound&) = delete;

  // A new statement begins.
  void start() { ticks_ = 0; }

 private:
  static int tick(void* self);
  bool is_passed();

  std::string path_;
  std::uint64_t ticks_ = 0;
  std::uint64_t most_ = 0;  // ticks that the file allows; asked for once many were taken
};

}  // namespace latewood::store
