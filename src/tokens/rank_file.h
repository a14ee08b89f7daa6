// The files of ranks: where they are, and their bytes.
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::tokens {

// The bytes of NAME.ranks from the first place that has it (latewood/tokens.h). Unavailable if no place has it.
Result<std::string> load_rank_file(std::string_view name);

}  // namespace latewood::tokens
