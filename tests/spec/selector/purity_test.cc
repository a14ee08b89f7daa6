// Asking changes nothing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "selector/matcher.h"
#include "support/random/tree.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::test {
namespace {

const std::vector<const char*> kSelectors = {
    "*",          "^root .cb",           "#n3",           ".mt:depth(1-3) .mc > .cb",
    "[ttl<=1]",   ".cb:first, .cb:last", ":pre .cb:last", "[data_x<'x']",
    ".mt:nth(2)", "[content_hash>'8']",  "#nobody",
};

// SEL-01: neither the bytes of the state nor its root change, whatever is asked.
TEST(SelectorPurity, SelectorsLeaveTheStateAsItWas) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const SampleTree sample = random_tree(random);
    const auto bytes = [&] { return warp::encode_state(warp::state_of(sample.tree()), warp::root_key(sample.tree())); };
    const auto root = [&] { return warp::state_root(warp::state_of(sample.tree()), warp::root_key(sample.tree())); };
    const std::string bytes_before = bytes();
    const auto root_before = root();
    const selector::Scope scope = sample.scope();
    for (const char* text : kSelectors) {
      const selector::Plan plan(parsed(text));
      plan.match(scope);
      plan.explain(scope);
      plan.for_each(scope, [](const tree::Place&) { return false; });
      for (const tree::Place& place : sample.places()) plan.matches(scope, place);
    }
    ASSERT_EQ(bytes(), bytes_before);
    ASSERT_EQ(root(), root_before);
  }
}

}  // namespace
}  // namespace latewood::test
