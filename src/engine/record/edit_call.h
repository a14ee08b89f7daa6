// Edit calls, and clocks that record and replay the stamps of a call.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "latewood/clock.h"
#include "latewood/receipt.h"
#include "tree/edit/edit.h"
#include "tree/edit/editor.h"

namespace latewood::engine {

// The answers of a clock: previous stamp -> the stamp issued after it.
using Stamps = std::map<std::int64_t, std::int64_t>;

// Edits that take effect together or not at all, with all their inputs except the tree. Replaying the call on the same
// head makes the same nodes.
struct EditCall {
  std::vector<tree::MadeEdit> edits;
  tree::Permissions permissions;
  Stamps stamps;
  std::optional<EventRef> event = {};  // the event that caused the edits, if the caller named one
};

// A proposal as its proposer offered it. It waits for arbitration at the next commit.
struct Offer {
  EditCall call;      // without stamps and ids; its actor is the proposer
  std::string rule;   // empty: the rule of the first edit
  std::string scope;  // empty: the node that the first edit names
};

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

inline tree::Surroundings with_clock(tree::Surroundings around, Clock& clock) {
  around.clock = &clock;
  return around;
}

}  // namespace latewood::engine
