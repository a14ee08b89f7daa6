// The commit to come, priced before it is made; with edits that are tried and undone.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "latewood/json_text.h"
#include "latewood/plan.h"
#include "operations/edits/edit_list.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& plan_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              render_members(),
              price_arguments(),
              {optional("edits", edit_list_schema()),
               optional("policy", nullable(map_of(anything(),
                                                  "a policy to try: nothing is set; null: none; default: that of "
                                                  "the branch")))}}));
  return kSchema;
}

Schema planned_departure_schema() {
  return object({required("id", text()), required("cause", word({"ttl", "cascade", "prune", "delete"})),
                 required("bytes", count("of its content")), optional("with", text("the parent it leaves with")),
                 required("tokens", count("of its units in the request before")),
                 required("saves", count("in each later request, in millionths of a millionth of a dollar")),
                 required("costs", count("once: what is behind it is paid anew; 0: it is paid anew anyway")),
                 required("pays_after", nullable(count("requests; null: never")))});
}

const Schema& plan_result() {
  static const Schema kSchema = object(
      joined({{required("profile", nullable(text("of the requests that are compared; null: the canonical thread"))),
               required("cycle", count()), required("left", list(planned_departure_schema())),
               required("deferred", list(text(), "expired nodes that stay: pinned or referred to")),
               required("kept", list(text(), "nodes over budget that stay: pinned or referred to")),
               required("prefix", nullable(map_of(anything(), "as `prefix` gives it; null: there is no commit yet")))},
              price_members(),
              {required("text", text("the same for people"))}}));
  return kSchema;
}

JsonValue planned_json(const PlannedDeparture& left) {
  std::vector<JsonMember> members = {{"id", left.departure.id},
                                     {"cause", to_string(left.departure.cause)},
                                     {"bytes", json_of(left.departure.bytes)},
                                     {"tokens", json_of(left.tokens)},
                                     {"saves", json_of(left.saves)},
                                     {"costs", json_of(left.costs)},
                                     {"pays_after", left.pays_after ? json_of(*left.pays_after) : JsonValue()}};
  if (!left.departure.with.empty()) members.push_back({"with", left.departure.with});
  return make_object(std::move(members));
}

Result<JsonValue> plan_json(const CommitPlan& plan, const std::string& profile) {
  JsonValue::Array left;
  for (const PlannedDeparture& each : plan.left) left.push_back(planned_json(each));
  JsonValue prefix;
  if (plan.prefix) {
    LW_TRY_ASSIGN(prefix, parse_json(to_json(*plan.prefix)));
  }
  std::vector<JsonMember> members = {{"profile", profile.empty() ? JsonValue() : JsonValue(profile)},
                                     {"cycle", json_of(plan.cycle)},
                                     {"left", JsonValue(std::move(left))},
                                     {"deferred", json_of(plan.deferred)},
                                     {"kept", json_of(plan.kept)},
                                     {"prefix", std::move(prefix)},
                                     {"text", to_text(plan)}};
  for (JsonMember& member : price_json(plan.tokens, plan.price, plan.prices, plan.counter)) {
    members.push_back(std::move(member));
  }
  return make_object(std::move(members));
}

// A policy, or null for none.
Result<std::optional<PrunePolicy>> tried_policy(const Arguments& arguments) {
  if (arguments.find("policy")->is_null()) return std::optional<PrunePolicy>();
  LW_TRY_ASSIGN(PrunePolicy policy, parse_policy(arguments.json_in_order("policy")));
  return std::optional(std::move(policy));
}

// Makes the edits, plans, and undoes the edits: the group of edits fails on purpose, so nothing of it is written.
Result<CommitPlan> plan_with_edits(Context& context, const PlanOptions& options,
                                   const std::function<Result<void>()>& make_edits) {
  std::optional<CommitPlan> plan;
  const Result<void> undone = context.together([&]() -> Result<void> {
    LW_TRY(make_edits());
    LW_TRY_ASSIGN(plan, plan_commit(context, options));
    return Error{Code::Conflict, "planned: nothing is kept", {}};
  });
  if (plan) return *std::move(plan);
  return undone.error();
}

Result<std::string> plan(SessionState& session, const Arguments& arguments) {
  PlanOptions options;
  options.render = render_options(arguments);
  LW_TRY(session.take_prices(arguments, options));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_for(arguments));
  if (profile) {
    LW_TRY_ASSIGN(const ProfileName found, find_profile(*profile));
    options.profile = to_string(found);
  }
  if (arguments.has("policy")) {
    LW_TRY_ASSIGN(options.policy, tried_policy(arguments));
  }
  if (!arguments.has("edits")) {
    LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
    const auto lock = history.lock_edits();
    LW_TRY_ASSIGN(const CommitPlan made, plan_commit(history.context(), options));
    LW_TRY_ASSIGN(const JsonValue result, plan_json(made, options.profile));
    return json_text_of(result);
  }
  LW_TRY_ASSIGN(const JsonValue result, session.edit(arguments, [&](const EditCallPlace& place) -> Result<JsonValue> {
    LW_TRY_ASSIGN(const CommitPlan made, plan_with_edits(place.context, options, [&]() -> Result<void> {
                    LW_TRY(make_edit_list(place, arguments));
                    return {};
                  }));
    return plan_json(made, options.profile);
  }));
  return json_text_of(result);
}

}  // namespace

const Row kPlan = {
    .name = "plan",
    .scope = Scope::Read,
    .summary =
        "Prices the commit to come, also after edits that are tried and undone: what leaves, and what that costs.",
    .arguments = plan_arguments,
    .result = plan_result,
    .example = R"({"profile":"openai","edits":[{"op":"insert","args":{"role":"user","content":"Hello"}}]})",
    .errors = {kProfileUnknown, kOptionInvalid, kContentInvalid, kContentUnsupported, kRenderEmpty, kToolInvalid,
               kVendorBound, kLimitExceeded},
    .run = plan,
};

}  // namespace latewood::operations
