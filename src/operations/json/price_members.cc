#include "operations/json/price_members.h"

#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "latewood/tokens.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {
namespace {

std::vector<std::string> counter_names() {
  std::vector<std::string> names;
  for (const std::string_view name : token_counter_names()) names.emplace_back(name);
  return names;
}

}  // namespace

Schema tokens_schema() {
  return object({required("unchanged", count("in units before the first difference")),
                 required("again", count("behind it, in units that the request before had too")),
                 required("fresh", count("in units that it did not have")),
                 required("left", count("of the request before, in units that this one does not have")),
                 required("total", count()), required("counter", text("empty: the program's own")),
                 required("kind", text("exact with the encoding, or estimated with the rule"))});
}

Schema request_price_schema() {
  return object({required("served", count("tokens from the cache, by the vendor's rule")),
                 required("rebilled", count("tokens that were sent before and are paid anew")),
                 required("fresh", count("new tokens")),
                 required("cost", count("in millionths of a millionth of a dollar")),
                 required("uncached_cost", count("the same without a cache"))});
}

std::vector<Member> price_arguments() {
  return {optional("prices", any_of({text(), map_of(anything())},
                                    "the name of a row of the shipped table, or a row; default: that of `config`, of "
                                    "the profile's vendor, openai")),
          optional("counter", word(counter_names(),
                                   "how tokens are counted; default: that of the session, of `config`, the "
                                   "estimate"))};
}

Schema prices_schema() {
  return object({required("name", text()), required("model", text()),
                 required("date", text("when the prices were read")), required("source", text()),
                 required("input", count("millionths of a dollar for a million tokens")), required("cached", count()),
                 required("written", count()), required("output", count()),
                 required("cache", object({required("smallest", count("tokens")), required("step", count("tokens")),
                                           required("breakpoints", count("0: the vendor finds the start itself")),
                                           required("look_back", count("blocks; 0: any number")),
                                           required("lifetime", count("seconds; 0: not known"))}))});
}

std::vector<Member> price_members() {
  return {required("tokens", tokens_schema()), required("price", request_price_schema()),
          required("prices", prices_schema())};
}

JsonValue json_of(const Prices& prices) { return parse_json(prices_json(prices)).value(); }

JsonValue json_of(const PromptTokens& tokens, const std::string& counter) {
  return make_object({{"unchanged", json_of(tokens.unchanged)},
                      {"again", json_of(tokens.again)},
                      {"fresh", json_of(tokens.fresh)},
                      {"left", json_of(tokens.left)},
                      {"total", json_of(tokens.total)},
                      {"counter", counter},
                      {"kind", count_kind(counter)}});
}

JsonValue json_of(const RequestPrice& price) {
  return make_object({{"served", json_of(price.served)},
                      {"rebilled", json_of(price.rebilled)},
                      {"fresh", json_of(price.fresh)},
                      {"cost", json_of(price.cost)},
                      {"uncached_cost", json_of(price.uncached_cost)}});
}

std::vector<JsonMember> price_json(const PromptTokens& tokens, const RequestPrice& price, const Prices& prices,
                                   const std::string& counter) {
  return {{"tokens", json_of(tokens, counter)}, {"price", json_of(price)}, {"prices", json_of(prices)}};
}

Schema short_plan_schema() {
  return nullable(object(
      {required("served", count("tokens from the cache, by the vendor's rule")),
       required("rebilled", count("tokens that were sent before and are paid anew")),
       required("fresh", count("new tokens")), required("cost", count("in millionths of a millionth of a dollar")),
       required("cause", nullable(text("why the prompt differs, as `prefix` has it; null: there is no commit yet"))),
       required("counter", text()), required("kind", text("exact with the encoding, or estimated with the rule")),
       required("prices", text("the name of the row")), required("text", text("two lines for people"))},
      "the price of the next commit; null: without a profile, or its request cannot be rendered"));
}

JsonValue short_plan_json(const Context& context, const PlanOptions& options) {
  if (options.profile.empty()) return {};
  const auto plan = plan_commit(context, options);
  if (!plan) return {};
  return make_object({{"served", json_of(plan->price.served)},
                      {"rebilled", json_of(plan->price.rebilled)},
                      {"fresh", json_of(plan->price.fresh)},
                      {"cost", json_of(plan->price.cost)},
                      {"cause", plan->prefix ? JsonValue(std::string(to_string(plan->prefix->cause))) : JsonValue()},
                      {"counter", plan->counter},
                      {"kind", count_kind(plan->counter)},
                      {"prices", plan->prices.name},
                      {"text", headline(*plan)}});
}

}  // namespace latewood::operations
