#include "engine/api/system_said.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/try.h"
#include "tree/edit/marker.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"

namespace latewood::engine {
namespace {

using Ids = std::set<std::string, std::less<>>;

bool is_text_of_system(const NodeView& node, const Ids& in_system_region) {
  if (node.node_type.starts_with('^')) return false;
  if (node.parent_id && in_system_region.contains(*node.parent_id)) return true;
  Component component;
  component.role = node.role;
  component.kind = node.kind;
  component.content = node.content;
  component.node_type = node.node_type;
  component.attributes = node.attributes;
  return tree::speaks_for_system(component);
}

struct SystemNodes {
  Ids saying;   // say system text
  Ids above;    // contain such a node
  Ids marking;  // mark a node of one of these two
};

// Parents come before their children, so one pass from the end finds all nodes above system text. Nothing marks the
// root or `^seq`.
void find_above(const std::vector<NodeView>& nodes, SystemNodes& found) {
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (node->node_type == "^root" || node->node_type == "^seq") found.above.erase(node->id);
    if (node->node_type == "^root" || node->node_type == "^seq") continue;
    if (node->node_type == "^sys") found.above.insert(node->id);
    const bool leads_to = found.saying.contains(node->id) || found.above.contains(node->id);
    if (leads_to && node->parent_id) found.above.insert(*node->parent_id);
  }
}

SystemNodes find_system_nodes(const std::vector<NodeView>& nodes) {
  SystemNodes found;
  Ids in_system_region;
  for (const NodeView& node : nodes) {
    const bool is_below = node.parent_id && in_system_region.contains(*node.parent_id);
    if (node.node_type == "^sys" || is_below) in_system_region.insert(node.id);
    if (is_text_of_system(node, in_system_region)) found.saying.insert(node.id);
  }
  find_above(nodes, found);
  for (const NodeView& node : nodes) {
    for (const std::string_view id : tree::ids_to_mark(node.node_type, node.attributes)) {
      if (found.saying.contains(id) || found.above.contains(id)) found.marking.insert(node.id);
    }
  }
  return found;
}

}  // namespace

std::map<std::string, SaidText> system_said(const std::vector<NodeView>& nodes) {
  const SystemNodes found = find_system_nodes(nodes);
  std::map<std::string, SaidText> said;
  for (const NodeView& node : nodes) {
    if (!found.saying.contains(node.id) && !found.marking.contains(node.id)) continue;
    said.emplace(node.id, SaidText{node.content_hash.hex(), node.role.value_or(""), node.kind.value_or(""),
                                   node.parent_id.value_or(""), node.offset, node.attributes});
  }
  return said;
}

std::optional<bool> says_for_system(const std::string& id, const std::vector<NodeView>& nodes) {
  const bool is_known = std::any_of(nodes.begin(), nodes.end(), [&](const NodeView& node) { return node.id == id; });
  if (!is_known) return std::nullopt;
  const SystemNodes found = find_system_nodes(nodes);
  return found.saying.contains(id) || found.above.contains(id) || found.marking.contains(id);
}

Result<void> check_reset(const Context& context) {
  LW_TRY_ASSIGN(const std::vector<NodeView> edited, context.working());
  std::vector<NodeView> nodes;
  if (context.cycle() != 0) {
    LW_TRY_ASSIGN(const Snapshot latest, context.latest());
    LW_TRY_ASSIGN(nodes, latest.nodes());
  }
  return system_said(edited) == system_said(nodes) ? Result<void>()
                                                   : tree::needs_system("discarding edits of system text");
}

}  // namespace latewood::engine
