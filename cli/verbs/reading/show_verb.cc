#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/node_names.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/intake_text.h"
#include "cli/text/marker_text.h"
#include "cli/text/show_text.h"
#include "cli/usage/git_words.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/intake.h"
#include "latewood/node_facts.h"
#include "latewood/receipt.h"

namespace latewood::cli {
namespace {

struct ShowRequest {
  Where where;
  std::vector<std::string> names;
  bool receipt = false;
  bool admission = false;
  bool proposals = false;
  bool json = false;
};

// Prints a node; for a turn, a core or a region also its blocks, taken from `seen`.
void print_node(const NodeView& node, const SeenNodes& seen) {
  const auto blocks = is_container(node) ? blocks_below(seen.nodes, node.id) : std::vector<NodeView>();
  std::cout << node_text(node, seen) << blocks_text(node, blocks, terminal_width());
}

int print_commit(const Snapshot& snapshot) {
  const auto changes = attributed_changes(snapshot);
  if (!changes) return report(changes.error());
  const auto nodes = snapshot.nodes();
  if (!nodes) return report(nodes.error());
  std::cout << commit_text(snapshot, *changes, *nodes);
  return kSuccess;
}

Result<SeenNodes> seen_in(const Snapshot& snapshot) {
  auto nodes = snapshot.nodes();
  if (!nodes) return nodes.error();
  return SeenNodes{*std::move(nodes), snapshot.pins()};
}

Result<SeenNodes> seen_in_working(const Context& context) {
  auto nodes = context.working();
  if (!nodes) return nodes.error();
  return SeenNodes{*std::move(nodes), context.working_pins()};
}

// Finds the node in the latest snapshot, or else in the working state. nullopt if it is in neither.
Result<std::optional<SeenNodes>> find_seen(const Context& context, const std::string& id) {
  if (const auto latest = context.latest()) {
    auto seen = seen_in(*latest);
    if (!seen) return seen.error();
    if (find_node(seen->nodes, id) != nullptr) return std::optional(*std::move(seen));
  }
  auto seen = seen_in_working(context);
  if (!seen) return seen.error();
  if (find_node(seen->nodes, id) == nullptr) return std::optional<SeenNodes>();
  std::cerr << "note: " << printable(id) << " is not committed yet\n";
  return std::optional(*std::move(seen));
}

// "@t-1 .cb" is evaluated at "@t-1". Without a moment, uses the latest snapshot, or the working state before the first
// commit.
Result<SeenNodes> nodes_asked(History& history, const std::string& selector) {
  const Context& context = history.context();
  if (selector.starts_with('@')) {
    const auto moment = history.moment(moment_of_selector(selector));
    if (!moment) return moment.error();
    return seen_in(*moment);
  }
  const auto latest = context.latest();
  return latest ? seen_in(*latest) : seen_in_working(context);
}

int show_selected(History& history, const std::string& selector) {
  const auto ids = find_ids(history.context(), selector, !history.context().latest());
  if (!ids) return report_in(ids.error(), selector);
  const auto seen = nodes_asked(history, selector);
  if (!seen) return report_in(seen.error(), selector);
  if (ids->empty()) {
    return report({Code::NotFound, "no node matches " + selector, std::string(errors::kNodeNotFound), {}});
  }
  for (const std::string& id : *ids) {
    if (const NodeView* node = find_node(seen->nodes, id)) print_node(*node, *seen);
  }
  return kSuccess;
}

bool is_moment(const std::string& name) { return name.starts_with('@') && name.find(' ') == std::string::npos; }

int show_admission(History& history, const std::string& name) {
  return history.at(name, [&](const Context& context, const std::string& reference) {
    const auto moment = context.snapshot(reference);
    if (!moment) return report_in(moment.error(), name);
    const auto admission = admission_of(context, reference);
    if (!admission) return report_in(admission.error(), name);
    std::cout << admission_text(*admission, moment->cycle());
    return kSuccess;
  });
}

int show_proposals(History& history, const std::string& name) {
  return history.at(name, [&](const Context& context, const std::string& reference) {
    const auto receipt = receipt_of(context, reference);
    if (!receipt) return report_in(receipt.error(), name);
    std::cout << proposals_text(*receipt);
    return kSuccess;
  });
}

int show(History& history, const std::string& name) {
  if (is_selector(name) && !is_moment(name)) return show_selected(history, name);
  const auto seen = find_seen(history.context(), name);
  if (!seen) return report(seen.error());
  if (*seen) {
    print_node(*find_node((*seen)->nodes, name), **seen);
    return kSuccess;
  }
  const auto moment = history.moment(name);
  if (moment) return print_commit(*moment);
  if (is_moment(name) || moment.error().rule != errors::kSnapshotNotFound) return report_in(moment.error(), name);
  const auto answer = answer_git_reference(name);
  return report({Code::NotFound,
                 "'" + name + "' is not a node, commit, branch or tag" + (answer ? "; " + *answer : ""),
                 std::string(errors::kNodeNotFound),
                 {}});
}

// A receipt is JSON with or without --json.
int call_records(const ShowRequest& request, const std::vector<std::string>& names) {
  const char* operation = request.receipt ? "receipt" : request.admission ? "admission" : "proposals";
  for (const std::string& name : names) {
    const int code = print_reading(request.where, operation, CallArguments().add_given("moment", name));
    if (code != kSuccess) return code;
  }
  return kSuccess;
}

int show_as_asked(History& history, const std::string& name, const ShowRequest& request) {
  if (request.admission) return show_admission(history, name);
  if (request.proposals) return show_proposals(history, name);
  return show(history, name);
}

int run_show(const ShowRequest& request) {
  const auto names = expand_names(request.names);
  if (!names) return report_as(request.json, names.error());
  const bool is_row = request.json && !request.receipt && !request.admission && !request.proposals;
  if (is_row) return print_reading(request.where, "show", CallArguments().add_given("names", *names));
  const bool is_record = request.receipt || (request.json && (request.admission || request.proposals));
  if (is_record) return call_records(request, *names);
  return with_history(request.where, [&](History& history) {
    for (const std::string& name : *names) {
      const int failed = show_as_asked(history, name, request);
      if (failed != kSuccess) return failed;
    }
    return finish_output();
  });
}

}  // namespace

void add_show_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(
      app, "show", "show all details of nodes or commits; with --json one line each",
      "show\nshow cb:rules\nshow @t-1\nshow --admission @t-1\nshow --proposals\nshow \"@t-1 .cb[role='user']\"\n"
      "select \".cb\" | latewood show - --json");
  const auto request = std::make_shared<ShowRequest>();
  verb.add_option("NAME", request->names,
                  "ids, selectors, moments, branches, tags, commits, or - for ids on standard input; default: @t0")
      ->type_name("");
  CLI::Option* receipt = verb.add_flag("--receipt", request->receipt,
                                       "print the receipt of a commit as JSON: all candidates and their footprints");
  CLI::Option* admission = verb.add_flag("--admission", request->admission,
                                         "print the events a commit admitted: records, budgets, order, decision ids");
  CLI::Option* proposals =
      verb.add_flag("--proposals", request->proposals, "print the proposals that a commit decided, in order");
  admission->excludes(receipt);
  proposals->excludes(receipt)->excludes(admission);
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    if (request->names.empty()) request->names.emplace_back("@t0");
    exit_code = run_show(*request);
  });
}

}  // namespace latewood::cli
