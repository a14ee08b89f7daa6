// All details of nodes and commits.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/node_facts.h"
#include "latewood/trace.h"
#include "operations/json/change_members.h"
#include "operations/json/members.h"
#include "operations/session/node_search.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& show_arguments() {
  static const Schema kSchema = object(
      joined({history_members(),
              {optional("names", any_of({text(), list(text())},
                                        "ids, selectors, moments, branches, tags and commits; default: @t0"))}}));
  return kSchema;
}

Schema shown_node_schema() {
  return object(joined({node_members(),
                        {required("markers", list(text(), "the redactions and replacements that name it")),
                         required("pinned", boolean()),
                         optional("blocks", list(object(node_members()),
                                                 "of a region, a turn or a core: the blocks "
                                                 "below it"))}}));
}

const Schema& show_result() {
  static const Schema kSchema = object({required("shown", list(any_of({shown_node_schema(), object(commit_members())}),
                                                               "nodes and commits in the order of the names"))});
  return kSchema;
}

// The nodes of one moment.
struct SeenTree {
  std::vector<NodeView> nodes;
  std::vector<std::string> pins;
};

Result<SeenTree> seen_in(const Snapshot& snapshot) {
  LW_TRY_ASSIGN(std::vector<NodeView> nodes, snapshot.nodes());
  return SeenTree{std::move(nodes), snapshot.pins()};
}

Result<SeenTree> seen_in_working(const Context& context) {
  LW_TRY_ASSIGN(std::vector<NodeView> nodes, context.working());
  return SeenTree{std::move(nodes), context.working_pins()};
}

JsonValue shown_node(const NodeView& node, const SeenTree& seen) {
  std::vector<std::string> markers;
  for (const NodeView* marker : markers_of(node.id, seen.nodes)) markers.push_back(marker->id);
  std::vector<JsonMember> members = {
      {"markers", json_of(markers)},
      {"pinned", JsonValue(std::find(seen.pins.begin(), seen.pins.end(), node.id) != seen.pins.end())}};
  if (is_container(node)) {
    JsonValue::Array blocks;
    for (const NodeView& block : blocks_below(seen.nodes, node.id)) blocks.push_back(json_of(block));
    members.push_back({"blocks", std::move(blocks)});
  }
  return with_members(json_of(node), std::move(members));
}

Result<JsonValue> shown_commit(const Snapshot& snapshot) {
  LW_TRY_ASSIGN(const std::vector<AttributedChange> changes, attributed_changes(snapshot));
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, snapshot.nodes());
  return commit_json(snapshot, changes, nodes);
}

// The tree that a selector asks: of its snapshot, else of the newest one; before the first commit the working state.
Result<SeenTree> tree_asked(const ReadHistory& history, const std::string& selector) {
  const std::string moment = moment_of_selector(selector);
  if (moment.empty() && !history.context().latest()) return seen_in_working(history.context());
  LW_TRY_ASSIGN(const Snapshot snapshot, history.moment(moment));
  return seen_in(snapshot);
}

Result<void> show_selected(const ReadHistory& history, const std::string& selector, JsonValue::Array& shown) {
  const Unnamed unnamed = history.context().latest() ? Unnamed::Newest : Unnamed::Working;
  LW_TRY_ASSIGN(const std::vector<std::string> ids, find_ids(history.context(), selector, unnamed));
  LW_TRY_ASSIGN(const SeenTree seen, tree_asked(history, selector));
  const NodesById index = by_id(seen.nodes);
  for (const std::string& id : ids) {
    if (const NodeView* node = find_by_id(index, id)) shown.push_back(shown_node(*node, seen));
  }
  return {};
}

// The node in the newest snapshot, or else in the working state; nullopt if it is in neither.
Result<std::optional<JsonValue>> find_shown(const Context& context, const std::string& id) {
  if (const auto latest = context.latest()) {
    LW_TRY_ASSIGN(const SeenTree seen, seen_in(*latest));
    if (const NodeView* node = find_node(seen.nodes, id)) return std::optional(shown_node(*node, seen));
  }
  LW_TRY_ASSIGN(const SeenTree seen, seen_in_working(context));
  const NodeView* node = find_node(seen.nodes, id);
  return node == nullptr ? std::optional<JsonValue>() : std::optional(shown_node(*node, seen));
}

Result<void> show_named(const ReadHistory& history, const std::string& name, JsonValue::Array& shown) {
  if (is_selector(name) && !is_moment(name)) return show_selected(history, name, shown);
  LW_TRY_ASSIGN(std::optional<JsonValue> node, find_shown(history.context(), name));
  if (node) {
    shown.push_back(*std::move(node));
    return {};
  }
  auto moment = history.moment(name);
  const bool is_unknown = !moment && !is_moment(name) && moment.error().rule == kSnapshotNotFound;
  if (is_unknown) {
    Error error = broken(kNodeNotFound, "'" + name + "' is not a node, commit, branch or tag", Code::NotFound);
    error.hint = moment.error().hint;
    return error;
  }
  LW_TRY_ASSIGN(const Snapshot snapshot, std::move(moment));
  LW_TRY_ASSIGN(JsonValue commit, shown_commit(snapshot));
  shown.push_back(std::move(commit));
  return {};
}

Result<std::string> show(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const auto lock = history.lock_edits();
  std::vector<std::string> names = arguments.texts("names");
  if (names.empty()) names.emplace_back("@t0");
  JsonValue::Array shown;
  for (const std::string& name : names) LW_TRY(show_named(history, name, shown));
  return json_text_of(make_object({{"shown", std::move(shown)}}));
}

}  // namespace

const Row kShow = {
    .name = "show",
    .scope = Scope::Read,
    .summary = "Gives all details of nodes and commits.",
    .arguments = show_arguments,
    .result = show_result,
    .example = R"({"names":["answer","@t0"]})",
    .errors = {kNodeNotFound, kSnapshotNotFound, kReferenceAmbiguous, kSelectorInvalid},
    .lines = "shown",
    .run = show,
};

}  // namespace latewood::operations
