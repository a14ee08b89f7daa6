#include "support/plain/diff.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace latewood::test {
namespace {

using Nodes = std::vector<NodeView>;
using ById = std::map<std::string, const NodeView*>;

ById by_id(const Nodes& nodes) {
  ById map;
  for (const NodeView& node : nodes) map[node.id] = &node;
  return map;
}

bool passes(const std::function<bool(const NodeView& node)>& test, const NodeView& node) { return !test || test(node); }

template <class T>
JsonValue value_of(const std::optional<T>& value) {
  return value ? JsonValue(*value) : JsonValue();
}
JsonValue value_of(const std::vector<std::string>& texts) { return JsonValue::Array(texts.begin(), texts.end()); }
JsonValue value_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

using Member = std::pair<std::string, JsonValue>;

// Every tracked member in the order of D-42; custom attributes are apart.
std::vector<Member> members_of(const NodeView& node) {
  return {{"ttl", value_of(node.ttl)},
          {"priority", node.priority},
          {"content_hash", node.content_hash.hex()},
          {"parent", value_of(node.parent_id)},
          {"offset", node.offset},
          {"nodeType", node.node_type},
          {"role", value_of(node.role)},
          {"kind", value_of(node.kind)},
          {"cycle", value_of(node.cycle)},
          {"created_at_ns", node.created_at_ns},
          {"created_at_iso", node.created_at_iso},
          {"creation_index", value_of(node.creation_index)},
          {"provenance", value_of(node.provenance)},
          {"removable", value_of(node.removable)},
          {"key", value_of(node.key)},
          {"pins", value_of(node.pins)}};
}

JsonValue attribute_of(const NodeView& node, const std::string& name) {
  for (const JsonMember& attribute : node.attributes) {
    if (attribute.key == name) return attribute.value;
  }
  return {};
}

void compare(std::vector<FieldChange>& fields, const std::string& name, const JsonValue& newer,
             const JsonValue& older) {
  if (newer == older) return;
  const bool is_scalar = !newer.as_array() && !newer.as_object() && !older.as_array() && !older.as_object();
  fields.push_back({name, is_scalar ? std::optional(FieldDelta{newer, older}) : std::nullopt});
}

std::vector<FieldChange> changed_fields(const NodeView& newer, const NodeView& older) {
  std::vector<FieldChange> fields;
  const auto after = members_of(newer);
  const auto before = members_of(older);
  for (std::size_t i = 0; i < after.size(); ++i) compare(fields, after[i].first, after[i].second, before[i].second);
  std::set<std::string> names;
  for (const NodeView* node : {&newer, &older}) {
    for (const JsonMember& attribute : node->attributes) names.insert(attribute.key);
  }
  for (const std::string& name : names) compare(fields, name, attribute_of(newer, name), attribute_of(older, name));
  return fields;
}

std::vector<ChildrenChange> children_changes(const std::map<std::string, std::vector<std::string>>& children) {
  std::vector<ChildrenChange> list;
  for (const auto& [parent, ids] : children) list.push_back({parent, ids});
  return list;
}

bool contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::string class_of(const NodeView& node) {
  const std::string prefix = node.node_type.substr(0, node.node_type.find(':'));
  return prefix == "mt" || prefix == "mc" || prefix.starts_with('^') ? prefix : "cb";
}

bool looks_like(const NodeView& a, const NodeView& b) {
  return a.content && b.content && a.content_hash == b.content_hash && class_of(a) == class_of(b);
}

// The only node of `nodes` without a partner of its id in `others` that looks like `node`.
const NodeView* only_lookalike(const NodeView& node, const Nodes& nodes, const ById& others) {
  const NodeView* found = nullptr;
  for (const NodeView& each : nodes) {
    if (others.contains(each.id) || !looks_like(each, node)) continue;
    if (found != nullptr) return nullptr;
    found = &each;
  }
  return found;
}

}  // namespace

Diff plain_diff(const Nodes& newer, const Nodes& older, const PlainFilter& filter) {
  const ById after = by_id(newer);
  const ById before = by_id(older);
  Diff diff;
  for (const NodeView& node : newer) {
    const auto previous = before.find(node.id);
    if (previous == before.end()) {
      if (passes(filter.newer, node)) diff.added.push_back(node.id);
      continue;
    }
    auto fields = changed_fields(node, *previous->second);
    const bool is_reported = passes(filter.newer, node) || passes(filter.older, *previous->second);
    if (!fields.empty() && is_reported) diff.changed.push_back({node.id, std::move(fields)});
  }
  for (const auto& [id, node] : before) {
    if (!after.contains(id) && passes(filter.older, *node)) diff.removed.push_back(id);
  }
  return diff;
}

DiffDetail plain_diff_detail(const Nodes& newer, const Nodes& older, const PlainFilter& filter) {
  const ById after = by_id(newer);
  const ById before = by_id(older);
  DiffDetail detail;
  detail.components = plain_diff(newer, older, filter);
  std::set<std::string> changed;
  for (const NodeChange& change : detail.components.changed) changed.insert(change.id);
  std::map<std::string, std::vector<std::string>> came;
  std::map<std::string, std::vector<std::string>> left;
  for (const NodeView& node : newer) {
    if (contains(detail.components.added, node.id) && node.parent_id) came[*node.parent_id].push_back(node.id);
    if (!changed.contains(node.id)) continue;
    const NodeView& previous = *before.at(node.id);
    if (previous.parent_id == node.parent_id) continue;
    came[*node.parent_id].push_back(node.id);
    left[*previous.parent_id].push_back(node.id);
    detail.parent_changed.push_back({node.id, *previous.parent_id, *node.parent_id});
  }
  for (const std::string& id : detail.components.removed) {
    const NodeView& previous = *before.at(id);
    if (previous.parent_id) left[*previous.parent_id].push_back(id);
  }
  for (auto& [parent, ids] : left) std::sort(ids.begin(), ids.end());
  detail.children_added = children_changes(came);
  detail.children_removed = children_changes(left);
  for (const std::string& to : detail.components.added) {
    const NodeView& node = *after.at(to);
    const NodeView* from = only_lookalike(node, older, after);
    const bool is_pair = from != nullptr && only_lookalike(*from, newer, before) == &node;
    if (is_pair && contains(detail.components.removed, from->id)) detail.moved.push_back({from->id, to});
  }
  return detail;
}

}  // namespace latewood::test
