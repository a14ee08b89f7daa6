// Statistics of cycles as bars of text, and as SVG.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "latewood/cycle_stats.h"

namespace latewood::cli {

// One line per cycle: its bytes as a bar with a letter for each region, the kept part of the previous request, and the
// number of removed nodes by cause.
std::string stats_text(const std::vector<CycleStats>& cycles, std::size_t columns);

// One SVG document: stacked bars for the regions, a line for the kept prefix, and bars for removed bytes.
std::string stats_svg(const std::vector<CycleStats>& cycles);

}  // namespace latewood::cli
