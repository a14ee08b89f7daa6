// The prices and the token counter of a call: its arguments, else the settings of the context.
#include "base/try.h"
#include "latewood/plan.h"
#include "latewood/tokens.h"
#include "operations/session/session_state.h"

namespace latewood::operations {

Result<Settings> SessionState::settings_for(const Arguments& arguments) {
  if (shared_->document) return Settings();
  LW_TRY_ASSIGN(const std::string context, context_name(arguments));
  return settings_of(context);
}

Result<std::optional<Prices>> SessionState::named_prices(const Arguments& arguments) {
  std::optional<Prices> prices;
  if (arguments.has("prices")) {
    const auto name = arguments.find_text("prices");
    LW_TRY_ASSIGN(prices, name ? read_prices(*name) : parse_prices(arguments.json_in_order("prices")));
    return prices;
  }
  LW_TRY_ASSIGN(const Settings settings, settings_for(arguments));
  if (settings.prices) {
    LW_TRY_ASSIGN(prices, read_prices(*settings.prices));
  }
  return prices;
}

Result<std::shared_ptr<TokenCounter>> SessionState::counter_for(const Arguments& arguments) {
  if (const auto named = arguments.find_text("counter")) return make_token_counter(*named);
  if (options_.tokens) return options_.tokens;
  LW_TRY_ASSIGN(const Settings settings, settings_for(arguments));
  return make_token_counter(settings.counter.value_or(std::string(kEstimateCounter)));
}

Result<void> SessionState::take_prices(const Arguments& arguments, PlanOptions& options) {
  options.counter = arguments.find_text("counter");
  if (!options.counter && !options_.tokens) {
    LW_TRY_ASSIGN(const Settings settings, settings_for(arguments));
    options.counter = settings.counter;
  }
  LW_TRY_ASSIGN(options.prices, named_prices(arguments));
  return {};
}

}  // namespace latewood::operations
