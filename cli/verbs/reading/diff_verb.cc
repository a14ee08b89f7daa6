#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/open/history.h"
#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/terminal.h"
#include "cli/text/diff/change_list.h"
#include "cli/text/diff/detail_text.h"
#include "cli/text/diff/diff_text.h"
#include "cli/text/diff/moment_sides.h"
#include "cli/text/diff/uncommitted.h"
#include "cli/usage/shell_words.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/selector.h"
#include "latewood/trace.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

constexpr std::string_view kWorking = "working";

struct DiffRequest {
  Where where;
  std::string a;
  std::string b;
  std::optional<std::string> selector;
  bool detail = false;
  bool units = false;
  bool stat = false;
  bool unified = false;
  bool json = false;
};

void print_unified(const std::string& text) {
  if (is_terminal(Stream::Output)) {
    std::cout << text;
  } else {
    write_exact(text);
  }
}

// The answer as JSON, whose text is `json`.
int print_json_text(const std::string& json) {
  std::cout << json << '\n';
  return finish_output();
}

int print_detail(const DiffDetail& detail, const Result<DiffSides>& sides) {
  if (!sides) return report(sides.error());
  std::cout << detail_text(detail, *sides, terminal_width());
  return finish_output();
}

// Whether printing needs the nodes of both moments.
bool needs_sides(const DiffRequest& request) { return request.stat || request.unified || is_terminal(Stream::Output); }

int print_with_sides(const Diff& diff, const DiffSides& sides, const DiffRequest& request) {
  if (request.stat) {
    std::cout << stat_text(diff, sides);
  } else if (request.unified) {
    print_unified(unified_text(diff, sides));
  } else {
    std::cout << change_list(diff, sides, terminal_width());
  }
  return finish_output();
}

// The reference for the context. The working state can be compared with its own line of history only.
Result<std::string> on_own_line(History& history, const std::string& name) {
  if (name.starts_with('@') || name == kWorking) return name;
  const auto moment = history.moment(name);
  if (!moment) return moment.error();
  const auto same = history.context().at(moment->cycle());
  if (same && same->commit_id() == moment->commit_id()) return "@c" + std::to_string(moment->cycle());
  return Error{Code::Unsupported,
               "'" + name + "' is not on the branch of the working state; `latewood diff @t0 " + shell_word(name) +
                   "` compares the commits",
               {},
               {}};
}

// Before the first commit every node is added.
int show_first_edits(const Context& context, const DiffRequest& request) {
  auto detail = first_edits(context, request.selector);
  if (!detail) return report_in(detail.error(), request.selector.value_or(request.a));
  note_nothing_committed();
  if (!needs_sides(request)) return print_json_text(request.detail ? to_json(*detail) : to_json(detail->components));
  auto sides = sides_to_working(context, std::nullopt, "@t0", request.selector);
  if (request.detail) return print_detail(*detail, sides);
  return sides ? print_with_sides(detail->components, *sides, request) : report(sides.error());
}

int compare_with_working(History& history, const DiffRequest& request) {
  const Context& context = history.context();
  const auto found = on_own_line(history, request.a == kWorking ? request.b : request.a);
  if (!found) return report_in(found.error(), request.a == kWorking ? request.b : request.a);
  const std::string& other = *found;
  if (request.units)
    return report({Code::Unsupported, "--units compares two snapshots, not the working state", {}, {}});
  if (other == "@t0" && !context.latest()) return show_first_edits(context, request);
  const auto sides_for_people = [&] {
    std::optional<Snapshot> older;
    if (const auto snapshot = context.snapshot(other)) older = *snapshot;
    return sides_to_working(context, older, other, request.selector);
  };
  if (request.detail) {
    const auto detail = context.diff_detail(other, kWorking, request.selector);
    if (!detail) return report_in(detail.error(), request.selector.value_or(request.a));
    return needs_sides(request) ? print_detail(*detail, sides_for_people()) : print_json_text(to_json(*detail));
  }
  const auto diff = context.diff(other, kWorking, request.selector);
  if (!diff) return report_in(diff.error(), request.selector.value_or(other));
  if (!needs_sides(request)) return print_json_text(to_json(*diff));
  const auto sides = sides_for_people();
  return sides ? print_with_sides(*diff, *sides, request) : report(sides.error());
}

// Two snapshots and their names.
struct Moments {
  Snapshot older;
  Snapshot newer;
  std::string older_name;
  std::string newer_name;
};

// On one line of history the higher cycle is newer, else the second argument is (D-39).
Moments in_order(History& history, const Snapshot& a, const Snapshot& b, const DiffRequest& request) {
  const bool first_is_newer = a.cycle() > b.cycle() && history.leads_back(request.a, b);
  if (first_is_newer) return {b, a, request.b, request.a};
  return {a, b, request.a, request.b};
}

