// Statistics of cycles as pictures: bars in a terminal, and SVG.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/text/cycle_stats.h"

namespace latewood::cli {

// A line for every cycle: its bytes as a bar with a letter for each region, the part of the prompt that it kept,
// and what left.
std::string stats_text(const std::vector<CycleStats>& cycles, std::size_t columns);

// One document: stacked bars for the regions, a line for the kept prefix, a mark where something left.
std::string stats_svg(const std::vector<CycleStats>& cycles);

}  // namespace latewood::cli
