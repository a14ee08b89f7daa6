// What a question over many snapshots costs, against one question to one snapshot.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> range_figures();

}  // namespace latewood::bench
