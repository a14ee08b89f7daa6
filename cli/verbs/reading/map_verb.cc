#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/open/history.h"
#include "cli/open/node_names.h"
#include "cli/open/operation_call.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/report.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"
#include "latewood/request_map.h"
#include "latewood/selector.h"

namespace latewood::cli {
namespace {

struct MapRequest {
  Where where;
  std::string node;
  std::string entry;
  std::optional<std::uint64_t> offset;
  std::string side = "newer";
  std::string older;  // empty: the parent of the newer one
  std::string newer = "@t0";
  std::optional<std::string> profile;  // default: the canonical thread
  MapOptions options;
  bool json = false;
};

// ---- text output ----

std::string excerpt(const std::string& bytes, const ByteRange& range) {
  constexpr std::size_t kMost = 60;
  const std::string text =
      bytes.substr(static_cast<std::size_t>(range.begin),
                   std::min<std::size_t>(kMost, static_cast<std::size_t>(range.end - range.begin)));
  return printable(text) + (range.end - range.begin > kMost ? "..." : "");
}

void print_place(const MapPlace& place, const std::string& bytes) {
  std::cout << "    bytes " << place.bytes.begin << " to " << place.bytes.end;
  if (place.unit) std::cout << ", unit " << *place.unit;
  std::cout << ": " << excerpt(bytes, place.bytes) << '\n';
}

void print_side(std::string_view name, const std::optional<Snapshot>& snapshot, const MappedSide& side,
                const std::string& bytes) {
  std::cout << "  " << name << ", ";
  if (!snapshot) {
    std::cout << "no snapshot\n";
    return;
  }
  std::cout << "cycle " << snapshot->cycle() << ": ";
  if (!side.exists) {
    std::cout << "absent\n";
    return;
  }
  std::cout << (side.places.empty() ? "not rendered" : "rendered");
  for (const std::string& marker : side.instead) {
    std::cout << (&marker == side.instead.data() ? "; instead: " : ", ") << printable(marker);
  }
  for (const RepairKind repair : side.repairs) {
    std::cout << (&repair == side.repairs.data() ? "; repaired: " : ", ") << to_string(repair);
  }
  std::cout << '\n';
  constexpr std::size_t kMost = 8;
  for (std::size_t i = 0; i < std::min(kMost, side.places.size()); ++i) print_place(side.places[i], bytes);
  if (side.places.size() > kMost) std::cout << "    and " << side.places.size() - kMost << " more places\n";
}

void print_mapped_node(const MappedNode& node, const RequestMap& map) {
  std::cout << printable(node.id) << ": ";
  std::cout << (node.change                    ? to_string(*node.change)
                : node.cause == MapCause::None ? "unchanged"
                                               : "rendered differently");
  for (const std::string& field : node.fields) {
    std::cout << (&field == node.fields.data() ? " (" : ", ") << printable(field);
  }
  if (!node.fields.empty()) std::cout << ')';
  if (node.cause != MapCause::None) std::cout << ", cause " << to_string(node.cause);
  if (node.commit) {
    std::cout << ", by cycle " << node.commit->cycle << ' ' << node.commit->commit_id.hex().substr(0, 12);
  }
  std::cout << '\n';
  print_side("newer", map.snapshot(MapSide::Newer), node.newer, map.request(MapSide::Newer));
  print_side("older", map.snapshot(MapSide::Older), node.older, map.request(MapSide::Older));
}

// ---- queries ----

// A map and the profile of its requests; no profile: they are canonical threads.
struct ShownMap {
  const RequestMap& map;
  const std::optional<std::string>& profile;
};

int print_nodes(const Result<std::vector<MappedNode>>& nodes, const ShownMap& shown) {
  if (!nodes) return report(nodes.error());
  note_thread(shown.profile);
  for (const MappedNode& node : *nodes) print_mapped_node(node, shown.map);
  if (nodes->empty()) std::cout << "the snapshots have the same nodes\n";
  return finish_output();
}

int print_byte(const ShownMap& shown, const MapRequest& request) {
  const RequestMap& map = shown.map;
  const MapSide side = request.side == "older" ? MapSide::Older : MapSide::Newer;
  const auto byte = map.at(side, *request.offset);
  if (!byte) return report(byte.error());
  note_thread(shown.profile);
  std::cout << "byte " << byte->offset << " of the " << request.side << " request belongs to "
            << printable(byte->node.id) << (byte->place.unit ? "" : ", outside every block") << '\n';
  print_place(byte->place, map.request(side));
  print_mapped_node(byte->node, map);
  return finish_output();
}

// The ids of a name: an id, or the matches of a selector in either snapshot.
Result<std::vector<std::string>> ids_named(const RequestMap& map, const std::string& name) {
  if (!is_selector(name)) return std::vector<std::string>{name};
  const auto selector = Selector::parse(name);
  if (!selector) return selector.error();
  auto ids = map.snapshot(MapSide::Newer)->select(*selector);
  if (!ids) return ids.error();
  const auto& older = map.snapshot(MapSide::Older);
  const auto before = older ? older->select(*selector) : std::vector<std::string>();
  if (!before) return before.error();
  for (const std::string& id : *before) {
    if (std::find(ids->begin(), ids->end(), id) == ids->end()) ids->push_back(id);
  }
  if (ids->empty()) return Error{Code::NotFound, "no node matches " + name, std::string(errors::kNodeNotFound), {}};
  return ids;
}

Result<std::vector<MappedNode>> nodes_named(const RequestMap& map, const std::string& name) {
  const auto ids = ids_named(map, name);
  if (!ids) return ids.error();
  std::vector<MappedNode> nodes;
  for (const std::string& id : *ids) {
    auto node = map.node(id);
    if (!node) return node.error();
    nodes.push_back(*std::move(node));
  }
  return nodes;
}

// Parses "added:ID", "removed:ID" or "changed:ID".
Result<std::vector<MappedNode>> entry_named(const RequestMap& map, const std::string& entry) {
  constexpr std::array kKinds = {ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed};
  for (const ChangeKind kind : kKinds) {
    const std::string prefix = std::string(to_string(kind)) + ":";
    if (!entry.starts_with(prefix)) continue;
    auto node = map.node(entry.substr(prefix.size()));
    if (!node) return node.error();
    if (node->change == kind) return std::vector<MappedNode>{*std::move(node)};
    const std::string is = node->change ? std::string(to_string(*node->change)) : "unchanged";
    return Error{Code::NotFound,
                 "the diff has no entry " + entry + ": the node is " + is,
                 std::string(errors::kNodeNotFound),
                 {}};
  }
  return Error{Code::InvalidArgument,
               "'" + entry + "' does not have the form added:ID, removed:ID or changed:ID",
               std::string(errors::kOptionInvalid),
               {}};
}

int answer(const ShownMap& shown, const MapRequest& request) {
  if (request.offset) return print_byte(shown, request);
  if (!request.entry.empty()) return print_nodes(entry_named(shown.map, request.entry), shown);
  if (!request.node.empty()) return print_nodes(nodes_named(shown.map, request.node), shown);
  return print_nodes(shown.map.entries(), shown);
}

int compare_maps(History& history, const MapRequest& request) {
  MapOptions options = request.options;
  const auto shown = history.shown_profile(request.profile);
  if (!shown) return report(shown.error());
  if (*shown) {
    const auto profile = find_profile(**shown);
    if (!profile) return report(profile.error());
    options.profile = to_string(*profile);
  }
  const auto newer = history.moment(request.newer);
  if (!newer) return report_in(newer.error(), request.newer);
  if (request.older.empty()) {
    const auto map = RequestMap::of_commit(*newer, options);
    return map ? answer({*map, *shown}, request) : report(map.error());
  }
  const auto older = history.moment(request.older);
  if (!older) return report_in(older.error(), request.older);
  const auto map = RequestMap::make(*older, *newer, options);
  return map ? answer({*map, *shown}, request) : report(map.error());
}

int run_map(const MapRequest& request) {
  if (!request.json) {
    return with_history(request.where, [&](History& history) { return compare_maps(history, request); });
  }
  CallArguments arguments;
  arguments.add_given("nodes", request.node).add_given("entry", request.entry).add_given("older", request.older);
  arguments.add_given("newer", request.newer).add_given("profile", request.profile).add_view(request.options.render);
  if (request.offset) {
    arguments.add("offset", JsonValue(static_cast<std::int64_t>(*request.offset))).add_given("side", request.side);
  }
  return print_reading(request.where, "map", std::move(arguments));
}

}  // namespace

void add_map_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "map", "relate nodes, diff entries and request bytes of two snapshots",
               "map cb:rules --profile anthropic\nmap --offset 1200 --profile openai\nmap --entry changed:cb:rules\n"
               "map --older @t-3 --newer @t0\nmap \".cb[role='user']:last\" --json");
  const auto request = std::make_shared<MapRequest>();
  CLI::Option* node =
      verb.add_option("NODE", request->node, "an id or a selector; default: every entry of the diff")->type_name("");
  CLI::Option* entry =
      verb.add_option("--entry", request->entry, "an entry of the diff: added:ID, removed:ID or changed:ID")
          ->type_name("KIND:ID");
  CLI::Option* offset = verb.add_option("--offset", request->offset, "a byte of the request, counted from 0");
  offset->type_name("N");
  entry->excludes(node)->excludes(offset);
  offset->excludes(node);
  verb.add_option("--side", request->side, "the request that --offset counts in: newer or older; default: newer")
      ->type_name("SIDE")
      ->check(one_of({"newer", "older"}))
      ->needs(offset);
  verb.add_option("--older", request->older,
                  "the older snapshot: @t-3, @c42, a branch or tag; default: the parent of the newer")
      ->type_name("MOMENT");
  verb.add_option("--newer", request->newer, "the newer snapshot; default: @t0")->type_name("MOMENT");
  CLI::Option* profile = verb.add_option(
      "--profile", request->profile, "render with this profile; default: that of `config`, else the canonical thread");
  profile->type_name("P");
  add_view_flag(verb, *profile, request->options.render);
  add_history_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_map(*request); });
}

}  // namespace latewood::cli
