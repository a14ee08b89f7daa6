// Departures as text.
#pragma once

#include <string>

#include "latewood/commit.h"
#include "latewood/json_value.h"

namespace latewood::cli {

// "ID, by ttl, 12 bytes", or "ID, by ttl with PARENT, 12 bytes" for a node that left together with its parent. The
// result is printable.
std::string departure_text(const Departure& departure);
// Of {"bytes","cause","id","with"?}, as operations give it.
std::string departure_text(const JsonValue& departure);

}  // namespace latewood::cli
