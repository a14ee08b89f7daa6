// Documents out and in: against RapidJSON's writer and simdjson's parser on the same bytes.
#pragma once

#include <vector>

#include "ratio.h"

namespace latewood::bench {

std::vector<Figure> exchange_figures();

}  // namespace latewood::bench
