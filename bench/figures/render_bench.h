// What rendering costs beside copying the bytes, and what a prefix report costs.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report render_figures(const Run& run);

}  // namespace latewood::bench
