// The footprint of a candidate: the nodes and keys that it reads and writes. Decides whether two candidates conflict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/receipt.h"

namespace latewood::intake {

// Node ids, and overlap keys after a NUL. Ascending, each once.
struct Footprint {
  std::vector<std::string> reads;  // everything on which it depends, including its writes
  std::vector<std::string> writes;
};

Footprint footprint_of(const Candidate& candidate);

// Whether one candidate writes a node or key that the other one reads or writes.
bool conflict(const Footprint& a, const Footprint& b);

}  // namespace latewood::intake
