#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/reading_arguments.h"
#include "cli/open/where.h"
#include "cli/text/thread_output.h"
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

// The policy of --policy, where "null" means none; by default the policy of the branch.
Result<std::optional<PrunePolicy>> policy_for(const Context& context, const PreviewRequest& request) {
  if (!request.policy) return context.policy();
  std::optional<PrunePolicy> policy;
  if (*request.policy == "null") return policy;
  auto parsed = parse_policy(*request.policy);
  if (!parsed) return parsed.error();
  policy = *std::move(parsed);
  return policy;
}

int preview_canonical(const Context& context, const std::optional<PrunePolicy>& policy) {
  const auto thread = context.preview_under(policy);
  return thread ? print_bytes(*thread) : report(thread.error());
}

int preview_rendered(const Context& context, const std::optional<PrunePolicy>& policy, const PreviewRequest& request) {
  const auto rendered = context.preview_under(policy, *request.profile, request.options);
  return rendered ? print_bytes(rendered->bytes) : report(rendered.error());
}

int call_preview(const PreviewRequest& request) {
  ReadingArguments arguments;
  arguments.text("profile", request.profile).view(request.options).flag("report", request.report_only);
  if (request.policy) {
    // Checked here, so that the error has its place in the text that was typed.
    if (const auto policy = parse_policy(*request.policy); !policy && *request.policy != "null") {
      return report_in(policy.error(), *request.policy);
    }
    auto given = parse_json_text(*request.policy);
    if (!given) return report_in(given.error(), *request.policy);
    arguments.with("policy", *std::move(given));
  }
  return print_reading(request.where, "preview", std::move(arguments));
}

int run_preview(const PreviewRequest& request) {
  if (request.json || request.report_only) return call_preview(request);
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const auto context = open_context(repository, request.where);
    if (!context) return report(context.error());
    const auto policy = policy_for(*context, request);
    if (!policy) return report_in(policy.error(), *request.policy);
    return request.profile ? preview_rendered(*context, *policy, request) : preview_canonical(*context, *policy);
  });
}

}  // namespace

void add_preview_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "preview", "print the bytes a provider would get if the cycle were committed now",
                            "preview\npreview --profile anthropic\npreview --report\n"
                            "preview --report --policy '{\"turns\":{\"trigger\":40,\"target\":30}}'");
  const auto request = std::make_shared<PreviewRequest>();
  CLI::Option* profile =
      verb.add_option("--profile", request->profile, "render with this profile; default: the canonical thread");
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