// Units of nodes that match in either snapshot.
int compare_units(const Moments& moments, const Selector* selector, const DiffRequest& request) {
  auto units = thread_diff(moments.older, moments.newer);
  if (!units) return report(units.error());
  if (selector != nullptr) {
    // The diff reports a selector that is wrong for diffs.
    if (const auto diff = moments.older.diff(moments.newer, selector); !diff) {
      return report_in(diff.error(), *request.selector);
    }
    const auto kept = matches_in_either(moments.older, moments.newer, *selector);
    if (!kept) return report_in(kept.error(), *request.selector);
    for (auto* changes : {&units->added, &units->left, &units->changed}) {
      std::erase_if(*changes, [&kept](const UnitChange& change) { return !kept->contains(change.id); });
    }
  }
  if (!needs_sides(request)) return print_json_text(to_json(*units));
  const auto sides = sides_of(moments.older, moments.newer, nullptr);
  if (!sides) return report(sides.error());
  std::cout << units_text(*units, *sides, terminal_width());
  return finish_output();
}

int compare_moments(const Moments& moments, const DiffRequest& request) {
  const auto& [older, newer, older_name, newer_name] = moments;
  std::optional<Selector> selector;
  if (request.selector) {
    const auto parsed = Selector::parse(*request.selector);
    if (!parsed) return report_in(parsed.error(), *request.selector);
    selector = *parsed;
  }
  const Selector* filter = selector ? &*selector : nullptr;
  if (request.units) return compare_units(moments, filter, request);
  if (request.detail) {
    const auto detail = older.diff_detail(newer, filter);
    if (!detail) return report_in(detail.error(), request.selector.value_or(request.a));
    return needs_sides(request) ? print_detail(*detail, sides_of(older, newer, filter))
                                : print_json_text(to_json(*detail));
  }
  const auto diff = older.diff(newer, filter);
  if (!diff) return report_in(diff.error(), request.selector.value_or(request.a));
  if (!needs_sides(request)) return print_json_text(to_json(*diff));
  auto sides = sides_of(older, newer, filter);
  if (!sides) return report(sides.error());
  sides->older_name = older_name;
  sides->newer_name = newer_name;
  return print_with_sides(*diff, *sides, request);
}

int print_diff_json(const DiffRequest& request) {
  const char* form = request.detail    ? "detail"
                     : request.units   ? "units"
                     : request.stat    ? "stat"
                     : request.unified ? "unified"
                                       : "";
  return print_reading(request.where, "diff",
                       CallArguments()
                           .add_given("older", request.a)
                           .add_given("newer", request.b)
                           .add_given("selector", request.selector)
                           .add_given("form", std::string(form)));
}

int run_diff(const DiffRequest& request) {
  if (auto named = refuse_beside_names(request.where, request.a, request.b); !named) {
    return report_as(request.json, named.error());
  }
  if (request.json) return print_diff_json(request);
  return with_history(request.where, [&](History& history) {
    if (request.a == kWorking || request.b == kWorking) return compare_with_working(history, request);
    const auto a = history.moment(request.a);
    if (!a) return report_in(a.error(), request.a);
    const auto b = history.moment(request.b);
    if (!b) return report_in(b.error(), request.b);
    return compare_moments(in_order(history, *a, *b, request), request);
  });
}

// Fills in the defaults. A store is compared with its working state. A document has none, so its last two snapshots
// are compared.
void complete(DiffRequest& request) {
  const bool is_document = !request.where.file.empty();
  if (request.b.empty()) request.b = is_document ? "@t0" : kWorking;
  if (request.a.empty()) request.a = is_document ? "@t-1" : "@t0";
}

}  // namespace

void add_diff_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "diff", "show the differences between two moments",
                            "diff\ndiff @t-1 @t0\ndiff main try --unified\ndiff @t-5 @t0 \".cb[role='user']\" --stat\n"
                            "diff --file history.json @t-1 @t0");
  const auto request = std::make_shared<DiffRequest>();
  verb.add_option("A", request->a, "@t-1, @c42, a branch, tag or commit, or working; default: @t0")->type_name("");
  verb.add_option("B", request->b, "the other moment, in either order; default: working")->type_name("");
  verb.add_option("SELECTOR", request->selector, "only nodes that match in either moment; default: all")->type_name("");
  CLI::Option* detail = verb.add_flag("--detail", request->detail, "also list parents, children and moves");
  CLI::Option* units =
      verb.add_flag("--units", request->units, "compare units of the provider thread, with their byte ranges");
  CLI::Option* stat = verb.add_flag("--stat", request->stat, "count added and removed bytes by node");
  CLI::Option* unified =
      verb.add_flag("--unified", request->unified, "show contents line by line, as input for `patch`");
  units->excludes(detail);
  stat->excludes(detail)->excludes(units);
  unified->excludes(detail)->excludes(units)->excludes(stat);
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    complete(*request);
    exit_code = run_diff(*request);
  });
}

}  // namespace latewood::cli
