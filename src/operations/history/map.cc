// Nodes, entries of a diff, and the bytes of the requests of two snapshots.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/request_map.h"
#include "latewood/selector.h"
#include "operations/json/reason_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& map_arguments() {
  static const Schema kSchema = object(
      joined({history_members(),
              {optional("nodes", any_of({text(), list(text())}, "ids and selectors; default: every entry of the diff")),
               optional("entry", text("an entry of the diff instead: added:ID, removed:ID or changed:ID")),
               optional("offset", integer("a byte of a request instead, from 0", 0)),
               optional("side", word({"newer", "older"}, "the request of the offset; default: newer")),
               optional("older", text("the older moment; default: the commit before the newer")),
               optional("newer", text("the newer moment; default: @t0"))},
              render_members()}));
  return kSchema;
}

Schema place_schema() {
  return object({required("begin", count()), required("end", count()),
                 required("unit", nullable(count("among the units; null: bytes of the root")))});
}

Schema mapped_node_schema() {
  const Schema side =
      object({required("exists", boolean("it is in the snapshot")),
              required("instead", list(text(),
                                       "markers that are "
                                       "rendered in its "
                                       "place")),
              required("places", list(place_schema(), "in the request")), required("repairs", list(text()))});
  return object({required("id", text()),
                 required("change", nullable(word({"added", "removed", "changed"}, "its entry in the diff"))),
                 required("fields", list(text(), "that differ")),
                 required("cause", text("none, ttl, cascade, prune, seal, edit, marker, repair, branch or unknown")),
                 required("commit", nullable(object({required("commit_id", commit_id()), required("cycle", count())}))),
                 required("newer", side), required("older", side)});
}

const Schema& map_result() {
  static const Schema kSchema =
      any_of({object({required("nodes", list(mapped_node_schema()))}),
              object({required("node", mapped_node_schema()), required("offset", count()),
                      required("place", place_schema()), required("side", word({"newer", "older"}))})},
             "nodes; with `offset` the node of that byte");
  return kSchema;
}

// The ids of a name: an id, or the matches of a selector in either snapshot.
Result<std::vector<std::string>> mapped_ids(const RequestMap& map, const std::string& name) {
  if (!is_selector(name)) return std::vector{name};
  LW_TRY_ASSIGN(const Selector selector, Selector::parse(name));
  LW_TRY_ASSIGN(std::vector<std::string> ids, map.snapshot(MapSide::Newer)->select(selector));
  if (const auto& older = map.snapshot(MapSide::Older)) {
    LW_TRY_ASSIGN(const std::vector<std::string> before, older->select(selector));
    for (const std::string& id : before) {
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
  }
  if (ids.empty()) return broken(kNodeNotFound, "no node matches " + name, Code::NotFound);
  return ids;
}

Result<std::vector<MappedNode>> mapped_nodes(const RequestMap& map, const std::vector<std::string>& names) {
  std::vector<MappedNode> nodes;
  for (const std::string& name : names) {
    LW_TRY_ASSIGN(const std::vector<std::string> ids, mapped_ids(map, name));
    for (const std::string& id : ids) {
      LW_TRY_ASSIGN(MappedNode node, map.node(id));
      nodes.push_back(std::move(node));
    }
  }
  return nodes;
}

Result<MappedNode> mapped_entry(const RequestMap& map, const std::string& entry) {
  constexpr std::array kKinds = {ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed};
  for (const ChangeKind kind : kKinds) {
    const std::string prefix = std::string(to_string(kind)) + ":";
    if (!entry.starts_with(prefix)) continue;
    LW_TRY_ASSIGN(MappedNode node, map.node(entry.substr(prefix.size())));
    if (node.change == kind) return node;
    const std::string is = node.change ? std::string(to_string(*node.change)) : "unchanged";
    return broken(kNodeNotFound, "the diff has no entry " + entry + ": the node is " + is, Code::NotFound);
  }
  return broken(kOptionInvalid, "'" + entry + "' does not have the form added:ID, removed:ID or changed:ID");
}

Result<std::vector<MappedNode>> asked_of(const RequestMap& map, const Arguments& arguments) {
  if (const auto entry = arguments.find_text("entry")) {
    LW_TRY_ASSIGN(MappedNode node, mapped_entry(map, *entry));
    return std::vector{std::move(node)};
  }
  if (arguments.has("nodes")) return mapped_nodes(map, arguments.texts("nodes"));
  return map.entries();
}

Result<std::string> answer_of(const RequestMap& map, const Arguments& arguments) {
  if (const auto offset = arguments.find_integer("offset")) {
    const MapSide side = arguments.text("side") == "older" ? MapSide::Older : MapSide::Newer;
    LW_TRY_ASSIGN(const MappedByte byte, map.at(side, static_cast<std::uint64_t>(*offset)));
    return to_json(byte);
  }
  LW_TRY_ASSIGN(const std::vector<MappedNode> nodes, asked_of(map, arguments));
  JsonValue::Array list;
  for (const MappedNode& node : nodes) {
    LW_TRY_ASSIGN(JsonValue value, value_of(to_json(node)));
    list.push_back(std::move(value));
  }
  return json_text_of(make_object({{"nodes", std::move(list)}}));
}

Result<void> check_one_question(const Arguments& arguments) {
  const int asked = int{arguments.has("nodes")} + int{arguments.has("entry")} + int{arguments.has("offset")};
  if (asked <= 1) return {};
  return broken(kArgumentInvalid, "only one of 'nodes', 'entry' and 'offset' can be given");
}

Result<std::string> map(SessionState& session, const Arguments& arguments) {
  LW_TRY(check_one_question(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  MapOptions options;
  options.render = render_options(arguments);
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  if (profile) {
    LW_TRY_ASSIGN(const ProfileName found, find_profile(*profile));
    options.profile = to_string(found);
  }
  LW_TRY_ASSIGN(const Snapshot newer, history.moment(arguments.text("newer")));
  if (!arguments.has("older")) {
    LW_TRY_ASSIGN(const RequestMap of_commit, RequestMap::of_commit(newer, options));
    return answer_of(of_commit, arguments);
  }
  LW_TRY_ASSIGN(const Snapshot older, history.moment(arguments.text("older")));
  LW_TRY_ASSIGN(const RequestMap made, RequestMap::make(older, newer, options));
  return answer_of(made, arguments);
}

}  // namespace

const Row kMap = {
    .name = "map",
    .scope = Scope::Read,
    .summary = "Relates nodes, entries of a diff, and the bytes of the requests of two snapshots.",
    .arguments = map_arguments,
    .result = map_result,
    .example = R"({"nodes":"answer","profile":"openai"})",
    .errors = {kNodeNotFound, kOptionInvalid, kProfileUnknown, kSnapshotNotFound},
    .lines = "nodes",
    .run = map,
};

}  // namespace latewood::operations
