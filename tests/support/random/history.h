// Contexts that grew by random calls and share their history, as forks do.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "latewood/context.h"
#include "support/plain/context.h"
#include "support/random/call.h"
#include "support/random/random.h"

namespace latewood::test {

class RandomHistory {
 public:
  explicit RandomHistory(Random& random) : random_(random) {
    ContextOptions options;
    options.clock = make_logical_clock();
    options.system = true;
    options.demote_overlaps = random.chance(40);
    PlainContext model(options);
    lines_.push_back({Context(std::move(options)), std::move(model)});
  }

  void grow(int steps) {
    for (int i = 0; i < steps; ++i) {
      Line& line = lines_[random_.below(lines_.size())];
      if (random_.chance(25)) {
        CommitOptions options;
        if (random_.chance(20)) options.ttl = static_cast<std::int64_t>(1 + random_.below(4));
        line.model.commit(line.context.commit({}, options)->commit_id, options);
        snapshots_.push_back(*line.context.latest());
      } else if (random_.chance(2) && line.model.cycle() > 0 && lines_.size() < 4) {
        const std::uint64_t cycle = 1 + random_.below(line.model.cycle());
        lines_.push_back({*line.context.fork(cycle), line.model.fork(cycle)});
      } else {
        const Call call = random_call(random_, line.model);
        make_call(call, line.model);
        make_call(call, line.context);
      }
    }
  }

  // All snapshots of all lines, in the order in which they were made.
  const std::vector<Snapshot>& snapshots() const { return snapshots_; }
  const Snapshot& pick() { return random_.pick(snapshots_); }

  // Some line of the history.
  const Context& line() { return lines_[random_.below(lines_.size())].context; }

 private:
  struct Line {
    Context context;
    PlainContext model;
  };
  Random& random_;
  std::deque<Line> lines_;
  std::vector<Snapshot> snapshots_;
};

}  // namespace latewood::test
