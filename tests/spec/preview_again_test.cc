// Asking for the next commit again and again makes nothing new, and each edit is seen.
#include <gtest/gtest.h>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "support/context_probe.h"
#include "tree/node_pool.h"

namespace latewood::test {
namespace {

Context context_with_edits() {
  Context context({.clock = make_logical_clock()});
  must(context.insert({.role = "user", .content = "one", .id = "one", .ttl = 1}));
  must(context.commit());
  must(context.insert({.role = "user", .content = "two", .id = "two"}));
  return context;
}

PrunePolicy of_turns(std::uint64_t turns) {
  PrunePolicy policy;
  policy.turns = Budget{turns, turns};
  return policy;
}

std::size_t nodes_made(const Context& context) { return engine::Access::branch(context).pool().size(); }

TEST(PreviewAgain, MakesNoMoreNodes) {
  Context context = context_with_edits();
  const std::string first = must(context.preview());
  must(context.preview_report_under(of_turns(1)));
  const std::size_t made = nodes_made(context);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(must(context.preview()), first);
    must(context.preview_report());
    must(context.preview_report_under(of_turns(1)));
  }
  EXPECT_EQ(nodes_made(context), made);
}

TEST(PreviewAgain, SeesEveryChange) {
  Context context = context_with_edits();
  const auto departures = [&context] { return must(context.preview_report()).departures.size(); };
  EXPECT_EQ(departures(), 1U);
  must(context.pin("one"));
  EXPECT_EQ(departures(), 0U);
  must(context.unpin("one"));
  EXPECT_EQ(departures(), 1U);
  must(context.insert({.role = "user", .content = "three", .id = "three"}));
  EXPECT_NE(must(context.preview()).find("three"), std::string::npos);
  must(context.reset());
  EXPECT_EQ(must(context.preview()).find("two"), std::string::npos);
  must(context.set_policy(of_turns(1)));
  must(context.insert({.role = "user", .content = "four", .id = "four"}));
  const std::string before = must(context.preview());
  must(context.commit());
  EXPECT_EQ(must(must(context.latest()).provider_thread()), before);
}

}  // namespace
}  // namespace latewood::test
