// How far long work is, on stderr, if a person is there to see it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "latewood/repository.h"

namespace latewood::cli {

// Draws "verify  1200/5000" over itself, at most some ten times a second, and takes it away at the end. Also
// lets Ctrl-C end the work between two steps, with E_INTERRUPTED, so that nothing is left half done.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // To be called by the library; must not outlive this object.
  Progress callback();
  // For work that cannot tell how far it is: E_INTERRUPTED after Ctrl-C.
  Result<void> check() const;

 private:
  Result<void> advance(std::uint64_t done, std::uint64_t all);

  std::string what_;
  bool is_shown_ = false;
  bool was_drawn_ = false;
  std::int64_t last_drawn_ms_ = 0;
};

// Runs long work, which takes the callback, and gives what it gives. The line is gone before anything is printed
// about the result.
template <class Work>
auto with_progress(std::string what, Work work) {
  ProgressLine line(std::move(what));
  return work(line.callback());
}

}  // namespace latewood::cli
