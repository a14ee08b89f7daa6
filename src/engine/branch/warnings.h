// Warnings of a context, with their texts.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/commit.h"
#include "latewood/query.h"
#include "latewood/result.h"
#include "latewood/warning.h"

namespace latewood::engine {

// A page could not be read, and the patches were read instead.
Warning damage_warning(const std::string& damage);
// A node that a commit kept although its cycles have run out.
Warning deferred_warning(const std::string& id, std::uint64_t cycle);

// Those that stand in the result of a range, told to the host too; `warn` may be empty.
void warn_of_range(const RangeDiffLatestResult& range, const WarningSink& warn);
// A collision of digests (E_HASH_COLLISION); other errors are no warnings.
void warn_of_collision(const Error& error, const WarningSink& warn);
// One warning for all that an import filled in or corrected; none if there was nothing. `warn` may be empty.
void warn_of_completions(std::uint64_t completed, std::uint64_t corrected, const WarningSink& warn);

}  // namespace latewood::engine
