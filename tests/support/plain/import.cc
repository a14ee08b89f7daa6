#include "support/plain/import.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/iso_time.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/hash.h"
#include "support/document/foreign.h"

namespace latewood::test {
namespace {

using Members = std::map<std::string, JsonValue>;

// A node as the document says it, completed.
struct ImportedNode {
  Members members;
  std::vector<ImportedNode> children;
  std::string type;

  std::int64_t integer(const char* name) const { return *members.at(name).as_integer(); }
  const std::string& text(const char* name) const { return *members.at(name).as_string(); }
};

// Where a class stands among the root and its regions, whose stamps are their places (D-02); -1: neither.
int frame_place(const std::string& type) {
  constexpr std::array<const char*, 4> kFrame = {"^root", "^sys", "^seq", "^ah"};
  for (std::size_t i = 0; i < kFrame.size(); ++i) {
    if (type == kFrame[i]) return static_cast<int>(i);
  }
  return -1;
}

bool is_container(const std::string& type) {
  const std::string prefix = type.substr(0, type.find(':'));
  return frame_place(type) >= 0 || prefix == "mt" || prefix == "mc";
}

void fill(Members& members, const char* name, const JsonValue& value) { members.emplace(name, value); }

// Headers that are missing (D-03, D-04, R-02), and the moment's name (R-01).
void complete(ImportedNode& node, std::int64_t position, std::int64_t cycle) {
  Members& members = node.members;
  fill(members, "nodeType", position == 0 ? "^root" : "cb");
  node.type = node.text("nodeType");
  const int place = frame_place(node.type);
  static const std::array<const char*, 4> kIds = {"root", "sys", "seq", "ah"};
  if (place >= 0) fill(members, "id", kIds[static_cast<std::size_t>(place)]);
  fill(members, "offset", std::int64_t{0});
  fill(members, "priority", std::int64_t{0});
  fill(members, "ttl", nullptr);
  fill(members, "cycle", place >= 0 ? std::int64_t{0} : cycle);
  fill(members, "created_at_ns", std::int64_t{std::max(place, 0)});
  fill(members, "creation_index", place >= 0 ? std::int64_t{place} : position);
  const auto iso = members.find("created_at_iso");
  const bool is_kept = iso != members.end() && !is_wrong_iso(*iso->second.as_string());
  if (!is_kept) members["created_at_iso"] = iso_time(node.integer("created_at_ns"));
  for (const char* name : {"role", "kind", "key", "provenance", "removable"}) {
    if (members.contains(name) && members.at(name).is_null()) members.erase(name);
  }
}

bool is_before(const ImportedNode& a, const ImportedNode& b) {
  if (frame_place(a.type) > 0 || frame_place(b.type) > 0) return frame_place(a.type) < frame_place(b.type);
  const auto key = [](const ImportedNode& node) {
    return std::tuple(node.integer("offset"), node.integer("created_at_ns"), node.integer("creation_index"),
                      node.text("id"));
  };
  return key(a) < key(b);
}

ImportedNode read_node(const JsonValue& json, std::int64_t& next, std::int64_t cycle) {
  ImportedNode node;
  const std::int64_t position = next++;
  for (const JsonMember& member : *json.as_object()) {
    if (member.key != "children") node.members.emplace(member.key, member.value);
  }
  complete(node, position, cycle);
  if (const JsonValue* children = json.find("children")) {
    for (const JsonValue& child : *children->as_array()) node.children.push_back(read_node(child, next, cycle));
  }
  std::sort(node.children.begin(), node.children.end(), is_before);
  return node;
}

void add_regions(ImportedNode& root) {
  for (const char* type : {"^sys", "^seq", "^ah"}) {
    const auto is_it = [type](const ImportedNode& node) { return node.type == type; };
    if (std::any_of(root.children.begin(), root.children.end(), is_it)) continue;
    ImportedNode region;
    region.members.emplace("nodeType", type);
    complete(region, 1, 0);
    root.children.push_back(std::move(region));
  }
  std::sort(root.children.begin(), root.children.end(), is_before);
}

// ---- products ----

JsonValue exported(const ImportedNode& node, const std::set<std::string>* only) {
  std::vector<JsonMember> members;
  for (const auto& [name, value] : node.members) {
    if (only == nullptr || only->contains(name)) members.push_back({name, value});
  }
  if (!node.children.empty() || is_container(node.type)) {
    JsonValue::Array children;
    for (const ImportedNode& child : node.children) children.push_back(exported(child, only));
    members.push_back({"children", std::move(children)});
  }
  return make_object(std::move(members));
}

std::string serialized(const ImportedNode& root) {
  static const std::set<std::string> kOnly = {"id",       "nodeType", "offset",        "ttl",
                                              "priority", "cycle",    "created_at_ns", "created_at_iso",
                                              "content",  "role",     "kind"};
  return canonical_json(exported(root, &kOnly));
}

std::optional<std::string> optional_text(const ImportedNode& node, const char* name) {
  return node.members.contains(name) ? std::optional(node.text(name)) : std::nullopt;
}

NodeView view(const ImportedNode& node, const ImportedNode* parent) {
  static const std::set<std::string> kKnown = {"id",
                                               "nodeType",
                                               "offset",
                                               "ttl",
                                               "priority",
                                               "cycle",
                                               "created_at_ns",
                                               "created_at_iso",
                                               "creation_index",
                                               "role",
                                               "kind",
                                               "key",
                                               "content",
                                               "provenance",
                                               "removable"};
  NodeView seen;
  seen.id = node.text("id");
  seen.node_type = node.type;
  seen.offset = node.integer("offset");
  if (!node.members.at("ttl").is_null()) seen.ttl = node.integer("ttl");
  seen.priority = node.integer("priority");
  seen.cycle = static_cast<std::uint64_t>(node.integer("cycle"));
  seen.created_at_ns = node.integer("created_at_ns");
  seen.created_at_iso = node.text("created_at_iso");
  seen.creation_index = static_cast<std::uint64_t>(node.integer("creation_index"));
  seen.role = optional_text(node, "role");
  seen.kind = optional_text(node, "kind");
  seen.key = optional_text(node, "key");
  seen.provenance = optional_text(node, "provenance");
  if (node.members.contains("removable")) seen.removable = *node.members.at("removable").as_bool();
  if (node.members.contains("content")) seen.content = node.members.at("content");
  for (const auto& [name, value] : node.members) {
    if (!kKnown.contains(name)) seen.attributes.push_back({name, value});
  }
  seen.content_hash = content_hash_of_json(canonical_json(exported(node, nullptr)))->digest;
  if (parent != nullptr) seen.parent_id = parent->text("id");
  return seen;
}

void add_views(std::vector<NodeView>& views, const ImportedNode& node, const ImportedNode* parent) {
  views.push_back(view(node, parent));
  for (const ImportedNode& child : node.children) add_views(views, child, &node);
}

// Blocks that say something or hold nothing (D-07, D-47), and cores that say something (R-11).
bool is_unit(const ImportedNode& node) {
  const auto content = node.members.find("content");
  if (node.type == "mc") return content != node.members.end() && !content->second.is_null();
  return !is_container(node.type) && (content != node.members.end() || node.children.empty());
}

void add_units(std::string& thread, const ImportedNode& node, const std::string& role) {
  if (is_unit(node)) {
    const auto quoted = [](const std::string& text) { return canonical_json(JsonValue(text)); };
    thread += thread.size() > 1 ? "," : "";
    thread +=
        R"({"id":)" + quoted(node.text("id")) + R"(,"role":)" + quoted(optional_text(node, "role").value_or(role));
    if (node.members.contains("kind")) thread += R"(,"kind":)" + quoted(node.text("kind"));
    const bool says = node.members.contains("content");
    thread += R"(,"content":)" + (says ? canonical_json(node.members.at("content")) : "\"\"") + "}";
  }
  for (const ImportedNode& child : node.children) {
    add_units(thread, child, node.type == "^sys" ? "system" : role);
  }
}

PlainImported read_snapshot(const JsonValue& json, const std::optional<std::uint64_t>& before) {
  PlainImported snapshot;
  const JsonValue* cycle = json.find("cycle");
  snapshot.cycle = cycle != nullptr ? static_cast<std::uint64_t>(*cycle->as_integer()) : before ? *before + 1 : 0;
  std::int64_t next = 0;
  ImportedNode root = read_node(*json.find("root"), next, static_cast<std::int64_t>(snapshot.cycle));
  add_regions(root);
  add_views(snapshot.nodes, root, nullptr);
  if (const JsonValue* pins = json.find("pins")) {
    for (const JsonValue& pin : *pins->as_array()) {
      for (NodeView& node : snapshot.nodes) {
        if (node.id == *pin.as_string()) node.pins = {""};
      }
    }
  }
  std::vector<JsonMember> envelope;
  for (const JsonMember& member : *json.as_object()) {
    if (member.key != "root" && member.key != "cycle" && member.key != "spec_version") envelope.push_back(member);
  }
  envelope.push_back({"root", exported(root, nullptr)});
  envelope.push_back({"cycle", static_cast<std::int64_t>(snapshot.cycle)});
  envelope.push_back({"spec_version", "PACT/0.1.0"});
  snapshot.exported = canonical_json(make_object(std::move(envelope)));
  snapshot.serialized = serialized(root);
  snapshot.thread = "[";
  add_units(snapshot.thread, root, "user");
  snapshot.thread += "]";
  return snapshot;
}

}  // namespace

std::vector<PlainImported> plain_import(std::string_view document) {
  const JsonValue json = parse_json(document).value();
  std::vector<PlainImported> snapshots;
  const JsonValue* list = json.find("snapshots");
  if (list == nullptr) return {read_snapshot(json, std::nullopt)};
  for (const JsonValue& each : *list->as_array()) {
    const auto before = snapshots.empty() ? std::nullopt : std::optional(snapshots.back().cycle);
    snapshots.push_back(read_snapshot(each, before));
  }
  return snapshots;
}

}  // namespace latewood::test
