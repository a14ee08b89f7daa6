// The admission decisions and the proposals of a commit as text.
#pragma once

#include <string>

#include "latewood/intake.h"
#include "latewood/json_value.h"
#include "latewood/receipt.h"

namespace latewood::cli {

// Every admission decision with its record, budgets and id, in canonical order.
std::string admission_text(const CycleAdmission& admission, std::uint64_t cycle);

// The proposals of a commit in the order of decision: proposer, edits, outcome, and which other proposals blocked it.
std::string proposals_text(const Receipt& receipt);

}  // namespace latewood::cli
