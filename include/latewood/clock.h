// Where time comes from. Every stamp becomes part of the header of a node, so time is a recorded input: it is asked
// once and never again.
//
//   Context counted({.clock = make_logical_clock()});  // the same edits give the same bytes in every run
#pragma once

#include <cstdint>
#include <memory>

namespace latewood {

// An interface that a program may implement. A clock is owned by the contexts that use it (`ContextOptions::clock`) and
// called on the thread that edits them; one that several contexts share must be safe for several threads.
class Clock {
 public:
  virtual ~Clock() = default;
  // The stamp of the next node in nanoseconds; must be greater than `previous`.
  virtual std::int64_t stamp_after(std::int64_t previous) = 0;
};

// The clock of the host: its time, but at least 1,024 ns after the previous stamp.
std::unique_ptr<Clock> make_host_clock();

// A counter instead of a measurement: 2^20 ns after the previous stamp, from 0.
std::unique_ptr<Clock> make_logical_clock();

}  // namespace latewood
