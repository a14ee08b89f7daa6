#include "warp/graph/slice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace latewood::warp {
namespace {

// For every slot, the ticks that wrote it, ascending.
using Producers = std::map<SlotId, std::vector<std::size_t>>;

Producers producers_of(std::span<const Footprint> ticks) {
  Producers producers;
  for (std::size_t tick = 0; tick < ticks.size(); ++tick) {
    for (const SlotId& slot : ticks[tick].out_slots) producers[slot].push_back(tick);
  }
  return producers;
}

std::optional<std::size_t> last_before(const Producers& producers, const SlotId& slot, std::size_t end) {
  const auto found = producers.find(slot);
  if (found == producers.end()) return std::nullopt;
  const auto after = std::lower_bound(found->second.begin(), found->second.end(), end);
  if (after == found->second.begin()) return std::nullopt;
  return *std::prev(after);
}

}  // namespace

std::vector<std::size_t> slice(std::span<const Footprint> ticks, const SlotId& target) {
  const Producers producers = producers_of(ticks);
  std::set<std::size_t> needed;
  std::vector<std::size_t> open;
  const auto need = [&](const SlotId& slot, std::size_t end) {
    const auto tick = last_before(producers, slot, end);
    if (tick && needed.insert(*tick).second) open.push_back(*tick);
  };
  need(target, ticks.size());
  while (!open.empty()) {
    const std::size_t tick = open.back();
    open.pop_back();
    for (const SlotId& slot : ticks[tick].in_slots) need(slot, tick);
  }
  return {needed.begin(), needed.end()};
}

}  // namespace latewood::warp
