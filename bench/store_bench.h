// What a durable commit costs beyond one bare SQLite transaction of the same bytes.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

// Also prints the bytes that a turn takes in the file.
std::vector<Figure> store_figures();

}  // namespace latewood::bench
