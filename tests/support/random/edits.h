// Random mutations of a working state: most of them allowed, some not.
#pragma once

#include <string>

#include "engine/branch/branch.h"
#include "latewood/commit.h"
#include "latewood/node.h"
#include "support/random/random.h"

namespace latewood::test {

// A component with random members; its id, if any, is new to the branch.
Component random_component(Random& random, const engine::Branch& branch);

// The id of some node of the working tree, sometimes of none.
std::string random_id(Random& random, const engine::Branch& branch);

// Some commits give the turn they seal a ttl.
inline CommitOptions random_commit_options(Random& random) {
  CommitOptions options;
  if (random.chance(25)) options.ttl = static_cast<std::int64_t>(1 + random.below(4));
  return options;
}

// One mutation. Returns what was tried and how it ended, for the log of a failing law.
std::string random_edit(Random& random, engine::Branch& branch, const tree::Permissions& permissions);

}  // namespace latewood::test
