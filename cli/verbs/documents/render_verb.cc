#include <memory>
#include <optional>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/named_snapshot.h"
#include "cli/open/operation_call.h"
#include "cli/text/thread_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct RenderRequest {
  Where where;
  std::string reference;
  std::optional<std::string> profile;
  RenderOptions options;
  bool json = false;
};

int print_request(const Snapshot& snapshot, const RenderRequest& request) {
  if (!request.profile) {
    const auto thread = snapshot.provider_thread();
    return thread ? print_bytes(*thread) : report(thread.error());
  }
  const auto rendered = snapshot.render(*request.profile, request.options);
  return rendered ? print_bytes(rendered->bytes) : report(rendered.error());
}

int print_request_json(const RenderRequest& request) {
  if (const auto named = refuse_beside_name(request.where, request.reference); !named) {
    return report_json(named.error());
  }
  return print_reading(
      request.where, "render",
      ReadingArguments().text("moment", request.reference).text("profile", request.profile).view(request.options));
}

int run_render(const RenderRequest& request) {
  if (request.json) return print_request_json(request);
  return with_snapshot(request.where, request.reference,
                       [&](const Snapshot& snapshot) { return print_request(snapshot, request); });
}

}  // namespace

void add_render_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "render", "print the bytes a provider gets",
                            "render\nrender @t-1 --profile openai\nrender --file snapshot.json --profile anthropic");
  const auto request = std::make_shared<RenderRequest>();
  add_history_options(verb, request->where);
  verb.add_option("REF", request->reference, "@t-1, @c42, a branch or tag; default: the newest snapshot")
      ->type_name("");
  CLI::Option* profile =
      verb.add_option("--profile", request->profile, "render with this profile; default: the canonical thread");
  profile->type_name("P");
  add_view_flag(verb, *profile, request->options);
  verb.add_flag("--json", request->json, "print JSON: the request as a text, the range of each node, and repairs");
  verb.callback([request, &exit_code] { exit_code = run_render(*request); });
}

}  // namespace latewood::cli
