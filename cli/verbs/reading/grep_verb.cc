#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/history.h"
#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/node_line.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/grep.h"

namespace latewood::cli {
namespace {

struct GrepRequest {
  Where where;
  std::string pattern;
  std::string moments;
  GrepOptions options;
  bool json = false;
};

// "^seq mt:2 depth 1", "^sys".
std::string place_of(const GrepHit& hit) {
  std::string place = "^" + hit.region;
  if (hit.turn) place += " " + printable(*hit.turn);
  if (hit.depth) place += " depth " + std::to_string(*hit.depth);
  return place;
}

// The part of the line around the match, so that the match is visible in a long line.
std::string hit_text(const GrepHit& hit, std::size_t columns) {
  constexpr std::size_t kBefore = 30;
  std::size_t start = hit.begin > kBefore ? static_cast<std::size_t>(hit.begin) - kBefore : 0;
  if (columns_of(hit.text) <= columns) start = 0;
  while (start > 0 && (static_cast<unsigned char>(hit.text[start]) & 0xc0) == 0x80) --start;
  const std::string shown = printable(std::string_view(hit.text).substr(start));
  return clipped((start > 0 ? "..." : "") + shown, columns);
}

void print_hit(const GrepHit& hit, bool is_range) {
  const Paint paint(Stream::Output);
  std::string head = printable(hit.id);
  if (hit.role) head += " " + printable(*hit.role);
  head += ", " + place_of(hit);
  if (is_range && hit.cycle) head += ", cycle " + std::to_string(*hit.cycle);
  if (!hit.pointer.empty()) head += ", " + printable(hit.pointer);
  head += ", line " + std::to_string(hit.line);
  const std::size_t used = columns_of(head) + 2;
  const std::size_t width = terminal_width();
  std::cout << paint(Colour::Cyan, head) << "  " << hit_text(hit, width > used + 20 ? width - used : 60) << '\n';
}

int print_hits(const Result<std::vector<GrepHit>>& hits, const GrepRequest& request, bool is_range) {
  if (!hits) return report(hits.error());
  for (const GrepHit& hit : *hits) {
    print_hit(hit, is_range);
  }
  if (hits->empty()) {
    std::cout.flush();
    std::cerr << "note: no content matches " << printable(request.pattern) << '\n';
  }
  return finish_output();
}

Error not_one_line(const std::string& moments) {
  return {Code::Unsupported, "'" + moments + "' is not a range: neither moment is an ancestor of the other", {}, {}};
}

// Both moments on one line of history.
int look_in_range(History& history, const GrepPattern& pattern, const GrepRequest& request, std::size_t dots) {
  const std::string first = request.moments.substr(0, dots);
  const std::string last = request.moments.substr(dots + 2);
  if (auto named = refuse_beside_names(request.where, first, last); !named) return report(named.error());
  const auto a = history.moment(first);
  if (!a) return report_in(a.error(), first);
  const auto b = history.moment(last);
  if (!b) return report_in(b.error(), last);
  const bool ends_with_b = a->cycle() <= b->cycle();
  const Snapshot& older = ends_with_b ? *a : *b;
  const Snapshot& newer = ends_with_b ? *b : *a;
  return history.at(ends_with_b ? last : first, [&](const Context& context, const std::string&) {
    const auto same = context.at(older.cycle());
    if (!same || same->commit_id() != older.commit_id()) return report(not_one_line(request.moments));
    return print_hits(grep(context, pattern, older.cycle(), newer.cycle()), request, true);
  });
}

int look_at_moment(History& history, const GrepPattern& pattern, const GrepRequest& request) {
  if (auto named = refuse_beside_name(request.where, request.moments); !named) return report(named.error());
  const auto moment = history.moment(request.moments);
  if (!moment) return report_in(moment.error(), request.moments);
  return history.at(request.moments, [&](const Context& context, const std::string&) {
    return print_hits(grep(context, pattern, moment->cycle(), moment->cycle()), request, false);
  });
}

int run_grep(const GrepRequest& request) {
  const auto pattern = GrepPattern::parse(request.pattern, request.options);
  if (!pattern) return request.json ? report_json(pattern.error()) : report_in(pattern.error(), request.pattern);
  if (request.json) {
    return print_reading(request.where, "grep",
                         CallArguments()
                             .add("pattern", request.pattern)
                             .add_given("moment", request.moments)
                             .add_flag("regex", request.options.regex)
                             .add_flag("ignore_case", request.options.ignore_case));
  }
  return with_history(request.where, [&](History& history) {
    if (request.moments.empty()) return print_hits(grep_working(history.context(), *pattern), request, false);
    const std::size_t dots = request.moments.find("..");
    if (dots != std::string::npos) return look_in_range(history, *pattern, request, dots);
    return look_at_moment(history, *pattern, request);
  });
}

}  // namespace

void add_grep_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "grep", "search contents for a text; with --json one line per match",
                            "grep oak\ngrep -i \"compacted soil\" @t-3\ngrep --regex \"cycle [0-9]+\" @c1..@t0\n"
                            "grep TODO main..try --json");
  const auto request = std::make_shared<GrepRequest>();
  verb.add_option("TEXT", request->pattern, "the text to find; with --regex a regular expression (docs/cli.md)")
      ->required()
      ->type_name("");
  verb.add_option("MOMENT", request->moments,
                  "@t-3, @c42, a branch, tag or commit, or a range of two: A..B; default: the working state")
      ->type_name("");
  verb.add_flag("--regex,-E", request->options.regex, "TEXT is a regular expression");
  verb.add_flag("-i,--ignore-case", request->options.ignore_case, "ignore upper and lower case");
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_grep(*request); });
}

}  // namespace latewood::cli
