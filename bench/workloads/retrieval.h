#pragma once

#include <cstdint>

#include "latewood/context.h"

namespace latewood::bench {

// A question, five documents of 1,000 bytes before it that stay for three cycles, an answer, and a commit.
void retrieval_turn(Context& context, std::uint64_t number);

}  // namespace latewood::bench
