// What a candidate reads and writes, node by node, and whether two of them get in each other's way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/receipt.h"

namespace latewood::intake {

// Names of nodes and, behind a NUL, of overlap keys. Ascending, each once.
struct Footprint {
  std::vector<std::string> reads;  // everything it depends on, what it writes included
  std::vector<std::string> writes;
};

Footprint footprint_of(const Candidate& candidate);

// Whether one of them writes what the other reads or writes.
bool conflict(const Footprint& a, const Footprint& b);

}  // namespace latewood::intake
