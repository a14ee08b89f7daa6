// The cost of calling an operation over that of the function that it runs, and of single commands over that of an open
// session.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report call_figures(const Run& run);

}  // namespace latewood::bench
