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

// The ticks needed for the value `target` has after the last of `ticks`: the last
// one that wrote it, the last ones before that which wrote what it read, and so
// on. Indices into `ticks`, ascending (PATCH-30). Empty if no tick wrote it. Time
// follows all slots of all ticks once, and the slots the answer reads.
std::vector<std::size_t> slice(std::span<const Footprint> ticks, const SlotId& target);

}  // namespace latewood::warp
