// The calls to vendors that a branch recorded.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/predicted.h"
#include "latewood/tokens.h"
#include "operations/attempts/attempt_json.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& attempts_arguments() {
  static const Schema kSchema = object(joined({place_members(), price_arguments()}));
  return kSchema;
}

std::vector<Member> predicted_members() {
  return {required("predicted",
                   nullable(object({required("served", count("tokens from the cache, by the vendor's rule")),
                                    required("total", count()), required("counter", text()),
                                    required("kind", text("exact with the encoding, or estimated with the rule")),
                                    required("cost", count("in millionths of a millionth of a dollar")),
                                    required("prices", text("the name of the row"))},
                                   "what the cache should have served; null: no commit took the attempt"))),
          required("difference", word({"as_predicted", "not_reported", "no_request", "granularity", "too_small",
                                       "expired", "other_model", "other_calls", "more", "unknown"},
                                      "between `predicted` and `token_cached`")),
          required("difference_text", text("the same for people"))};
}

const Schema& attempts_result() {
  static const Schema kSchema =
      object({required("attempts", list(object(joined({attempt_members(), predicted_members()})), "oldest first"))});
  return kSchema;
}

JsonValue predicted_json(const PredictedAttempt& each) {
  if (!each.predicted) return {};
  return make_object({{"served", json_of(each.predicted->price.served)},
                      {"total", json_of(each.predicted->tokens.total)},
                      {"counter", each.predicted->counter},
                      {"kind", count_kind(each.predicted->counter)},
                      {"cost", json_of(each.predicted->price.cost)},
                      {"prices", each.prices}});
}

Result<std::string> attempts(SessionState& session, const Arguments& arguments) {
  // Attempts are no part of the history, so an open context does not notice those of other processes.
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  session.forget(context);
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  PlanOptions options;
  LW_TRY(session.take_prices(arguments, options));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  options.profile = profile.value_or("");
  const auto lock = history.lock_edits();
  const std::vector<Attempt> attempts = history.context().attempts();
  LW_TRY_ASSIGN(const std::vector<PredictedAttempt> predicted, predict_attempts(history.context(), options));
  JsonValue::Array list;
  for (std::size_t at = 0; at < attempts.size(); ++at) {
    list.push_back(with_members(attempt_json(attempts[at]), {{"predicted", predicted_json(predicted[at])},
                                                             {"difference", std::string(to_string(predicted[at].gap))},
                                                             {"difference_text", predicted[at].text}}));
  }
  return json_text_of(make_object({{"attempts", std::move(list)}}));
}

}  // namespace

const Row kAttempts = {
    .name = "attempts",
    .scope = Scope::Read,
    .summary =
        "Lists the calls to providers of a branch, oldest first, with what the vendor's cache should have served.",
    .arguments = attempts_arguments,
    .result = attempts_result,
    .example = "{}",
    .lines = "attempts",
    .run = attempts,
};

}  // namespace latewood::operations
