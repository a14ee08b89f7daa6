// The price of prompts under different policies, and the cost of computing it.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report economy_figures(const Run& run);

}  // namespace latewood::bench
