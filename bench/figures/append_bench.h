// The cost of one more turn, at a short and at a long history.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report append_figures(const Run& run);

}  // namespace latewood::bench
