// What one more turn costs, at a short and at a long history.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> append_figures();

}  // namespace latewood::bench
