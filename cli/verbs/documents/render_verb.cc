#include <memory>
#include <optional>
#include <string>

#include "cli/open/leftovers.h"
#include "cli/open/named_snapshot.h"
#include "cli/open/operation_call.h"
#include "cli/open/thread_output.h"
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

int run_render(const RenderRequest& request) {
  if (const auto named = refuse_beside_name(request.where, request.reference); !named) {
    return report_as(request.json, named.error());
  }
  return read_operation(
      request.where, "render",
      CallArguments()
          .add_given("moment", request.reference)
          .add_given("profile", request.profile)
          .add_view(request.options),
      {.json = request.json, .print = print_request, .asked = request.reference.empty() ? "@t0" : request.reference});
}

}  // namespace

void add_render_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(
      app, "render", "print the request of a snapshot: what a provider gets, or the canonical thread without a profile",
      "render\nrender @t-1 --profile openai\nrender --file snapshot.json --profile anthropic");
  const auto request = std::make_shared<RenderRequest>();
  add_history_options(verb, request->where);
  verb.add_option("REF", request->reference, "@t-1, @c42, a branch or tag; default: the newest snapshot")
      ->type_name("");
  CLI::Option* profile = verb.add_option(
      "--profile", request->profile, "render with this profile; default: that of `config`, else the canonical thread");
  profile->type_name("P");
  add_view_flag(verb, *profile, request->options);
  verb.add_flag("--json", request->json, "print JSON: the request as a text, the range of each node, and repairs");
  verb.callback([request, &exit_code] { exit_code = run_render(*request); });
}

}  // namespace latewood::cli
