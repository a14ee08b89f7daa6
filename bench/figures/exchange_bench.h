// Documents out and in: against RapidJSON's writer and simdjson's parser on the same bytes.
#pragma once

#include <vector>

#include "driver/report.h"
#include "driver/run.h"

namespace latewood::bench {

Report exchange_figures(const Run& run);

}  // namespace latewood::bench
