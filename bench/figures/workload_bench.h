// Every workload whole, with its digest held against the known one.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report workload_figures(const Run& run);

// Runs them and writes their digests down as the known ones. False if that fails.
bool record_workloads(const Run& run);

}  // namespace latewood::bench
