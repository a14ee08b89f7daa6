// What the server costs beyond the bytes it sends, and what many clients cost it.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report server_figures(const Run& run);

}  // namespace latewood::bench
