// Where time comes from. Every stamp becomes part of a node's header, so time is a
// recorded input and never read again.
#pragma once

#include <cstdint>
#include <memory>

namespace latewood {

class Clock {
 public:
  virtual ~Clock() = default;
  // The stamp of the next node, in nanoseconds; above `previous`.
  virtual std::int64_t stamp_after(std::int64_t previous) = 0;
};

// The machine's clock: the later of its time and 1,024 ns after the previous stamp.
std::unique_ptr<Clock> make_host_clock();

// Counts instead of measuring: 2^20 ns after the previous stamp, from 0. Two runs of the
// same edits give the same bytes.
std::unique_ptr<Clock> make_logical_clock();

}  // namespace latewood
