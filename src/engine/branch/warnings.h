// The warnings of a context and their texts.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/commit.h"
#include "latewood/query.h"
#include "latewood/result.h"
#include "latewood/warning.h"

namespace latewood::engine {

// A page could not be read; the history was replayed from its patches.
Warning damage_warning(const std::string& damage);
// A commit kept an expired node because a pin or a reference holds it.
Warning deferred_warning(const std::string& id, std::uint64_t cycle);

// W_PREFIX_BROKEN: the new block is in front of sealed blocks.
Warning order_warning(const std::string& id);

// Passes the warnings of a range to `warn`, which may be empty.
void warn_of_range(const RangeDiffLatestResult& range, const WarningSink& warn);
// Warns if the error is a collision of digests (E_HASH_COLLISION). `warn` may be empty.
void warn_of_collision(const Error& error, const WarningSink& warn);
// One warning with the counts of members that an import filled in or corrected; none if both are 0. `warn` may be
// empty.
void warn_of_completions(std::uint64_t completed, std::uint64_t corrected, const WarningSink& warn);

}  // namespace latewood::engine
