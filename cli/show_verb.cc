#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history.h"
#include "json_output.h"
#include "latewood/receipt.h"
#include "node_json.h"
#include "node_names.h"
#include "printable.h"
#include "show_text.h"
#include "terminal.h"
#include "verb.h"
#include "verbs.h"

namespace latewood::cli {
namespace {

struct Request {
  Where where;
  std::vector<std::string> names;
  bool receipt = false;
  bool json = false;
};

// A turn, a core or a region is shown with its blocks, which `nodes` has.
void print_node(const NodeView& node, const std::vector<NodeView>& nodes, bool json) {
  const auto blocks = is_container(node) ? blocks_below(nodes, node.id) : std::vector<NodeView>();
  if (!json) {
    std::cout << node_text(node) << blocks_text(node, blocks, terminal_width());
    return;
  }
  const JsonValue value = json_of(node);
  std::vector<JsonMember> members(value.as_object()->begin(), value.as_object()->end());
  JsonValue::Array list;
  for (const NodeView& block : blocks) list.push_back(json_of(block));
  if (is_container(node)) members.push_back({"blocks", std::move(list)});
  print_json(make_object(std::move(members)));
}

int print_commit(const Snapshot& snapshot, bool json) {
  const auto changes = attributed_changes(snapshot);
  if (!changes) return report(changes.error());
  if (json) {
    print_json(commit_json(snapshot, *changes));
  } else {
    std::cout << commit_text(snapshot, *changes);
  }
  return kSuccess;
}

std::optional<NodeView> find_node(const std::vector<NodeView>& nodes, const std::string& id) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [&id](const NodeView& node) { return node.id == id; });
  return found == nodes.end() ? std::nullopt : std::optional(*found);
}

// The nodes among which the id is: those of the latest snapshot, otherwise what is not committed yet; none if there is
// no such node.
Result<std::vector<NodeView>> nodes_with(const Context& context, const std::string& id) {
  if (const auto latest = context.latest()) {
    auto nodes = latest->nodes();
    if (!nodes || find_node(*nodes, id)) return nodes;
  }
  auto nodes = context.working();
  if (!nodes) return nodes;
  if (!find_node(*nodes, id)) return std::vector<NodeView>();
  std::cerr << "note: " << printable(id) << " is not committed yet\n";
  return nodes;
}

// "@t-1 .cb" asks at "@t-1"; without a moment the latest snapshot, or before the first commit the
// working state, is asked.
Result<std::vector<NodeView>> nodes_asked(History& history, const std::string& selector) {
  const Context& context = history.context();
  if (selector.starts_with('@')) {
    const auto moment = history.moment(moment_of_selector(selector));
    if (!moment) return moment.error();
    return moment->nodes();
  }
  const auto latest = context.latest();
  return latest ? latest->nodes() : context.working();
}

int show_selected(History& history, const std::string& selector, bool json) {
  const auto ids = find_ids(history.context(), selector, !history.context().latest());
  if (!ids) return report_in(ids.error(), selector);
  const auto nodes = nodes_asked(history, selector);
  if (!nodes) return report_in(nodes.error(), selector);
  if (ids->empty()) {
    return report({Code::NotFound, "no node matches " + selector, "E_NODE_NOT_FOUND", {}});
  }
  for (const std::string& id : *ids) {
    if (const auto node = find_node(*nodes, id)) print_node(*node, *nodes, json);
  }
  return kSuccess;
}

bool is_moment(const std::string& name) { return name.starts_with('@') && name.find(' ') == std::string::npos; }

int show_receipt(History& history, const std::string& name) {
  return history.at(name, [&name](const Context& context, const std::string& reference) {
    const auto receipt = receipt_of(context, reference);
    if (!receipt) return report_in(receipt.error(), name);
    std::cout << to_json(*receipt) << '\n';
    return kSuccess;
  });
}

int show(History& history, const std::string& name, bool json) {
  if (is_selector(name) && !is_moment(name)) return show_selected(history, name, json);
  const auto nodes = nodes_with(history.context(), name);
  if (!nodes) return report(nodes.error());
  if (const auto node = find_node(*nodes, name)) {
    print_node(*node, *nodes, json);
    return kSuccess;
  }
  const auto moment = history.moment(name);
  if (moment) return print_commit(*moment, json);
  if (is_moment(name) || moment.error().rule != "E_SNAPSHOT_NOT_FOUND") return report_in(moment.error(), name);
  return report({Code::NotFound, "'" + name + "' is no node, and no commit, branch or tag", "E_NODE_NOT_FOUND", {}});
}

int run(const Request& request) {
  const auto names = expand_names(request.names);
  if (!names) return report(names.error());
  return with_history(request.where, [&](History& history) {
    for (const std::string& name : *names) {
      const int failed = request.receipt ? show_receipt(history, name) : show(history, name, request.json);
      if (failed != kSuccess) return failed;
    }
    return finish_output();
  });
}

}  // namespace

void add_show_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "show", "a node or a commit with all that is known of it; as JSON one line each",
                            "show\nshow cb:rules\nshow @t-1\nshow \"@t-1 .cb[role='user']\"\n"
                            "select \".cb\" | latewood show - --json");
  const auto request = std::make_shared<Request>();
  verb.add_option("NAME", request->names,
                  "ids, selectors, moments, branches, tags, commits, or - for ids on standard input; otherwise @t0")
      ->type_name("");
  verb.add_flag("--receipt", request->receipt, "the receipt of a commit, as JSON: every candidate and its footprint");
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] {
    if (request->names.empty()) request->names.emplace_back("@t0");
    exit_code = run(*request);
  });
}

}  // namespace latewood::cli
