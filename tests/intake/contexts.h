// Contexts that keep receipts, with random histories.
#pragma once

#include <rapidcheck.h>

#include <memory>
#include <utility>

#include "engine/branch/access.h"
#include "latewood/context.h"
#include "support/random/edits.h"
#include "support/random/random.h"
#include "tree/edit/permissions.h"

namespace latewood::test {

inline Context context_with_receipts() {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.receipts = true;
  return Context(std::move(options));
}

inline void edit_some(Context& context, Random& random) {
  const tree::Permissions permissions{random.chance(60), random.chance(30), random.chance(50) ? "tester" : ""};
  for (std::size_t i = random.below(8); i > 0; --i) {
    RC_LOG() << random_edit(random, engine::Access::branch(context), permissions) << '\n';
  }
}

inline void maybe_prune(Context& context, Random& random) {
  if (!random.chance(40)) return;
  PrunePolicy policy;
  policy.turns = Budget{3 + random.below(3), 2, 0};
  if (random.chance(50)) policy.bytes = Budget{60, 40, 0};
  RC_ASSERT(context.set_policy(policy).has_value());
}

}  // namespace latewood::test
