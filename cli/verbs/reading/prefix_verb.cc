#include "cli/verbs/verbs.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/history.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "latewood/plan.h"
#include "latewood/prefix.h"
#include "latewood/tokens.h"

namespace latewood::cli {
namespace {

struct PrefixRequest {
  Where where;
  std::string older = "@t-1";
  std::string newer = "@t0";
  std::optional<std::string> profile;  // default: the canonical thread
  PrefixOptions options;
  bool json = false;
};

// The text contains names of nodes, and a name must not break the line.
PrefixReport with_printable_names(PrefixReport report) {
  if (report.newer_unit) report.newer_unit->id = printable(report.newer_unit->id);
  if (report.older_unit) report.older_unit->id = printable(report.older_unit->id);
  return report;
}

int print_prefix(const Result<PrefixReport>& found, const std::optional<std::string>& profile) {
  if (!found) return report(found.error());
  note_thread(profile);
  std::cout << to_text(with_printable_names(*found));
  return finish_output();
}

int compare_prefixes(History& history, const PrefixRequest& request) {
  PrefixOptions options = request.options;
  const auto shown = history.shown_profile(request.profile);
  if (!shown) return report(shown.error());
  if (*shown) {
    const auto profile = find_profile(**shown);
    if (!profile) return report(profile.error());
    options.profile = to_string(*profile);
  }
  auto scales = plan_options(history.repository(), history.where(), options.profile);
  if (!scales) return report(scales.error());
  if (!scales->prices && *shown) scales->prices = find_prices(options.profile).value();
  const auto counter = make_token_counter(scales->counter.value_or(std::string(kEstimateCounter)));
  if (!counter) return report(counter.error());
  options.prices = scales->prices;
  if (options.prices) options.tokens = counter->get();
  if (request.newer == "next") return print_prefix(prefix_of_next_commit(history.context(), options), *shown);
  const auto older = history.moment(request.older);
  if (!older) return report_in(older.error(), request.older);
  const auto newer = history.moment(request.newer);
  if (!newer) return report_in(newer.error(), request.newer);
  return print_prefix(prefix_report(*older, *newer, options), *shown);
}

int print_prefix_json(const PrefixRequest& request) {
  return print_reading(request.where, "prefix",
                       CallArguments()
                           .add_given("older", request.older)
                           .add_given("newer", request.newer)
                           .add_given("profile", request.profile)
                           .add_given("older_profile", request.options.older_profile)
                           .add_view(request.options.render));
}

int run_prefix(const PrefixRequest& request) {
  if (request.json) return print_prefix_json(request);
  if (request.newer == "next" && request.older != "@t0") {
    return report({Code::InvalidArgument, "'next' can be compared only with @t0, not with " + request.older, {}, {}});
  }
  return with_history(request.where, [&](History& history) { return compare_prefixes(history, request); });
}

}  // namespace

void add_prefix_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "prefix", "show how much of the previous request the cache can reuse",
                            "prefix\nprefix @t-3 @t0 --profile anthropic\nprefix @t0 next\n"
                            "prefix @t0 @t0 --older-profile openai@1 --profile anthropic");
  const auto request = std::make_shared<PrefixRequest>();
  add_history_options(verb, request->where);
  verb.add_option("A", request->older, "the older snapshot: @t-3, @c42, a branch or tag; default: @t-1")->type_name("");
  verb.add_option("B", request->newer, "the newer snapshot, or next for the next commit; default: @t0")->type_name("");
  CLI::Option* profile = verb.add_option(
      "--profile", request->profile, "render with this profile; default: that of `config`, else the canonical thread");
  profile->type_name("P");
  verb.add_option("--older-profile", request->options.older_profile, "render A with this profile; default: --profile")
      ->type_name("P");
  add_view_flag(verb, *profile, request->options.render);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_prefix(*request); });
}

}  // namespace latewood::cli
