#include <algorithm>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/leftovers.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/node_line.h"
#include "cli/text/tree_text.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/node_facts.h"
#include "latewood/tokens.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

struct TreeRequest {
  Where where;
  std::string reference;
  std::uint64_t limit = 0;  // newest turns; 0: all
  bool working = false;
  bool json = false;
};

// A tree and its title.
struct Shown {
  std::string title;
  TreePicture picture;
};

std::string size_line(const std::vector<NodeView>& nodes, TokenCounter& counter) {
  std::size_t blocks = 0;
  std::size_t bytes = 0;
  std::size_t tokens = 0;
  for (const NodeView& node : nodes) {
    // Requests send the content of cores too.
    if (!is_container(node)) ++blocks;
    bytes += content_bytes(node);
    tokens += content_tokens(node, counter);
  }
  const std::string_view name = counter.name();
  const std::string kind = name == kEstimateCounter ? "" : " (" + count_kind(name) + ")";
  return std::to_string(blocks) + (blocks == 1 ? " block, " : " blocks, ") + std::to_string(bytes) + " bytes, " +
         std::string(count_sign(name)) + std::to_string(tokens) + " tok" + kind;
}

Result<Shown> snapshot_shown(const Snapshot& snapshot, TokenCounter& counter) {
  auto nodes = snapshot.nodes();
  if (!nodes) return nodes.error();
  const std::vector<std::string> pins = snapshot.pins();
  Shown shown{"cycle " + std::to_string(snapshot.cycle()) + ", commit " + snapshot.commit_id().hex().substr(0, 12),
              {*std::move(nodes), {pins.begin(), pins.end()}}};
  shown.title += ", " + size_line(shown.picture.nodes, counter);
  return shown;
}

Result<Shown> working_shown(const Context& context, const Diff& edits, TokenCounter& counter) {
  auto nodes = context.working();
  if (!nodes) return nodes.error();
  const auto pins = context.working_pins();
  Shown shown{"working state for cycle " + std::to_string(context.cycle() + 1),
              {*std::move(nodes), {pins.begin(), pins.end()}, {edits.added.begin(), edits.added.end()}}};
  for (const NodeChange& change : edits.changed) shown.picture.uncommitted.insert(change.id);
  shown.title += ", " + size_line(shown.picture.nodes, counter) + "; + is uncommitted";
  return shown;
}

// The working state if it has edits, else the newest snapshot.
Result<Shown> shown(History& history, const TreeRequest& request, TokenCounter& counter) {
  if (!request.reference.empty()) {
    if (auto named = refuse_beside_name(request.where, request.reference); !named) return named.error();
    const auto moment = history.moment(request.reference);
    return moment ? snapshot_shown(*moment, counter) : moment.error();
  }
  const Context& context = history.context();
  const auto edits = working_diff(context);
  if (!edits) return edits.error();
  const auto latest = context.latest();
  const bool is_edited = !is_empty(*edits) || !pin_edits(context).is_empty();
  if (!latest || request.working || is_edited) return working_shown(context, *edits, counter);
  return snapshot_shown(*latest, counter);
}

// Removes all turns except the newest ones, with their nodes. Returns the number of removed turns.
std::size_t drop_older_turns(TreePicture& picture, std::uint64_t limit) {
  const auto depths = turn_depths(picture.nodes);
  std::set<std::string> dropped;
  std::size_t turns = 0;
  std::vector<NodeView> kept;
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    NodeView& node = picture.nodes[i];
    const bool is_older = depths[i] > limit;
    if (is_older) ++turns;
    if (is_older || (node.parent_id && dropped.contains(*node.parent_id))) {
      dropped.insert(node.id);
    } else {
      kept.push_back(std::move(node));
    }
  }
  picture.nodes = std::move(kept);
  return turns;
}

// A title that is too wide for the screen continues on the next line after each semicolon.
std::string fit_title(const std::string& title, std::size_t columns) {
  if (columns_of(title) <= columns) return title;
  const std::size_t end = std::min(title.find("; "), title.size());
  const std::string first = clipped(title.substr(0, end), columns);
  return end == title.size() ? first : first + "\n" + fit_title(title.substr(end + 2), columns);
}

int print_tree_json(const TreeRequest& request) {
  if (const auto named = refuse_beside_name(request.where, request.reference); !named) {
    return report_json(named.error());
  }
  return print_reading(request.where, "tree",
                       CallArguments()
                           .add_given("moment", request.reference)
                           .add_number("turns", request.limit)
                           .add_flag("working", request.working));
}

int run_tree(const TreeRequest& request) {
  if (request.json) return print_tree_json(request);
  return with_history(request.where, [&](History& history) {
    const auto counter = counter_of(history.repository(), history.where());
    if (!counter) return report(counter.error());
    auto found = shown(history, request, **counter);
    if (!found) return report_in(found.error(), request.reference);
    found->picture.counter = counter->get();
    const std::size_t dropped = request.limit == 0 ? 0 : drop_older_turns(found->picture, request.limit);
    if (dropped > 0) {
      found->title += "; " + std::to_string(dropped) + (dropped == 1 ? " older turn" : " older turns") + " not shown";
    }
    const bool has_screen = is_terminal(Stream::Output);
    const std::size_t columns = terminal_width();
    std::cout << (has_screen ? fit_title(found->title, columns) : found->title) << '\n'
              << tree_text(found->picture, columns, has_screen ? LongIds::Cut : LongIds::Keep);
    return finish_output();
  });
}

}  // namespace

void add_tree_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "tree", "show the context: regions, turns, blocks; with --json one line per node",
                            "tree\ntree -n 5\ntree @t-1\ntree --file snapshot.json");
  const auto request = std::make_shared<TreeRequest>();
  CLI::Option* moment =
      verb.add_option("REF", request->reference,
                      "@t-1, @c42, a branch, tag or commit; default: the working state if it has edits, else @t0");
  moment->type_name("");
  verb.add_option("-n", request->limit, "show ^sys, ^ah and this many of the newest turns; default: all")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  verb.add_flag("--working", request->working, "show the working state, even without edits")->excludes(moment);
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_tree(*request); });
}

}  // namespace latewood::cli
