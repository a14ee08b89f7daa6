// What a question costs, from its text to the ids: at a short and at a long history, against
// a plain walk over the same tree, and against XPath over an equal document.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> selector_figures();

}  // namespace latewood::bench
