#include <memory>
#include <optional>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/edits/planned_edit.h"
#include "cli/verbs/verbs.h"
#include "latewood/policy.h"

namespace latewood::cli {
namespace {

struct CommitPlanRequest {
  Where where;
  std::string profile;
  std::string prices;
  std::string counter;
  std::string policy;
  bool json = false;
};

// A row of prices is written as JSON; anything else is the name of one.
Result<void> add_prices(CallArguments& arguments, const std::string& prices) {
  if (!prices.starts_with('{')) {
    arguments.add_given("prices", prices);
    return {};
  }
  return arguments.add_written("prices", prices);
}

int run_plan(const CommitPlanRequest& request) {
  CallArguments arguments;
  arguments.add_given("profile", request.profile);
  arguments.add_given("counter", request.counter);
  if (const auto prices = add_prices(arguments, request.prices); !prices) {
    return report_in(prices.error(), request.prices);
  }
  if (!request.policy.empty()) {
    const auto policy = arguments.add_written("policy", request.policy);
    if (!policy) return report_in(policy.error(), request.policy);
  }
  return run_operation(request.where, "plan", arguments, {.json = request.json, .print = print_plan});
}

}  // namespace

void add_plan_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "plan", "show what the next commit removes, where the prompt breaks, and the price",
                            "plan\nplan --profile anthropic --counter o200k_base\n"
                            "plan --policy '{\"turns\":{\"trigger\":40,\"target\":30}}'");
  const auto request = std::make_shared<CommitPlanRequest>();
  verb.add_option("--profile", request->profile, "compare requests of this profile; default: the canonical thread")
      ->type_name("P");
  verb.add_option("--prices", request->prices,
                  "a row of the shipped prices, or a row as JSON; default: that of the profile, else openai")
      ->type_name("NAME");
  verb.add_option("--counter", request->counter,
                  "o200k_base, cl100k_base or estimate; default: that of the context, else estimate")
      ->type_name("NAME");
  verb.add_option("--policy", request->policy,
                  "try this policy, JSON or null, without setting it; default: the policy of the branch")
      ->type_name("JSON");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_plan(*request); });
}

}  // namespace latewood::cli
