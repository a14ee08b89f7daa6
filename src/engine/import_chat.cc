#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/access.h"
#include "latewood/chat_log.h"
#include "render/block.h"

namespace latewood {
namespace {

using tree::Node;
using tree::Subtree;

bool holds_blocks(const Subtree& subtree) {
  const auto entries = subtree.entries();
  return std::any_of(entries.begin(), entries.end(),
                     [](const auto& entry) { return entry.node->node_class() == tree::NodeClass::Block; });
}

// Whether anything was said that a log can go on from.
bool has_turns(const tree::Tree& tree) {
  if (holds_blocks(*tree.ah)) return true;
  for (std::size_t ring = tree.rings.size(); ring > 0; --ring) {
    if (holds_blocks(*tree.rings[ring - 1])) return true;
  }
  return false;
}

// Then its first turn begins after what comes before it, as each message of the assistant begins one.
bool opens_with_assistant(const ChatLog& log) {
  return !log.turns.empty() && !log.turns.front().blocks.empty() &&
         log.turns.front().blocks.front().role == "assistant";
}

// Whether the last definition of that name is the same one.
bool is_defined(const Subtree& sys, const Component& tool) {
  const std::string json = canonical_json(*tool.content);
  const JsonValue* name = tool.content->find("name");
  const auto entries = sys.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const Node& node = *entry->node;
    if (!render::is_tool_definition(node) || node.payload() == nullptr) continue;
    if (node.payload()->json() == json) return node.kind() != nullptr && *node.kind() == tool.kind;
    const auto content = parse_json(node.payload()->json());
    const JsonValue* other = content ? content->find("name") : nullptr;
    if (name != nullptr && other != nullptr && *other == *name) return false;
  }
  return false;
}

// Logs number their messages each from 0. Those that come beside others get numbers of their own.
void keep_apart(std::vector<Component>& blocks, const Subtree& others) {
  const auto is_taken = [&others](const JsonValue& name) {
    const auto entries = others.entries();
    return std::any_of(entries.begin(), entries.end(), [&name](const auto& entry) {
      const JsonValue* message = entry.node->find_attribute("lw:message");
      return message != nullptr && *message == name;
    });
  };
  for (Component& block : blocks) {
    for (JsonMember& attribute : block.attributes) {
      if (attribute.key != "lw:message") continue;
      const std::string name = attribute.value.as_string() == nullptr ? "" : *attribute.value.as_string();
      for (int number = 2; is_taken(attribute.value); ++number) attribute.value = name + "_" + std::to_string(number);
    }
  }
}

}  // namespace

Result<void> import_chat(Context& context, const ChatLog& log) {
  const engine::Branch& branch = engine::Access::branch(context);
  const tree::Tree before = branch.working();
  // Where somebody has spoken already, a system message is a later one and stands in its place.
  const bool goes_on = has_turns(before);
  LW_TRY(branch.check_read());
  std::vector<Component> system;
  for (const Component& block : log.system) {
    const bool is_tool = block.node_type == "cb:tool";
    if (!is_tool) system.push_back(block);
    if (is_tool && !is_defined(*before.sys, block)) LW_TRY(context.insert(block, -1));
  }
  keep_apart(system, goes_on ? *before.ah : *before.sys);
  for (const Component& block : system) LW_TRY(context.insert(block, goes_on ? 0 : -1));
  if (goes_on && !system.empty() && opens_with_assistant(log)) LW_TRY(context.commit());
  for (const ChatTurn& turn : log.turns) {
    for (const Component& block : turn.blocks) LW_TRY(context.insert(block, 0));
    LW_TRY(context.commit());
  }
  if (log.turns.empty() && !log.system.empty()) LW_TRY(context.commit());
  return {};
}

}  // namespace latewood
