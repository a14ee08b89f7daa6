// A departure as people read it.
#pragma once

#include <string>

#include "latewood/commit.h"

namespace latewood::cli {

// "ID, by ttl, 12 bytes", and of a node that left because its parent did "ID, by ttl with PARENT, 12 bytes". Safe to
// print.
std::string departure_text(const Departure& departure);

}  // namespace latewood::cli
