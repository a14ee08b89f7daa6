// What the machine can do at best: the limits beside which figures are read.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

// BLAKE3, SHA-256 and copying over the same bytes, and a flush of the size of a turn to the disk.
Report hardware_limits(const Run& run);

}  // namespace latewood::bench
