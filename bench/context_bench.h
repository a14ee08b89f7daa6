// What a commit of a context costs, at a short and at a long history.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> context_figures();

}  // namespace latewood::bench
