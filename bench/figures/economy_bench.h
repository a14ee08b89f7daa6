// What prompts cost under different policies, and what it costs to know.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report economy_figures(const Run& run);

}  // namespace latewood::bench
