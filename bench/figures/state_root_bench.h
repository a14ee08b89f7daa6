// How fast a whole state is hashed, against hashing its bytes alone.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report state_root_figures(const Run& run);

}  // namespace latewood::bench
