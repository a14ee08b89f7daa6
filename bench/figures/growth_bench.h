// Cost against the length of history, as curves.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report growth_figures(const Run& run);

}  // namespace latewood::bench
