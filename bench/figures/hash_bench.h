// The cost of a content hash over that of hashing the same bytes.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report hash_figures(const Run& run);

}  // namespace latewood::bench
