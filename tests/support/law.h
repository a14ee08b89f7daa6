// Laws on generated data.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "support/random/random.h"

namespace latewood::test {

// Checks `law(random)` for a thousand seeds. RapidCheck prints the seed of a case
// that fails; RC_PARAMS="seed=..." in the environment plays it again.
template <class Law>
void expect_law(const std::string& claim, Law law) {
  EXPECT_TRUE(rc::check(claim, [&law] {
    const auto seeds = *rc::gen::noShrink(
        rc::gen::container<std::vector<std::uint64_t>>(10, rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    for (const std::uint64_t seed : seeds) {
      RC_LOG() << "seed " << seed << '\n';
      Random random(seed);
      law(random);
    }
  }));
}

}  // namespace latewood::test
