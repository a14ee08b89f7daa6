#include "latewood/clock.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace latewood {
namespace {

constexpr std::int64_t kHostStep = std::int64_t{1} << 10;
// Wide enough to insert turns between two turns later (D-23).
constexpr std::int64_t kLogicalStep = std::int64_t{1} << 20;

// Stamps that were read from elsewhere may be as late as 64 bits can say; the clock stands
// still there.
std::int64_t step_after(std::int64_t previous, std::int64_t step) {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  return previous > kLast - step ? kLast : previous + step;
}

class HostClock final : public Clock {
 public:
  std::int64_t stamp_after(std::int64_t previous) override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t sample = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    return std::max(step_after(previous, kHostStep), sample);
  }
};

class LogicalClock final : public Clock {
 public:
  std::int64_t stamp_after(std::int64_t previous) override { return step_after(previous, kLogicalStep); }
};

}  // namespace

std::unique_ptr<Clock> make_host_clock() { return std::make_unique<HostClock>(); }
std::unique_ptr<Clock> make_logical_clock() { return std::make_unique<LogicalClock>(); }

}  // namespace latewood
