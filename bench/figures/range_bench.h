// The cost of a question over many snapshots, against one question to one snapshot.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report range_figures(const Run& run);

}  // namespace latewood::bench
