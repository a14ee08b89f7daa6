// How fast a whole state is hashed, against hashing its bytes alone.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> state_root_figures();

}  // namespace latewood::bench
