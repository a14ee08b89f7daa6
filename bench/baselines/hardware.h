// The limits of the machine, for comparison with the figures.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

// BLAKE3, SHA-256 and copying over the same bytes, and a flush of the size of a turn to the disk.
Report hardware_limits(const Run& run);

}  // namespace latewood::bench
