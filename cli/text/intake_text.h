// What a commit let in from streams, and what it decided about proposals.
#pragma once

#include <string>

#include "latewood/intake.h"
#include "latewood/json_value.h"
#include "latewood/receipt.h"

namespace latewood::cli {

// Every decision with its record, its budgets and its id, in canonical order.
std::string admission_text(const CycleAdmission& admission, std::uint64_t cycle);

// The proposals of a commit in the order in which they were decided: who offered what, what became of it, and what was
// in its way.
std::string proposals_text(const Receipt& receipt);
JsonValue proposals_json(const Receipt& receipt);

}  // namespace latewood::cli
