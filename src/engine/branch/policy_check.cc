// Checks a policy before it is set.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/working_state.h"

namespace latewood::engine {
namespace {

Result<void> check_budget(const std::optional<Budget>& budget) {
  if (!budget || budget->target <= budget->trigger) return {};
  return broken(kOptionInvalid,
                "target " + std::to_string(budget->target) + " is above trigger " + std::to_string(budget->trigger));
}

Result<void> check_counted(const std::optional<Budget>& tokens, const TokenCounter* counter) {
  if (!tokens || counter != nullptr) return {};
  return broken(kOptionInvalid, "the policy has a budget in tokens, which needs a token counter");
}

Result<void> check_share(const ShareBudgets& share, const TokenCounter* counter) {
  LW_TRY(check_budget(share.bytes));
  LW_TRY(check_budget(share.tokens));
  return check_counted(share.tokens, counter);
}

// Refuses a budget of a region from which pruning can never remove anything.
Result<void> check_regions(const PrunePolicy& policy, const TokenCounter* counter) {
  for (const ShareBudgets* share : {&policy.sys, &policy.seq, &policy.ah}) LW_TRY(check_share(*share, counter));
  if (!policy.sys.is_empty() && !policy.prune_system) {
    return broken(kOptionInvalid, "a budget of region sys needs prune_system true");
  }
  if (!policy.ah.is_empty() && policy.keep_turns > 0) {
    return broken(kOptionInvalid, "a budget of region ah needs keep_turns 0, not " + std::to_string(policy.keep_turns));
  }
  return {};
}

using Ends = std::pair<std::int64_t, std::int64_t>;

Ends ends_of(const PriorityBand& band) {
  using Limits = std::numeric_limits<std::int64_t>;
  return {band.from.value_or(Limits::min()), band.to.value_or(Limits::max())};
}

std::string text_of(const PriorityBand& band) {
  const auto end = [](const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "null"; };
  return "priority band from " + end(band.from) + " to " + end(band.to);
}

Result<void> check_band(const PriorityBand& band, const TokenCounter* counter) {
  const auto [from, to] = ends_of(band);
  if (from > to) return broken(kOptionInvalid, text_of(band) + " is empty");
  if (band.keep && !band.budgets.is_empty()) {
    return broken(kOptionInvalid, text_of(band) + " has keep and a budget");
  }
  if (!band.keep && band.budgets.is_empty()) {
    return broken(kOptionInvalid, text_of(band) + " has neither keep nor a budget");
  }
  return check_share(band.budgets, counter);
}

Result<void> check_bands(const std::vector<PriorityBand>& bands, const TokenCounter* counter) {
  std::vector<const PriorityBand*> sorted;
  for (const PriorityBand& band : bands) {
    LW_TRY(check_band(band, counter));
    sorted.push_back(&band);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const PriorityBand* a, const PriorityBand* b) { return ends_of(*a) < ends_of(*b); });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (ends_of(*sorted[i - 1]).second < ends_of(*sorted[i]).first) continue;
    return broken(kOptionInvalid, text_of(*sorted[i]) + " overlaps " + text_of(*sorted[i - 1]));
  }
  return {};
}

Result<void> check_rule(const RemovableRule& rule) {
  if (!rule.type && !rule.zone)
    return broken(kOptionInvalid, "a rule for removable blocks gives neither type nor zone");
  if (!rule.zone || *rule.zone == "pre" || *rule.zone == "core" || *rule.zone == "post") return {};
  return broken(kOptionInvalid, "zone '" + *rule.zone + "' is none of pre, core, post");
}

// The largest number in a rule about prices: products with sizes stay exact.
constexpr std::uint64_t kMost = 1'000'000;

Result<void> check_range(std::string_view name, std::uint64_t value, std::uint64_t least) {
  if (value >= least && value <= kMost) return {};
  return broken(kOptionInvalid, std::string(name) + " " + std::to_string(value) + " is not from " +
                                    std::to_string(least) + " to " + std::to_string(kMost));
}

Result<void> check_price_rules(const PrunePolicy& policy, const TokenCounter* counter) {
  if (policy.align) LW_TRY(check_range("align", *policy.align, 1));
  if (policy.free_rides) LW_TRY(check_range("soon", policy.free_rides->soon, 0));
  if (policy.pay_back) {
    LW_TRY(check_range("requests", policy.pay_back->requests, 0));
    LW_TRY(check_range("cached", policy.pay_back->cached, 0));
    LW_TRY(check_range("written", policy.pay_back->written, 0));
    if (policy.pay_back->cached > policy.pay_back->written) {
      return broken(kOptionInvalid, "cached " + std::to_string(policy.pay_back->cached) + " is above written " +
                                        std::to_string(policy.pay_back->written));
    }
  }
  if (policy.count_exchanges && !policy.turns) {
    return broken(kOptionInvalid, "count_turns says what the budget of turns counts, and there is none");
  }
  if (policy.limit.tokens && counter == nullptr) {
    return broken(kOptionInvalid, "the policy has a limit in tokens, which needs a token counter");
  }
  return {};
}

}  // namespace

Result<void> check_policy(const std::optional<PrunePolicy>& policy, const TokenCounter* counter) {
  if (!policy) return {};
  for (const auto& budget : {policy->bytes, policy->tokens, policy->turns}) LW_TRY(check_budget(budget));
  LW_TRY(check_counted(policy->tokens, counter));
  LW_TRY(check_regions(*policy, counter));
  LW_TRY(check_bands(policy->priority_bands, counter));
  for (const RemovableRule& rule : policy->removable) LW_TRY(check_rule(rule));
  LW_TRY(check_price_rules(*policy, counter));
  return {};
}

}  // namespace latewood::engine
