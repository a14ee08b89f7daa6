// Laws of purged content, on random histories: whatever is erased, every id holds, and what is
// left crosses every border unchanged.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/branch/branch.h"
#include "engine/branch/timeline.h"
#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "support/law.h"
#include "support/random/history.h"
#include "support/store/purged_history.h"

namespace latewood::test {
namespace {

Context must_come(Result<Context> context) {
  if (!context) RC_LOG() << context.error().message << '\n';
  RC_ASSERT(context.has_value());
  return *std::move(context);
}

TEST(PurgeLaws, WhateverIsErasedEveryIdHoldsAndExportsComeBack) {
  expect_law("a history without some of its contents is the same history", [](Random& random) {
    RandomHistory history(random);
    history.grow(20);
    const Context& original = history.line();
    if (!original.latest()) return;
    const std::uint64_t one_in = 1 + random.below(4);
    const auto is_purged = [one_in](std::string_view json) { return json.size() % one_in == 0; };
    const Context purged = must_come(purged_history(original, is_purged));
    RC_ASSERT(purged.latest()->commit_id() == original.latest()->commit_id());
    const std::string text = export_history(purged).value();
    const Context imported = must_come(import_history(text));
    RC_ASSERT(export_history(imported).value() == text);
    RC_ASSERT(imported.latest()->state_root() == original.latest()->state_root());
    RC_ASSERT(imported.latest()->provider_thread().value() == purged.latest()->provider_thread().value());
    RC_ASSERT(must_come(import_bytes(bundle_of(purged))).latest()->commit_id() == original.latest()->commit_id());
  });
}

}  // namespace
}  // namespace latewood::test
