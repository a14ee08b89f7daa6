#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/where.h"
#include "cli/text/json_output.h"
#include "cli/text/thread_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
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

int preview_canonical(const Context& context, const std::optional<PrunePolicy>& policy, bool json) {
  const auto thread = context.preview_under(policy);
  if (!thread) return report(thread.error());
  return json ? print_thread_json(*thread, JsonValue()) : print_bytes(*thread);
}

int preview_rendered(const Context& context, const std::optional<PrunePolicy>& policy, const PreviewRequest& request) {
  const auto rendered = context.preview_under(policy, *request.profile, request.options);
  if (!rendered) return report(rendered.error());
  return request.json ? print_rendered_json(*rendered) : print_bytes(rendered->bytes);
}

int preview_report(const Context& context, const std::optional<PrunePolicy>& policy) {
  const auto next = context.preview_report_under(policy);
  if (!next) return report(next.error());
  print_json(make_object({{"cycle", json_of(next->cycle)},
                          {"left", json_of(next->departures)},
                          {"deferred", json_of(next->deferred)},
                          {"kept", json_of(next->kept)},
                          {"nodes_before", JsonValue(next->nodes_before)},
                          {"nodes_after", JsonValue(next->nodes_after)},
                          {"bytes_before", JsonValue(next->bytes_before)},
                          {"bytes_after", JsonValue(next->bytes_after)}}));
  return finish_output();
}

int run_preview(const PreviewRequest& request) {
  return with_repository(request.where, StoreUse::Read, [&](Repository& repository) {
    const auto context = open_context(repository, request.where);
    if (!context) return report(context.error());
    const auto policy = policy_for(*context, request);
    if (!policy) return report_in(policy.error(), *request.policy);
    if (request.report_only) return preview_report(*context, *policy);
    return request.profile ? preview_rendered(*context, *policy, request)
                           : preview_canonical(*context, *policy, request.json);
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
