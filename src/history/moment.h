// Parsed references to moments of a history. The moments need not exist.
#pragma once

#include <cstdint>

namespace latewood::history {

enum class TimeKind : std::uint8_t {
  Relative,  // @t-3: `value` is 3 commits before the latest
  Absolute,  // @c42: `value` is the cycle
};

struct Moment {
  TimeKind kind = TimeKind::Relative;
  std::uint64_t value = 0;
  friend bool operator==(const Moment&, const Moment&) = default;
};

// A range. Both ends are of one kind, in the order in which they were written.
struct MomentRange {
  Moment first;
  Moment last;
  friend bool operator==(const MomentRange&, const MomentRange&) = default;
};

// @*
struct EveryMoment {
  friend bool operator==(const EveryMoment&, const EveryMoment&) = default;
};

}  // namespace latewood::history
