// Edits as somebody asked for them, and clocks that make them repeatable.
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

// What a clock said: the stamp it gave after each stamp it was asked about.
using Stamps = std::map<std::int64_t, std::int64_t>;

// Mutations that are kept together or dropped together, and everything they depended on besides
// the tree: asked for again on the same head, they make the same nodes.
struct EditCall {
  std::vector<tree::MadeEdit> edits;
  tree::Permissions permissions;
  Stamps stamps;
  std::optional<EventRef> event = {};  // what brought them about, if somebody said so
};

// Edits that wait for arbitration, as they were offered.
struct Offer {
  EditCall call;      // without stamps and ids; its actor is the proposer
  std::string rule;   // empty: that of the first edit
  std::string scope;  // empty: the node that the first edit names
};

// Stamps up to here may be issued. What came from outside may have later ones; whoever makes nodes
// checks that none has, so that one call or commit has room for all its stamps.
inline constexpr std::int64_t kLastStamp = std::numeric_limits<std::int64_t>::max() - (std::int64_t{1} << 40);

// Asks another clock and holds it to its word: stamps ascend (ORDER-11), and do not run out.
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

// Asks another clock and writes down what it says.
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

// Says what was written down, and goes on by itself where nothing was.
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
