#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/thread_output.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/json_text.h"
#include "latewood/policy.h"

namespace latewood::cli {
namespace {

struct PreviewRequest {
  Where where;
  std::optional<std::string> profile;
  std::optional<std::string> policy;  // JSON; default: the policy of the branch
  RenderOptions options;
  bool report_only = false;
  bool json = false;
};

int run_preview(const PreviewRequest& request) {
  CallArguments arguments;
  arguments.add_given("profile", request.profile).add_view(request.options).add_flag("report", request.report_only);
  if (request.policy) {
    // Checked here, so that the error has its place in the text that was typed.
    if (const auto policy = parse_policy(*request.policy); !policy && *request.policy != "null") {
      return report_in(policy.error(), *request.policy);
    }
    auto given = parse_json_text(*request.policy);
    if (!given) return report_in(given.error(), *request.policy);
    arguments.add("policy", *std::move(given));
  }
  return read_operation(request.where, "preview", std::move(arguments),
                        {.json = request.json || request.report_only, .print = print_request});
}

}  // namespace

void add_preview_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "preview", "print the request that a commit of the working state would give; changes nothing",
               "preview\npreview --profile anthropic\npreview --report\n"
               "preview --report --policy '{\"turns\":{\"trigger\":40,\"target\":30}}'");
  const auto request = std::make_shared<PreviewRequest>();
  CLI::Option* profile = verb.add_option(
      "--profile", request->profile, "render with this profile; default: that of `config`, else the canonical thread");
  profile->type_name("P");
  add_view_flag(verb, *profile, request->options);
  verb.add_flag("--report", request->report_only, "print the report of the next commit as JSON instead")
      ->excludes(profile);
  verb.add_option("--policy", request->policy,
                  "try this policy, JSON or null, without setting it; default: the policy of the branch")
      ->type_name("JSON");
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_preview(*request); });
}

}  // namespace latewood::cli
