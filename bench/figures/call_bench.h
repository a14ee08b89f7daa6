// What a call of an operation costs beyond the function that it runs, and an open session beyond single commands.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report call_figures(const Run& run);

}  // namespace latewood::bench
