// Kept figures of commits are those that are computed, whatever happened to the branch.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "latewood/cycle_figures.h"
#include "latewood/errors.h"
#include "latewood/ext/store_names.h"
#include "latewood/repository.h"
#include "latewood/settings.h"
#include "support/context_probe.h"
#include "support/random/conversation.h"

namespace latewood::test {
namespace {

Context opened(Repository& repository, const std::string& branch = {}) {
  OpenOptions options;
  options.branch = branch;
  options.context.clock = make_logical_clock();
  options.context.system = true;
  return repository.open_context("main", options).value();
}

void live(Random& random, Context& context, std::size_t commits) {
  while (commits > 0) {
    const std::uint64_t before = context.cycle();
    random_step(random, context);
    if (context.cycle() > before) --commits;
  }
}

void expect_same(const Context& context, const std::string& profile, const std::string& counter = "estimate") {
  FiguresOptions options;
  options.profile = profile;
  options.counter = counter;
  options.limit = 100000;
  const auto kept = cycle_figures(context, options).value();
  options.computes_all = true;
  const auto computed = cycle_figures(context, options).value();
  EXPECT_EQ(kept.size(), computed.size());
  EXPECT_TRUE(kept == computed) << profile;
}

std::string kept_state(const std::shared_ptr<store::Store>& store, const std::string& branch) {
  const auto context = store->find_context("main").value();
  return store->find_state(context->key, "figures/" + branch).value().value_or("");
}

TEST(KeptFigures, AreThoseThatAreComputed) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::shared_ptr<store::Store> store = *store::open_store("memory:");
    Repository repository(store);
    std::string profile;
    if (random.chance(70)) profile = random.pick(kProfiles);
    { Context made = opened(repository); }
    change_settings(repository, "main", [&](Settings& settings) { settings.profile = profile; }).value();
    for (int opening = 0; opening < 3; ++opening) {
      Context context = opened(repository);
      live(random, context, 1 + random.below(25));
      if (random.chance(30)) {
        PrunePolicy policy;
        policy.turns = Budget{.trigger = 5, .target = 2};
        context.set_policy(policy).value();
      }
    }
    EXPECT_FALSE(kept_state(store, "main").empty());
    const Context later = opened(repository);
    expect_same(later, profile);
    expect_same(later, profile.empty() ? "openai" : "");
    const std::uint64_t at = 1 + random.below(later.cycle());
    if (!repository.create_branch("main", "side", "main@c" + std::to_string(at))) continue;
    {
      Context side = opened(repository, "side");
      expect_same(side, profile);
      live(random, side, 1 + random.below(40));
    }
    expect_same(opened(repository, "side"), profile);
    expect_same(opened(repository), profile);
  }
}

TEST(KeptFigures, ManyCommitsAreInPages) {
  Repository repository(*store::open_store("memory:"));
  Random random(11);
  {
    Context context = opened(repository);
    live(random, context, 200);
  }
  expect_same(opened(repository), "");
  FiguresOptions newest;
  newest.limit = 3;
  newest.start = 90;
  const auto some = cycle_figures(opened(repository), newest).value();
  ASSERT_EQ(some.size(), 3U);
  EXPECT_EQ(some.back().cycle, 110U);
}

// Figures of another profile or counter are not taken for these, and a new setting holds for the commits after it.
TEST(KeptFigures, ASettingThatChangesBeginsAnew) {
  const std::shared_ptr<store::Store> store = *store::open_store("memory:");
  Repository repository(store);
  Random random(5);
  for (const char* profile : {"", "openai", "anthropic"}) {
    { Context made = opened(repository); }
    change_settings(repository, [&](Settings& settings) { settings.profile = profile; }).value();
    Context context = opened(repository);
    live(random, context, 30);
  }
  const Context context = opened(repository);
  for (const char* profile : {"", "openai", "anthropic"}) expect_same(context, profile);
}

// A state that is damaged, or from a line that is gone, is computed again.
TEST(KeptFigures, WhatCannotBeReadIsComputed) {
  const std::shared_ptr<store::Store> store = *store::open_store("memory:");
  Repository repository(store);
  Random random(6);
  {
    Context context = opened(repository);
    live(random, context, 100);
  }
  const std::string whole = kept_state(store, "main");
  ASSERT_FALSE(whole.empty());
  for (const std::string& damaged : {std::string("?"), whole.substr(0, whole.size() / 2), whole + "x"}) {
    store::WriteBatch batch;
    batch.context = store->find_context("main").value()->key;
    batch.states.push_back({"figures/main", damaged});
    ASSERT_TRUE(store->write(batch));
    expect_same(opened(repository), "");
    EXPECT_FALSE(repository.fsck().value().empty());
  }
  Context context = opened(repository);
  EXPECT_EQ(keep_figures(context).value(), 100U);
  EXPECT_EQ(kept_state(store, "main"), whole);
  EXPECT_TRUE(repository.fsck().value().empty());
}

// A collection keeps the pages that the figures are in; the oldest snapshot then has no request before it.
TEST(KeptFigures, ACollectionKeepsThem) {
  const std::shared_ptr<store::Store> store = *store::open_store("memory:");
  Repository repository(store);
  {
    Random random(8);
    Context context = opened(repository);
    live(random, context, 150);
  }
  CollectOptions options;
  options.retention.last = 100;
  ASSERT_TRUE(repository.collect(options));
  expect_same(opened(repository), "");
  EXPECT_TRUE(repository.fsck().value().empty());
}

}  // namespace
}  // namespace latewood::test
