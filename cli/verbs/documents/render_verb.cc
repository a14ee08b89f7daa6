#include <memory>
#include <optional>
#include <string>

#include "cli/open/named_snapshot.h"
#include "cli/text/thread_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/trace.h"

namespace latewood::cli {
namespace {

struct RenderRequest {
  Where where;
  std::string reference;
  std::optional<std::string> profile;
  RenderOptions options;
  bool json = false;
};

int print_canonical(const Snapshot& snapshot, bool json) {
  const auto thread = snapshot.provider_thread();
  if (!thread) return report(thread.error());
  if (!json) return print_bytes(*thread);
  const auto units = thread_units(snapshot);
  return units ? print_thread_json(*thread, units_json(*units)) : report(units.error());
}

int print_rendered(const Snapshot& snapshot, const RenderRequest& request) {
  const auto rendered = snapshot.render(*request.profile, request.options);
  if (!rendered) return report(rendered.error());
  return request.json ? print_rendered_json(*rendered) : print_bytes(rendered->bytes);
}

int run_render(const RenderRequest& request) {
  return with_snapshot(request.where, request.reference, [&](const Snapshot& snapshot) {
    return request.profile ? print_rendered(snapshot, request) : print_canonical(snapshot, request.json);
  });
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
  verb.add_flag("--json", request->json, "print JSON: the bytes as a text, the range of each node, and repairs");
  verb.callback([request, &exit_code] { exit_code = run_render(*request); });
}

}  // namespace latewood::cli
