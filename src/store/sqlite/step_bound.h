// Bounds the steps of every statement by the size of the file.
//
// The pages of a damaged tree may refer to the same pages again and again, so that a statement would practically never
// end. A sound file needs at most a few steps per byte.
#pragma once

#include <cstdint>
#include <string>

#include <sqlite3.h>

namespace latewood::store {

class StepBound {
 public:
  // A statement of `database`, whose file is `path`, that exceeds the bound ends with SQLITE_INTERRUPT.
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
  std::uint64_t most_ = 0;  // ticks that the file's size allows; computed after `kFreeTicks`
};

}  // namespace latewood::store
