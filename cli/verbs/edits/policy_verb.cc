#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/policy.h"

namespace latewood::cli {
namespace {

struct PolicyRequest {
  Where where;
  std::string action = "show";
  std::string json;
  std::string bytes;
  std::string turns;
  std::optional<std::uint64_t> nodes_per_turn;
  std::optional<std::uint64_t> keep_turns;
  bool prune_system = false;
};

// "TRIGGER:TARGET" or "TRIGGER:TARGET:AT_LEAST" as the JSON of a budget.
Result<std::string> budget_json(const std::string& name, const std::string& text) {
  std::vector<std::uint64_t> numbers;
  const char* at = text.data();
  const char* end = at + text.size();
  for (bool goes_on = true; goes_on;) {
    std::uint64_t number = 0;
    const auto read = std::from_chars(at, end, number);
    if (read.ec != std::errc()) break;
    numbers.push_back(number);
    at = read.ptr;
    goes_on = at != end && *at == ':';
    if (goes_on) ++at;
  }
  if (at != end || numbers.size() < 2 || numbers.size() > 3) {
    return Error{Code::InvalidArgument,
                 "--" + name + " " + text + " does not have the form TRIGGER:TARGET or TRIGGER:TARGET:AT_LEAST",
                 std::string(errors::kOptionInvalid),
                 {}};
  }
  if (numbers.size() == 2) numbers.push_back(0);
  return "\"" + name + "\":{\"trigger\":" + std::to_string(numbers[0]) + ",\"target\":" + std::to_string(numbers[1]) +
         ",\"at_least\":" + std::to_string(numbers[2]) + "}";
}

// Turns the flags into JSON, so that one parser checks both forms.
Result<std::string> json_of_flags(const PolicyRequest& request) {
  std::vector<std::string> members;
  for (const auto& [name, text] : {std::pair{"bytes", &request.bytes}, std::pair{"turns", &request.turns}}) {
    if (text->empty()) continue;
    auto budget = budget_json(name, *text);
    if (!budget) return budget;
    members.push_back(*std::move(budget));
  }
  if (request.nodes_per_turn) members.push_back("\"nodes_per_turn\":" + std::to_string(*request.nodes_per_turn));
  if (request.keep_turns) members.push_back("\"keep_turns\":" + std::to_string(*request.keep_turns));
  if (request.prune_system) members.emplace_back("\"prune_system\":true");
  return "{" + CLI::detail::join(members, ",") + "}";
}

int set_policy(const PolicyRequest& request) {
  const auto json = request.json.empty() ? json_of_flags(request) : Result<std::string>(request.json);
  if (!json) return report(json.error());
  // Checked here, so that the error has its place in the text that was typed.
  if (const auto policy = parse_policy(*json); !policy) return report_in(policy.error(), *json);
  CallArguments arguments;
  arguments.add_json("policy", *json);
  return run_operation(request.where, "set_policy", arguments, {.json = true, .done = "the policy was set"});
}

int clear_policy(const PolicyRequest& request) {
  CallArguments arguments;
  arguments.add("policy", nullptr);
  return run_operation(request.where, "set_policy", arguments, {.json = true, .done = "the policy was cleared"});
}

int run_policy(const PolicyRequest& request) {
  if (request.action == "show") return run_operation(request.where, "policy", {}, {.json = true});
  return request.action == "set" ? set_policy(request) : clear_policy(request);
}

}  // namespace

void add_policy_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "policy", "show, set or clear the pruning policy of the branch, as JSON",
                            "policy\npolicy set --turns 40:30 --keep-turns 4\n"
                            "policy set '{\"bytes\":{\"trigger\":100000,\"target\":80000}}'\npolicy clear");
  const auto request = std::make_shared<PolicyRequest>();
  verb.add_option("ACTION", request->action, "show, set or clear; default: show")
      ->type_name("")
      ->check(one_of({"show", "set", "clear"}));
  CLI::Option* json = verb.add_option("JSON", request->json, "with set, the policy as JSON")->type_name("");
  const auto flag = [&](const char* name, auto& value, const char* help, const char* type) {
    verb.add_option(name, value, help)->type_name(type)->excludes(json);
  };
  flag("--bytes", request->bytes, "above TRIGGER bytes of content, prune to TARGET bytes", "TRIGGER:TARGET[:AT_LEAST]");
  flag("--turns", request->turns, "above TRIGGER turns, prune to TARGET turns", "TRIGGER:TARGET[:AT_LEAST]");
  flag("--nodes-per-turn", request->nodes_per_turn, "the largest number of blocks in one turn", "N");
  flag("--keep-turns", request->keep_turns, "never prune this many of the newest turns; default: 1", "N");
  verb.add_flag("--prune-system", request->prune_system, "also prune the system region")->excludes(json);
  add_store_options(verb, request->where);
  add_needless_json_flag(verb);
  verb.callback([request, &verb, &exit_code] {
    if (request->action != "set") {
      for (const char* name : {"JSON", "--bytes", "--turns", "--nodes-per-turn", "--keep-turns", "--prune-system"}) {
        if (verb.count(name) > 0) throw CLI::ValidationError(name, "only `policy set` takes it");
      }
    }
    exit_code = run_policy(*request);
  });
}

}  // namespace latewood::cli
