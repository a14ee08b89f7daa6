#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/operation_call.h"
#include "cli/open/output.h"
#include "cli/terminal/terminal.h"
#include "cli/text/stats/stats_plot.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/render.h"

namespace latewood::cli {
namespace {

struct StatsRequest {
  Where where;
  std::uint64_t limit = 40;
  std::optional<std::string> profile;  // default: the canonical thread
  std::string svg;
  bool json = false;
};

int write_svg(const std::vector<CycleStats>& cycles, const std::string& path) {
  const auto written = save_output(path, [&cycles](const ByteSink& sink) { return sink(stats_svg(cycles)); });
  return written ? finish_output() : report(written.error(), path);
}

int run_stats(const StatsRequest& request) {
  if (request.json) {
    return print_reading(request.where, "stats",
                         CallArguments().add_number("limit", request.limit).add_given("profile", request.profile));
  }
  return with_history(request.where, [&](const History& history) {
    if (const auto newest = history.context().snapshot("@t0"); !newest) return report(newest.error());
    const auto profile = history.shown_profile(request.profile);
    if (!profile) return report(profile.error());
    const auto cycles = cycle_stats(history.context(), request.limit, profile->value_or(""));
    if (!cycles) return report(cycles.error());
    note_thread(*profile);
    if (!request.svg.empty()) return write_svg(*cycles, request.svg);
    std::cout << stats_text(*cycles, terminal_width());
    return finish_output();
  });
}

}  // namespace

void add_stats_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "stats", "show the growth of a context: bytes by region, kept prefix, removed nodes",
                            "stats\nstats -n 100 --profile anthropic\nstats --svg growth.svg");
  const auto request = std::make_shared<StatsRequest>();
  verb.add_option("-n", request->limit, "the number of newest cycles; default: 40")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  verb.add_option("--profile", request->profile,
                  "render with this profile; default: that of `config`, else the canonical thread")
      ->type_name("P");
  CLI::Option* svg = verb.add_option("--svg", request->svg, "write an SVG picture to this file instead of text");
  svg->type_name("FILE");
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.get_option("--json")->excludes(svg);
  verb.callback([request, &exit_code] { exit_code = run_stats(*request); });
}

}  // namespace latewood::cli
