// How much readers slow down a writer.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report readers_figures(const Run& run);

}  // namespace latewood::bench
