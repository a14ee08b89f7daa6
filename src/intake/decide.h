// Which of the events that wait enter a cycle. A pure rule: queues and budgets go in, verdicts come out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "latewood/intake.h"

namespace latewood::intake {

// What an event takes of a budget besides being one.
struct EventCost {
  std::uint64_t bytes = 0;
  std::uint64_t work = 0;
};

// What of a budget is used up.
struct Usage {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
  std::uint64_t work = 0;

  void add(const EventCost& cost);
  // Whether the event still fits. Sums that no integer holds do not.
  bool has_room(const AdmissionBudget& budget, const EventCost& cost) const;
};

// The events of a stream that nobody decided about yet, in order.
struct Queue {
  std::string stream;
  AdmissionMode mode = AdmissionMode::Live;
  AdmissionBudget budget = {};  // its own
  Usage used = {};              // of that, by decisions of the same cycle
  std::vector<EventCost> events = {};
};

struct Verdict {
  std::uint64_t admitted = 0;  // from the front
  std::uint64_t dropped = 0;   // all the others, or none
};

struct Outcome {
  std::vector<Verdict> verdicts;                           // one for each queue
  std::vector<std::pair<std::size_t, std::size_t>> order;  // of what is admitted: which queue, which event of it
};

// `queues` ascend by stream. `used` is what live streams of the view took before in this cycle. Streams that catch
// up come first, whole; then the live ones take turns, beginning with the one that `tick` points at.
Outcome decide(const std::vector<Queue>& queues, const AdmissionBudget& budget, Usage used, std::uint64_t tick);

}  // namespace latewood::intake
