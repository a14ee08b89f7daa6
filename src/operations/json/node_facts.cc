#include "latewood/node_facts.h"

#include <algorithm>
#include <set>

#include "latewood/json_text.h"

namespace latewood {

std::vector<NodeView> blocks_below(const std::vector<NodeView>& nodes, const std::string& id) {
  std::set<std::string_view> above = {id};
  std::vector<NodeView> blocks;
  for (const NodeView& node : nodes) {
    if (!node.parent_id || !above.contains(*node.parent_id)) continue;
    above.insert(node.id);
    if (!is_core(node) || node.content) blocks.push_back(node);
  }
  return blocks;
}

std::vector<std::uint64_t> turn_depths(const std::vector<NodeView>& nodes) {
  std::vector<std::uint64_t> depths(nodes.size(), 0);
  std::uint64_t depth = 0;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (is_turn(nodes[i])) depths[i] = ++depth;
  }
  return depths;
}

const NodeView* find_node(const std::vector<NodeView>& nodes, std::string_view id) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [id](const NodeView& node) { return node.id == id; });
  return found == nodes.end() ? nullptr : &*found;
}

NodesById by_id(const std::vector<NodeView>& nodes) {
  NodesById index;
  for (const NodeView& node : nodes) index.emplace(node.id, &node);
  return index;
}

const NodeView* find_by_id(const NodesById& nodes, std::string_view id) {
  const auto found = nodes.find(id);
  return found == nodes.end() ? nullptr : found->second;
}

std::vector<std::string> ids_in(const NodeView& node, std::string_view attribute) {
  std::vector<std::string> ids;
  for (const JsonMember& member : node.attributes) {
    if (member.key != attribute) continue;
    if (const std::string* one = member.value.as_string()) ids.push_back(*one);
    const JsonValue::Array* list = member.value.as_array();
    for (const JsonValue& item : list != nullptr ? *list : JsonValue::Array()) {
      if (const std::string* each = item.as_string()) ids.push_back(*each);
    }
  }
  return ids;
}

std::vector<std::string> marked_by(const NodeView& node) {
  if (node.node_type == "cb:redaction") return ids_in(node, "data_redacts");
  return is_replacement(node) ? ids_in(node, "data_replaces") : std::vector<std::string>();
}

std::vector<const NodeView*> markers_of(std::string_view id, const std::vector<NodeView>& nodes) {
  std::vector<const NodeView*> markers;
  for (const NodeView& node : nodes) {
    const std::vector<std::string> ids = marked_by(node);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) markers.push_back(&node);
  }
  return markers;
}

std::size_t content_bytes(const NodeView& node) { return node.content ? json_text_of(*node.content).size() : 0; }

std::string content_text(const NodeView& node) {
  if (!node.content) return {};
  const std::string* text = node.content->as_string();
  return text != nullptr ? *text : json_text_of(*node.content);
}

std::size_t content_tokens(const NodeView& node, TokenCounter& counter) {
  return node.content ? counter.count(json_text_of(*node.content)) : 0;
}

}  // namespace latewood
