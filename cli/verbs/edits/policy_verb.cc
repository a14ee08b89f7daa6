#include <array>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
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
  std::string tokens;
  std::string exchanges;
  std::optional<std::uint64_t> align;
  std::optional<std::uint64_t> free_rides;
  std::optional<std::uint64_t> pay_back;
  std::optional<std::uint64_t> limit_bytes;
  std::optional<std::uint64_t> limit_tokens;
  bool stable_order = false;
  bool summaries = false;
  // Of `recommended`.
  std::string profile;
  std::optional<std::int64_t> limit;
  std::string unit;
  bool plain_json = false;
};

constexpr const char* kSetFlags[] = {"JSON",           "--bytes",          "--tokens",     "--turns",
                                     "--exchanges",    "--nodes-per-turn", "--keep-turns", "--prune-system",
                                     "--align",        "--free-rides",     "--pay-back",   "--limit-bytes",
                                     "--limit-tokens", "--stable-order",   "--summaries"};

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

void add_price_rules(const PolicyRequest& request, std::vector<std::string>& members) {
  const auto add = [&members](const std::string& name, const std::string& value) {
    members.push_back("\"" + name + "\":" + value);
  };
  if (!request.exchanges.empty()) add("count_turns", "\"exchanges\"");
  if (request.align) add("align", std::to_string(*request.align));
  if (request.free_rides) add("free_rides", "{\"soon\":" + std::to_string(*request.free_rides) + "}");
  if (request.pay_back) add("pay_back", "{\"requests\":" + std::to_string(*request.pay_back) + "}");
  if (request.limit_bytes || request.limit_tokens) {
    const auto number = [](const std::optional<std::uint64_t>& limit) {
      return limit ? std::to_string(*limit) : std::string("null");
    };
    add("limit", "{\"bytes\":" + number(request.limit_bytes) + ",\"tokens\":" + number(request.limit_tokens) + "}");
  }
  if (request.stable_order) add("stable_order", "true");
  if (request.summaries) add("summaries", "true");
}

// Turns the flags into JSON, so that one parser checks both forms.
Result<std::string> json_of_flags(const PolicyRequest& request) {
  std::vector<std::string> members;
  const bool counts_exchanges = !request.exchanges.empty();
  const std::string& turns = counts_exchanges ? request.exchanges : request.turns;
  for (const auto& [name, text] :
       {std::pair{"bytes", &request.bytes}, std::pair{"tokens", &request.tokens}, std::pair{"turns", &turns}}) {
    if (text->empty()) continue;
    auto budget = budget_json(name, *text);
    if (!budget) return budget;
    members.push_back(*std::move(budget));
  }
  if (request.nodes_per_turn) members.push_back("\"nodes_per_turn\":" + std::to_string(*request.nodes_per_turn));
  if (request.keep_turns) members.push_back("\"keep_turns\":" + std::to_string(*request.keep_turns));
  if (request.prune_system) members.emplace_back("\"prune_system\":true");
  add_price_rules(request, members);
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

// The policy on one line, as `policy set` takes it, and the reasons below it.
void print_recommended(const JsonValue& result) {
  std::cout << json_text_of(*result.find("policy")) << '\n';
  for (const JsonValue& reason : list_of(result, "reasons"))
    std::cout << "- " << printable(*reason.as_string()) << '\n';
}

int recommend(const PolicyRequest& request) {
  CallArguments arguments;
  arguments.add_given("profile", request.profile);
  arguments.add_given("limit", request.limit);
  arguments.add_given("unit", request.unit);
  return run_operation(request.where, "recommend_policy", arguments,
                       {.json = request.plain_json, .print = print_recommended});
}

int run_policy(const PolicyRequest& request) {
  if (request.action == "recommended") return recommend(request);
  if (request.action == "show") return run_operation(request.where, "policy", {}, {.json = true});
  return request.action == "set" ? set_policy(request) : clear_policy(request);
}

}  // namespace

