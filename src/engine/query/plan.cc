// The plan of the next commit, and the same numbers for commits that were made.
#include "latewood/plan.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/commit.h"
#include "engine/branch/working_state.h"
#include "engine/query/next_prefix.h"
#include "engine/query/prices_text.h"
#include "engine/query/prompt_product.h"
#include "engine/query/prompt_tokens.h"
#include "history/snapshot_data.h"
#include "latewood/context.h"
#include "latewood/json_text.h"
#include "latewood/tokens.h"

namespace latewood {
namespace {

using engine::Access;
using engine::ComparedTokens;
using engine::PromptProduct;
using history::SnapshotData;

// The prices and the counter of a call. `owned` keeps a counter that was made for it.
struct Scales {
  Prices prices;
  TokenCounter* counter = nullptr;
  std::shared_ptr<TokenCounter> owned;

  std::string name() const { return std::string(counter->name()); }
};

Result<Scales> scales_of(const PlanOptions& options, TokenCounter* own) {
  Scales scales;
  if (options.prices) {
    scales.prices = *options.prices;
  } else if (auto found = find_prices(options.profile.empty() ? std::string("openai") : options.profile)) {
    scales.prices = *std::move(found);
  } else {
    return found.error();
  }
  scales.counter = options.tokens;
  if (scales.counter == nullptr && !options.counter) scales.counter = own;
  if (scales.counter != nullptr) return scales;
  LW_TRY_ASSIGN(scales.owned, make_token_counter(options.counter.value_or(std::string(kEstimateCounter))));
  scales.counter = scales.owned.get();
  return scales;
}

// How much more a token costs that is sent anew than one from the cache.
std::uint64_t extra_of(const Prices& prices) { return prices.written - prices.cached; }

// What a departure is worth by itself. `first_break` is the first unit of the older request that differs: what is
// behind it leaves for free.
PlannedDeparture worth_of(const Departure& departure, const ComparedTokens& compared, const Prices& prices,
                          std::uint64_t first_break) {
  PlannedDeparture planned;
  planned.departure = departure;
  planned.pays_after = 0;
  const auto found = compared.lost.find(departure.id);
  if (found == compared.lost.end()) return planned;
  planned.tokens = found->second.tokens;
  planned.saves = planned.tokens * prices.cached;
  if (found->second.index > first_break) return planned;
  planned.costs = found->second.behind * extra_of(prices);
  if (planned.costs == 0) return planned;
  planned.pays_after =
      planned.saves == 0 ? std::nullopt : std::optional((planned.costs + planned.saves - 1) / planned.saves);
  return planned;
}

Result<CommitPlan> plan_of(const Context& context, const PlanOptions& options, const Scales& scales) {
  engine::Branch& branch = Access::branch(context);
  LW_TRY_ASSIGN(const engine::Preview next, branch.preview());
  LW_TRY_ASSIGN(const render::Profile* profile, engine::find_prompt_profile(options.profile));
  const PromptProduct product{profile, options.render, branch.renders()};
  CommitPlan plan;
  plan.cycle = next.report.cycle;
  plan.deferred = next.report.deferred;
  plan.kept = next.report.kept;
  plan.prices = scales.prices;
  plan.counter = scales.name();
  const SnapshotData* head = branch.head();
  if (head == nullptr) {
    LW_TRY_ASSIGN(const render::Outline outline, product.outline(next.tree));
    LW_TRY(branch.check_read());
    plan.tokens = engine::tokens_of_first(outline, product, *scales.counter);
    for (const Departure& left : next.report.departures) plan.left.push_back(worth_of(left, {}, scales.prices, 0));
  } else {
    PrefixOptions asked;
    asked.profile = options.profile;
    asked.render = options.render;
    LW_TRY_ASSIGN(engine::NextPrefix compared, engine::compare_next(context, next, asked, nullptr));
    const ComparedTokens tokens =
        engine::compare_tokens(compared.before, compared.after, compared.divergence, product, *scales.counter);
    plan.tokens = tokens.tokens;
    plan.prefix = std::move(compared.report);
    plan.prefix->tokens = PrefixTokens{plan.tokens.unchanged, plan.tokens.total, plan.counter};
    const auto& first = compared.divergence.older_unit;
    const std::uint64_t first_break = first ? first->index : compared.before.end().units;
    for (const Departure& left : next.report.departures) {
      plan.left.push_back(worth_of(left, tokens, scales.prices, first_break));
    }
  }
  plan.price = price_request(plan.prices, plan.tokens);
  return plan;
}

}  // namespace

Result<CommitPlan> plan_commit(const Context& context, const PlanOptions& options) {
  LW_TRY_ASSIGN(const Scales scales, scales_of(options, Access::token_counter(context)));
  if (!options.policy) return plan_of(context, options, scales);
  LW_TRY(engine::check_policy(*options.policy, Access::token_counter(context)));
  engine::Branch& branch = Access::branch(context);
  std::optional<PrunePolicy> own = branch.policy();
  branch.set_policy(*options.policy);
  auto plan = plan_of(context, options, scales);
  branch.set_policy(std::move(own));
  return plan;
}

Result<PricedRequest> price_between(const Snapshot& older, const Snapshot& newer, const PlanOptions& options) {
  LW_TRY_ASSIGN(const Scales scales, scales_of(options, nullptr));
  LW_TRY_ASSIGN(const render::Profile* profile, engine::find_prompt_profile(options.profile));
  const PromptProduct product{profile, options.render, Access::renders(newer)};
  const SnapshotData& a = Access::data(older);
  const SnapshotData& b = Access::data(newer);
  LW_TRY_ASSIGN(const render::Outline before, product.outline(a.tree, *a.ids));
  LW_TRY_ASSIGN(const render::Outline after, product.outline(b.tree, *b.ids));
  PricedRequest priced;
  priced.tokens =
      engine::compare_tokens(before, after, find_divergence(before, after), product, *scales.counter).tokens;
  LW_TRY(Access::check_read(older));
  LW_TRY(Access::check_read(newer));
  priced.price = price_request(scales.prices, priced.tokens);
  priced.counter = scales.name();
  return priced;
}

Result<PricedRequest> price_alone(const Snapshot& snapshot, const PlanOptions& options) {
  LW_TRY_ASSIGN(const Scales scales, scales_of(options, nullptr));
  LW_TRY_ASSIGN(const render::Profile* profile, engine::find_prompt_profile(options.profile));
  const PromptProduct product{profile, options.render, Access::renders(snapshot)};
  const SnapshotData& data = Access::data(snapshot);
  LW_TRY_ASSIGN(const render::Outline outline, product.outline(data.tree, *data.ids));
  LW_TRY(Access::check_read(snapshot));
  PricedRequest priced;
  priced.tokens = engine::tokens_of_first(outline, product, *scales.counter);
  priced.price = price_request(scales.prices, priced.tokens);
  priced.counter = scales.name();
  return priced;
}

namespace {

std::string share_text(std::uint64_t part, std::string_view sign, std::string_view what) {
  return std::string(sign) + std::to_string(part) + " " + std::string(what);
}

// Names are shown as they are; one that would break the line has the escapes of JSON.
std::string one_line(const std::string& name) {
  const bool breaks =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (!breaks) return name;
  const std::string quoted = json_text(name);
  return quoted.substr(1, quoted.size() - 2);
}

PrefixReport with_names_in_one_line(PrefixReport report) {
  if (report.newer_unit) report.newer_unit->id = one_line(report.newer_unit->id);
  if (report.older_unit) report.older_unit->id = one_line(report.older_unit->id);
  return report;
}

std::string departure_text(const PlannedDeparture& left, std::string_view sign) {
  std::string text = "  " + one_line(left.departure.id) + " leaves by " + to_string(left.departure.cause);
  if (!left.departure.with.empty()) return text + " with " + one_line(left.departure.with) + "\n";
  text += ": " + std::string(sign) + std::to_string(left.tokens) + " tokens, saves $" + dollars(left.saves) +
          " in each later request";
  if (!left.pays_after) return text + ", never pays for itself\n";
  if (*left.pays_after == 0) return text + ", costs nothing\n";
  return text + ", costs $" + dollars(left.costs) + ", pays for itself after " + std::to_string(*left.pays_after) +
         (*left.pays_after == 1 ? " request\n" : " requests\n");
}

}  // namespace

std::string headline(const CommitPlan& plan) {
  const std::string_view sign = count_sign(plan.counter);
  std::string text = "the commit of cycle " + std::to_string(plan.cycle) + ": " +
                     share_text(plan.price.served, sign, "tokens from the cache, ") +
                     share_text(plan.price.rebilled, sign, "sent again, ") + share_text(plan.price.fresh, sign, "new") +
                     "; $" + dollars(plan.price.cost) + ", without a cache $" + dollars(plan.price.uncached_cost) +
                     "\n";
  text += "tokens: " + count_kind(plan.counter) + "; prices: " + one_line(engine::prices_text(plan.prices)) + "\n";
  return text;
}

std::string to_text(const CommitPlan& plan) {
  const std::string_view sign = count_sign(plan.counter);
  std::string text = headline(plan);
  if (plan.prefix) text += to_text(with_names_in_one_line(*plan.prefix));
  if (!plan.left.empty())
    text += std::to_string(plan.left.size()) + (plan.left.size() == 1 ? " node leaves:\n" : " nodes leave:\n");
  for (const PlannedDeparture& left : plan.left) text += departure_text(left, sign);
  return text;
}

}  // namespace latewood
