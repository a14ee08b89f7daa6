// The cost of a commit of a context, at a short and at a long history.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report context_figures(const Run& run);

}  // namespace latewood::bench
