#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/operation_call.h"
#include "cli/open/output.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/json_text.h"
#include "latewood/policy.h"

namespace latewood::cli {
namespace {

struct SimulateRequest {
  Where where;
  std::vector<std::string> policies;
  std::vector<std::uint64_t> aligns;
  std::string profile;
  std::string prices;
  std::string counter;
  std::optional<std::int64_t> requests;
  std::string svg;
  bool json = false;
};

// Each policy and each alignment is a setting of its own. Empty without any: the operation's default holds.
Result<std::string> settings_json(const SimulateRequest& request) {
  std::string settings;
  const auto add = [&settings](const std::string& setting) { settings += (settings.empty() ? "" : ",") + setting; };
  for (const std::string& text : request.policies) {
    if (const auto policy = parse_policy(text); !policy && text != "null") return policy.error();
    add("{\"name\":" + json_text_of(JsonValue(text)) + ",\"policy\":" + text + "}");
  }
  for (const std::uint64_t align : request.aligns) {
    add("{\"name\":\"align " + std::to_string(align) + "\",\"align\":" + std::to_string(align) + "}");
  }
  return settings.empty() ? settings : "[" + settings + "]";
}

int run_simulate(const SimulateRequest& request) {
  CallArguments arguments;
  arguments.add_given("profile", request.profile);
  arguments.add_given("counter", request.counter);
  arguments.add_given("requests", request.requests);
  if (request.prices.starts_with('{')) {
    const auto prices = arguments.add_written("prices", request.prices);
    if (!prices) return report_in(prices.error(), request.prices);
  } else {
    arguments.add_given("prices", request.prices);
  }
  const auto settings = settings_json(request);
  if (!settings) return report_as(request.json, settings.error());
  if (!settings->empty()) arguments.add_json("settings", *settings);
  const auto print = [](const JsonValue& result) {
    if (result.find("profile")->is_null()) note_thread({});
    std::cout << printable_lines(text_of(result, "text"));
  };
  const auto write_plot = [&request](const JsonValue& result) {
    if (request.svg.empty()) return static_cast<int>(kSuccess);
    const auto written =
        save_output(request.svg, [&result](const ByteSink& sink) { return sink(text_of(result, "svg")); });
    return written ? static_cast<int>(kSuccess) : report(written.error(), request.svg);
  };
  return run_operation(request.where, "simulate", arguments,
                       {.json = request.json, .print = print, .judge = write_plot});
}

}  // namespace

void add_simulate_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "simulate", "replay a branch under other policies and show what it would have cost",
               "simulate --profile anthropic\n"
               "simulate --policy null --policy '{\"turns\":{\"trigger\":8,\"target\":4}}' --svg price.svg\n"
               "simulate --align 4 --align 8 --counter o200k_base");
  const auto request = std::make_shared<SimulateRequest>();
  verb.add_option(
          "--policy", request->policies,
          "replay under this policy, JSON or null; may be repeated; default: one replay with the policy of the branch "
          "and one with null")
      ->type_name("JSON")
      ->allow_extra_args(false);
  verb.add_option("--align", request->aligns, "replay with ttls that end in multiples of N; may be repeated")
      ->type_name("N")
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1000000));
  verb.add_option("--profile", request->profile, "compare requests of this profile; default: the canonical thread")
      ->type_name("P");
  verb.add_option("--prices", request->prices,
                  "a row of the shipped prices, or a row as JSON; default: that of the profile, else openai")
      ->type_name("NAME");
  verb.add_option("--counter", request->counter, "o200k_base, cl100k_base or estimate; default: estimate")
      ->type_name("NAME");
  verb.add_option("-n,--requests", request->requests, "only the first N requests; default: all")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000000));
  verb.add_option("--svg", request->svg, "also write a plot of the price to this file")->type_name("FILE");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_simulate(*request); });
}

}  // namespace latewood::cli
