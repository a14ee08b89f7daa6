// What a piece of work costs, by the instructions of this thread. Where the system does not count them, by the
// processor's time, which is not that of the clock on the wall.
#pragma once

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace latewood::test {

class InstructionCounter {
 public:
  InstructionCounter() {
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    file_ = static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
  }
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;
  ~InstructionCounter() {
    if (file_ >= 0) ::close(file_);
  }

  std::uint64_t now() const {
    std::uint64_t count = 0;
    if (file_ >= 0 && ::read(file_, &count, sizeof count) == sizeof count && count > 0) return count;
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
  }

 private:
  int file_ = -1;
};

// The least of three runs.
template <class Work>
std::uint64_t cost_of(Work work) {
  const InstructionCounter counter;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t before = counter.now();
    work();
    least = std::min(least, counter.now() - before);
  }
  return least;
}

}  // namespace latewood::test
