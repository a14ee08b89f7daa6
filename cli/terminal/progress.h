// The progress of long work on standard error, if that is a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "latewood/repository.h"

namespace latewood::cli {

// Draws "verify  1200/5000" on one line, about ten times a second at most, and erases it at the end. Also lets Ctrl-C
// stop the work between two steps, with E_INTERRUPTED, so that no step stays half done.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // For the library to call; must not outlive this object.
  Progress callback();
  // For work that does not report progress: E_INTERRUPTED after Ctrl-C.
  Result<void> check() const;

 private:
  Result<void> advance(std::uint64_t done, std::uint64_t all);

  std::string what_;
  bool is_shown_ = false;
  bool was_drawn_ = false;
  std::int64_t last_drawn_ms_ = 0;
};

// Calls `work` with the callback and returns its result. Erases the line before it returns, so that the result can
// be printed.
template <class Work>
auto with_progress(std::string what, Work work) {
  ProgressLine line(std::move(what));
  return work(line.callback());
}

}  // namespace latewood::cli
