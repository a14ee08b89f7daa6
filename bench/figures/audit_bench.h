// What it costs to know why: receipts with every commit, the question itself, and events on their way in.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report audit_figures(const Run& run);

}  // namespace latewood::bench
