// The cost of storing a history on a disk: commits through a context on SQLite, bytes on
// disk, opening, old snapshots, verifying, and many contexts in one file.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report durable_figures(const Run& run);

}  // namespace latewood::bench
