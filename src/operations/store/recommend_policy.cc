// A policy that knows the price, with its reasons.
#include <optional>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/recommend.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& recommend_arguments() {
  static const Schema kSchema =
      object({optional("profile", text("whose prices; default: that of the session, else openai")),
              optional("prices", any_of({text(), map_of(anything())},
                                        "a row of the shipped table, or a row; default: that of "
                                        "`config`, of the profile's vendor")),
              optional("limit", count("tokens of content that no snapshot exceeds; default: 120000")),
              optional("unit", word({"tokens", "bytes"},
                                    "tokens need a counter in the context; bytes are four for each "
                                    "token; default: bytes"))});
  return kSchema;
}

const Schema& recommend_result() {
  static const Schema kSchema = object({required("policy", map_of(anything(), "for set_policy")),
                                        required("reasons", list(text())), required("prices", prices_schema())});
  return kSchema;
}

Result<std::string> recommend(SessionState& session, const Arguments& arguments) {
  PlanOptions options;
  LW_TRY(session.take_prices(arguments, options));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_for(arguments));
  if (!options.prices) {
    LW_TRY_ASSIGN(options.prices, find_prices(profile.value_or("openai")));
  }
  RecommendOptions wanted;
  wanted.limit =
      static_cast<std::uint64_t>(arguments.integer("limit", static_cast<std::int64_t>(RecommendOptions().limit)));
  wanted.unit = arguments.text("unit") == "tokens" ? SizeUnit::Tokens : SizeUnit::Bytes;
  LW_TRY_ASSIGN(const Recommendation advice, recommend_policy(*options.prices, wanted));
  LW_TRY_ASSIGN(JsonValue policy, parse_json_text(policy_json(advice.policy)));
  return json_text_of(make_object(
      {{"policy", std::move(policy)}, {"reasons", json_of(advice.reasons)}, {"prices", json_of(*options.prices)}}));
}

}  // namespace

const Row kRecommendPolicy = {
    .name = "recommend_policy",
    .scope = Scope::Read,
    .summary =
        "Gives a pruning policy that costs no more than never pruning while the prompt is within a limit, with "
        "its reasons.",
    .arguments = recommend_arguments,
    .result = recommend_result,
    .example = R"({"profile":"anthropic","limit":32000})",
    .errors = {kOptionInvalid},
    .run = recommend,
};

}  // namespace latewood::operations
