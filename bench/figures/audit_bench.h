// The cost of reasons: receipts with every commit, `why` itself, and the admission of events.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report audit_figures(const Run& run);

}  // namespace latewood::bench