void add_policy_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "policy", "show, set, clear or recommend the pruning policy of a branch",
                            "policy\npolicy set --turns 40:30 --keep-turns 4\n"
                            "policy set --exchanges 20:10 --summaries --free-rides 8\n"
                            "policy recommended --profile anthropic --limit 32000\n"
                            "policy set '{\"bytes\":{\"trigger\":100000,\"target\":80000}}'\npolicy clear");
  const auto request = std::make_shared<PolicyRequest>();
  verb.add_option("ACTION", request->action, "show, set, clear or recommended; default: show")
      ->type_name("")
      ->check(one_of({"show", "set", "clear", "recommended"}));
  CLI::Option* json = verb.add_option("JSON", request->json, "with set, the policy as JSON")->type_name("");
  const auto flag = [&](const char* name, auto& value, const char* help, const char* type) {
    verb.add_option(name, value, help)->type_name(type)->excludes(json);
  };
  flag("--bytes", request->bytes, "above TRIGGER bytes of content, prune to TARGET bytes", "TRIGGER:TARGET[:AT_LEAST]");
  flag("--turns", request->turns, "above TRIGGER turns, prune to TARGET turns; empty turns and turns of tools count",
       "TRIGGER:TARGET[:AT_LEAST]");
  flag("--tokens", request->tokens, "above TRIGGER tokens, prune to TARGET tokens", "TRIGGER:TARGET[:AT_LEAST]");
  flag("--exchanges", request->exchanges, "the same as --turns, counting only turns with a message of a user",
       "TRIGGER:TARGET[:AT_LEAST]");
  verb.get_option("--exchanges")->excludes("--turns");
  flag("--nodes-per-turn", request->nodes_per_turn, "the largest number of blocks in one turn", "N");
  flag("--keep-turns", request->keep_turns,
       "never prune this many of the newest turns, the one that the commit seals first; default: 1", "N");
  verb.add_flag("--prune-system", request->prune_system, "also prune the system region")->excludes(json);
  flag("--align", request->align, "lengthen the ttl of new blocks so that it ends in a multiple of N", "N");
  flag("--free-rides", request->free_rides,
       "when the prompt breaks anyway, also remove blocks behind the break that are over target or expire within N "
       "cycles",
       "N");
  flag("--pay-back", request->pay_back, "prune only if it pays for itself within N requests", "N");
  flag("--limit-bytes", request->limit_bytes, "most bytes of content in a snapshot: a commit prunes to it, or fails",
       "N");
  flag("--limit-tokens", request->limit_tokens, "most tokens of content in a snapshot: a commit prunes to it, or fails",
       "N");
  verb.add_flag("--stable-order", request->stable_order, "warn of insertions in front of sealed blocks")
      ->excludes(json);
  verb.add_flag("--summaries", request->summaries,
                "remove the blocks that a new summary covers, and keep it until another one covers it")
      ->excludes(json);
  verb.add_option("--profile", request->profile, "with recommended, the profile whose prices count; default: openai")
      ->type_name("P");
  verb.add_option("--limit", request->limit, "with recommended, the most tokens in a snapshot; default: 120000")
      ->type_name("TOKENS");
  verb.add_option("--unit", request->unit,
                  "with recommended, count in tokens or in bytes; default: bytes, four for each token")
      ->type_name("UNIT")
      ->check(one_of({"tokens", "bytes"}));
  add_store_options(verb, request->where);
  add_json_flag(verb, request->plain_json);
  verb.callback([request, &verb, &exit_code] {
    const auto refuse = [&verb](const auto& names, const char* reason) {
      for (const char* name : names) {
        if (verb.count(name) > 0) throw CLI::ValidationError(name, reason);
      }
    };
    if (request->action != "set") refuse(kSetFlags, "only `policy set` takes it");
    if (request->action != "recommended") {
      refuse(std::array{"--profile", "--limit", "--unit"}, "only `policy recommended` takes it");
    }
    exit_code = run_policy(*request);
  });
}

}  // namespace latewood::cli
