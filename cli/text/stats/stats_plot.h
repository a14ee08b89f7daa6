// Statistics of cycles as bars of text, and as SVG.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "latewood/cycle_figures.h"

namespace latewood::cli {

// One line per cycle: its bytes as a bar with a letter for each region, the kept part of the previous request, and the
// cause of a break with the number of removed nodes by cause; with prices also the price of each request.
std::string stats_text(const std::vector<CycleFigures>& cycles, std::size_t columns,
                       const std::optional<Prices>& prices);

// One SVG document: stacked bars for the regions, a line for the kept prefix, and bars for removed bytes.
std::string stats_svg(const std::vector<CycleFigures>& cycles);

}  // namespace latewood::cli
