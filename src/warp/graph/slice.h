// Finds the ticks on which the current value of a slot depends.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "warp/graph/slot.h"

namespace latewood::warp {

// The slots that one tick read and wrote.
struct Footprint {
  std::span<const SlotId> in_slots;
  std::span<const SlotId> out_slots;
};

// Returns the ticks that the value of `target` after the last tick depends on: the last tick that wrote it, for each
// slot that this tick read the last earlier tick that wrote that slot, and so on. Indices into `ticks`, ascending
// (PATCH-30); empty if no tick wrote the target. Time: one pass over all slots, and the slots that the result reads.
std::vector<std::size_t> slice(std::span<const Footprint> ticks, const SlotId& target);

}  // namespace latewood::warp
