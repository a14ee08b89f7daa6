// Clocks that record the stamps of a call and replay them.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "engine/record/edit_call.h"
#include "latewood/clock.h"

namespace latewood::engine {

// The highest stamp that may be issued. Imported nodes may have later stamps; code that creates nodes checks this limit
// first. The distance to the highest integer leaves room for all stamps of one call or commit.
inline constexpr std::int64_t kLastStamp = std::numeric_limits<std::int64_t>::max() - (std::int64_t{1} << 40);

// Forwards to another clock and enforces its contract: stamps ascend (ORDER-11) and stay below the limit.
class StrictClock : public Clock {
 public:
  // `clock` must outlive this one.
  explicit StrictClock(Clock& clock) : clock_(&clock) {}
  std::int64_t stamp_after(std::int64_t previous) override {
    const std::int64_t stamp = clock_->stamp_after(previous);
    return stamp > previous && stamp <= kLastStamp ? stamp : previous + 1;
  }

 private:
  Clock* clock_;
};

// Forwards to another clock and records its answers.
class RecordingClock : public Clock {
 public:
  // `clock` must outlive this one.
  explicit RecordingClock(Clock& clock) : clock_(clock) {}
  std::int64_t stamp_after(std::int64_t previous) override { return stamps_[previous] = clock_.stamp_after(previous); }
  Stamps take() { return std::move(stamps_); }

 private:
  Clock& clock_;
  Stamps stamps_;
};

// Replays recorded answers. Without a recorded answer, returns the next integer.
class ReplayClock : public Clock {
 public:
  explicit ReplayClock(const Stamps& stamps) : stamps_(stamps) {}
  std::int64_t stamp_after(std::int64_t previous) override {
    const auto known = stamps_.find(previous);
    return known == stamps_.end() ? previous + 1 : known->second;
  }

 private:
  const Stamps& stamps_;
};

}  // namespace latewood::engine
