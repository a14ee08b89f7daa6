// Decides which waiting events enter a cycle. A pure function of queues and budgets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "latewood/intake.h"

namespace latewood::intake {

// The cost of an event for a budget, besides the event itself.
struct EventCost {
  std::uint64_t bytes = 0;
  std::uint64_t work = 0;
};

// The used part of a budget.
struct Usage {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
  std::uint64_t work = 0;

  void add(const EventCost& cost);
  // Whether the event fits into the budget. False if a sum overflows.
  bool has_room(const AdmissionBudget& budget, const EventCost& cost) const;
};

// The undecided events of a stream, in order.
struct Queue {
  std::string stream;
  AdmissionMode mode = AdmissionMode::Live;
  AdmissionBudget budget = {};  // the budget of the stream
  Usage used = {};              // the part used by earlier decisions of the same cycle
  std::vector<EventCost> events = {};
};

struct Verdict {
  std::uint64_t admitted = 0;  // the number of admitted events, from the front
  std::uint64_t dropped = 0;   // all remaining events, or 0
};

struct Outcome {
  std::vector<Verdict> verdicts;                           // one for each queue
  std::vector<std::pair<std::size_t, std::size_t>> order;  // admitted events: index of the queue, index of the event
};

// `queues` must ascend by stream. `used` is the part of `budget` that live streams of the view used before in this
// cycle. Streams in catch-up are admitted first, each as a whole. Then the live streams take turns, beginning with
// number `tick` modulo their count.
Outcome decide(const std::vector<Queue>& queues, const AdmissionBudget& budget, Usage used, std::uint64_t tick);

}  // namespace latewood::intake
