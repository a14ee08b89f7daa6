// Conversations that nobody would have on purpose: every kind of block in every role, calls
// and results that miss each other, and edits that take away or hide what others need.
#pragma once

#include <string>
#include <vector>

#include "latewood/context.h"
#include "support/random/random.h"

namespace latewood::test {

// A block whose content has the neutral shape of its kind, bound to no vendor.
Component random_block(Random& random);
// One tool definition for `^sys`.
Component random_tool(Random& random);

// One random edit or commit of a context with the system capability. Refusals are fine: they
// change nothing.
void random_step(Random& random, Context& context);

// The same with items of that vendor's own among the blocks, mostly in pairs.
void random_step(Random& random, Context& context, const std::string& vendor);

}  // namespace latewood::test
