#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/operation_call.h"
#include "cli/open/output.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/stats/stats_plot.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/plan.h"
#include "latewood/render.h"
#include "latewood/tokens.h"

namespace latewood::cli {
namespace {

struct StatsRequest {
  Where where;
  std::uint64_t limit = 40;
  std::optional<std::string> profile;  // default: the canonical thread
  std::string svg;
  bool json = false;
};

int write_svg(const std::vector<CycleFigures>& cycles, const std::string& path) {
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
    const auto options = plan_options(history.repository(), history.where(), profile->value_or(""));
    if (!options) return report(options.error());
    const auto cycles = cycle_figures(
        history.context(),
        {.profile = options->profile, .counter = options->counter.value_or("estimate"), .limit = request.limit});
    if (!cycles) return report(cycles.error());
    note_thread(*profile);
    if (!request.svg.empty()) return write_svg(*cycles, request.svg);
    std::optional<Prices> prices = options->prices;
    if (!prices && *profile) prices = find_prices(options->profile).value();
    std::cout << stats_text(*cycles, terminal_width(), prices);
    if (prices) {
      std::cout << "tokens: " << count_kind(options->counter.value_or("estimate"))
                << "; prices: " << printable(prices->name);
      for (const std::string* part : {&prices->model, &prices->date}) {
        if (!part->empty()) std::cout << ", " << printable(*part);
      }
      std::cout << '\n';
    }
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
