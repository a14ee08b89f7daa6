// What rendering costs beside copying the bytes, and what a prefix report costs.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> render_figures();

}  // namespace latewood::bench
