// What a durable commit costs beyond one bare SQLite transaction of the same bytes.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

// Also prints the bytes that a turn takes in the file.
Report store_figures(const Run& run);

}  // namespace latewood::bench
