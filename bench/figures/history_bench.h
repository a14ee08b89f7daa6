// Session logs and whole requests: importing into a durable store, and finding what is new in a long request.
#pragma once

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report history_figures(const Run& run);

// A flush of this process to a disk.
void note_flush();

}  // namespace latewood::bench
