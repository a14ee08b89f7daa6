// The cost of rendering over that of copying the bytes, and the cost of a prefix report.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report render_figures(const Run& run);

}  // namespace latewood::bench
