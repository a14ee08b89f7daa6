// The cost of a question, from its text to the ids: at a short and at a long history, against
// a plain walk over the same tree, and against XPath over an equal document.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report selector_figures(const Run& run);

}  // namespace latewood::bench
