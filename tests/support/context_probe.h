// Opening a context in a test, and reading what it shows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/context.h"
#include "latewood/render.h"

namespace latewood::test {

using Ids = std::vector<std::string>;
using Nodes = std::vector<NodeView>;

inline const std::vector<std::string> kProfiles = {"openai", "openai-responses", "anthropic", "gemini"};

inline Context open_context(ContextOptions options = {}) {
  options.clock = make_logical_clock();
  return Context(std::move(options));
}

// One that may write to `^sys`.
inline Context open_system_context() {
  ContextOptions options;
  options.system = true;
  return open_context(std::move(options));
}

inline Component block(std::string id, std::int64_t offset = 0) {
  Component component;
  component.id = std::move(id);
  component.offset = offset;
  component.content = "text of " + *component.id;
  return component;
}

inline Component block_of_role(std::string id, const std::string& role = "user") {
  Component component = block(std::move(id));
  component.role = role;
  return component;
}

// Content whose canonical JSON has exactly ten bytes.
inline Component ten_byte_block(std::string id, std::int64_t priority = 0) {
  Component component = block_of_role(std::move(id));
  component.priority = priority;
  component.content = "12345678";
  return component;
}

inline Component block_with_ttl(std::string id, std::int64_t ttl, std::int64_t offset = 0) {
  Component component = block(std::move(id), offset);
  component.ttl = ttl;
  return component;
}

inline Component block_with_key(std::string id, std::string key, std::int64_t offset = 0) {
  Component component = block(std::move(id), offset);
  component.key = std::move(key);
  return component;
}

inline Component removable_block(std::string id, std::int64_t offset = 0) {
  Component component = block(std::move(id), offset);
  component.removable = true;
  return component;
}

inline Component block_with_refs(std::string id, const Ids& refs, std::int64_t offset = 0) {
  Component component = block(std::move(id), offset);
  component.attributes = {{"data_refs", JsonValue(JsonValue::Array(refs.begin(), refs.end()))}};
  return component;
}

// The value of a call that has to succeed.
template <class T>
T must(Result<T> result) {
  if (!result) ADD_FAILURE() << name_of(result.error()) << ": " << result.error().message;
  return *std::move(result);
}
inline void must(const Result<void>& result) {
  EXPECT_TRUE(result.has_value()) << name_of(result.error()) << ": " << result.error().message;
}

// The name of the rule a call broke; "done" if it broke none.
template <class T>
std::string verdict(const Result<T>& result) {
  return result ? "done" : std::string(name_of(result.error()));
}

// What is sent of the latest snapshot.
inline std::string request_bytes(const Context& context, std::string_view profile = "openai",
                                 View view = View::Effective) {
  return must(must(context.latest()).render(profile, {view})).bytes;
}

inline Nodes latest_nodes(const Context& context) { return must(context.latest()).nodes().value(); }

inline Ids ids_of(const Nodes& nodes) {
  Ids ids;
  for (const NodeView& node : nodes) ids.push_back(node.id);
  return ids;
}

inline const NodeView* find_node(const Nodes& nodes, std::string_view id) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [id](const NodeView& node) { return node.id == id; });
  return found == nodes.end() ? nullptr : &*found;
}

inline bool has_node(const Nodes& nodes, std::string_view id) { return find_node(nodes, id) != nullptr; }

// Fails the test and gives an empty node if there is none.
inline NodeView node_of(const Nodes& nodes, std::string_view id) {
  if (const NodeView* node = find_node(nodes, id)) return *node;
  ADD_FAILURE() << "there is no node " << id;
  return {};
}

// In the order in which they are shown.
inline Nodes children_of(const Nodes& nodes, std::string_view parent) {
  Nodes children;
  for (const NodeView& node : nodes) {
    if (node.parent_id == parent) children.push_back(node);
  }
  return children;
}

inline Ids child_ids(const Nodes& nodes, std::string_view parent) { return ids_of(children_of(nodes, parent)); }

inline Ids types_of(const Nodes& nodes) {
  Ids types;
  for (const NodeView& node : nodes) types.push_back(node.node_type);
  return types;
}

// The ids of blocks, in document order.
inline Ids block_ids(const Nodes& nodes) {
  Ids ids;
  for (const NodeView& node : nodes) {
    const bool is_container = node.node_type == "mt" || node.node_type == "mc" || node.node_type.starts_with('^');
    if (!is_container) ids.push_back(node.id);
  }
  return ids;
}

// The turn a node stands in; empty if it is in none.
inline std::string turn_of(const Nodes& nodes, std::string_view id) {
  for (const NodeView* node = find_node(nodes, id); node != nullptr; node = find_node(nodes, *node->parent_id)) {
    if (node->node_type == "mt") return node->id;
    if (!node->parent_id) break;
  }
  return {};
}

// The depth of a turn or of what stands in one; 0 if it is in none.
inline std::size_t depth_of(const Nodes& nodes, std::string_view id) {
  const Ids turns = child_ids(nodes, "seq");
  const auto place = std::find(turns.begin(), turns.end(), turn_of(nodes, id));
  return static_cast<std::size_t>(turns.end() - place);
}

}  // namespace latewood::test
