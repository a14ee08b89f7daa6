#include "intake/decide.h"

namespace latewood::intake {
namespace {

bool fits(const std::optional<std::uint64_t>& most, std::uint64_t used, std::uint64_t more) {
  return !most || (used <= *most && more <= *most - used);
}

}  // namespace

void Usage::add(const EventCost& cost) {
  ++events;
  bytes += cost.bytes;
  work += cost.work;
}

bool Usage::has_room(const AdmissionBudget& budget, const EventCost& cost) const {
  return fits(budget.max_events, events, 1) && fits(budget.max_bytes, bytes, cost.bytes) &&
         fits(budget.max_work, work, cost.work);
}

Outcome decide(const std::vector<Queue>& queues, const AdmissionBudget& budget, Usage used, std::uint64_t tick) {
  Outcome outcome;
  outcome.verdicts.resize(queues.size());
  std::vector<std::size_t> live;
  for (std::size_t at = 0; at < queues.size(); ++at) {
    const Queue& queue = queues[at];
    Verdict& verdict = outcome.verdicts[at];
    if (queue.mode == AdmissionMode::PauseDrop) verdict.dropped = queue.events.size();
    if (queue.mode == AdmissionMode::Live && !queue.events.empty()) live.push_back(at);
    if (queue.mode != AdmissionMode::CatchUp) continue;
    verdict.admitted = queue.events.size();
    for (std::size_t event = 0; event < queue.events.size(); ++event) outcome.order.emplace_back(at, event);
  }
  std::vector<Usage> used_by(queues.size());
  for (const std::size_t at : live) used_by[at] = queues[at].used;
  // Round robin, one event per stream and round. A stream leaves when it has no more events or its next one does not
  // fit.
  std::size_t turn = live.empty() ? 0 : static_cast<std::size_t>(tick % live.size());
  while (!live.empty()) {
    turn %= live.size();
    const std::size_t at = live[turn];
    const Queue& queue = queues[at];
    Verdict& verdict = outcome.verdicts[at];
    const bool has_more = verdict.admitted < queue.events.size();
    const EventCost cost = has_more ? queue.events[verdict.admitted] : EventCost();
    if (!has_more || !used.has_room(budget, cost) || !used_by[at].has_room(queue.budget, cost)) {
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(turn));
      continue;
    }
    used.add(cost);
    used_by[at].add(cost);
    outcome.order.emplace_back(at, verdict.admitted++);
    ++turn;
  }
  return outcome;
}

}  // namespace latewood::intake
