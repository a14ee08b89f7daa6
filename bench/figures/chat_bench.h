// A durable chat turn beside the plain ways to keep one.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report chat_figures(const Run& run);

}  // namespace latewood::bench
