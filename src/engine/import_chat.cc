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
#include "tree/refusal.h"
#include "tree/system_text.h"

namespace latewood {
namespace {

using tree::Node;
using tree::Subtree;

bool says_something(const Subtree& subtree) {
  const auto entries = subtree.entries();
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return entry.node->node_class() == tree::NodeClass::Block || entry.node->payload() != nullptr;
  });
}

// Whether anything was said that a log can go on from.
bool has_turns(const tree::Tree& tree) {
  if (says_something(*tree.ah)) return true;
  for (std::size_t ring = tree.rings.size(); ring > 0; --ring) {
    if (says_something(*tree.rings[ring - 1])) return true;
  }
  return false;
}

// Then its first turn begins after what comes before it, as each message of the assistant begins one.
bool opens_with_assistant(const ChatLog& log) {
  return !log.turns.empty() && !log.turns.front().blocks.empty() &&
         log.turns.front().blocks.front().role == "assistant";
}

// The value of JSON text; of anything else itself.
JsonValue value_of(const JsonValue& value) {
  const std::string* text = value.as_string();
  const auto parsed = text == nullptr ? Result<JsonValue>(value) : parse_json(*text);
  return parsed ? *parsed : value;
}

// Whether two contents of tools say the same. One that was stored when parameters were objects (before R-17) does not
// tell their order, so there the order does not count.
bool are_same(const JsonValue& stored, const JsonValue& given) {
  if (stored == given) return true;
  if (stored.as_object() != nullptr && given.as_string() != nullptr) return stored == value_of(given);
  const JsonValue* before = stored.find("parameters");
  const JsonValue* now = given.find("parameters");
  if (before == nullptr || now == nullptr || before->as_object() == nullptr || now->as_string() == nullptr)
    return false;
  std::vector<JsonMember> members = *given.as_object();
  for (JsonMember& member : members) {
    if (member.key == "parameters") member.value = value_of(member.value);
  }
  return stored == make_object(std::move(members));
}

// Whether the last definition of that name is the same one.
bool is_defined(const Subtree& sys, const Component& tool) {
  const JsonValue definition = value_of(*tool.content);
  const JsonValue* name = definition.find("name");
  const auto entries = sys.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const Node& node = *entry->node;
    if (!render::is_tool_definition(node) || node.payload() == nullptr) continue;
    const auto content = parse_json(node.payload()->json());
    if (!content) continue;
    if (are_same(*content, *tool.content)) return node.kind() != nullptr && *node.kind() == tool.kind;
    const JsonValue stored = value_of(*content);
    const JsonValue* other = stored.find("name");
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

// What the system says in turns needs the capability like anything else it says (AUD-19): told before anything is
// committed. What goes to `^sys` is refused when it gets there.
Result<void> check_system_text(const Context& context, const ChatLog& log, bool goes_on) {
  if (engine::Access::permissions(context).system) return {};
  const auto is_refused = [](const Component& block) {
    return block.node_type != "cb:tool" && tree::speaks_for_system(block);
  };
  const auto is_any = [&](const std::vector<Component>& blocks) {
    return std::any_of(blocks.begin(), blocks.end(), is_refused);
  };
  const bool is_said =
      (goes_on && is_any(log.system)) ||
      std::any_of(log.turns.begin(), log.turns.end(), [&](const ChatTurn& turn) { return is_any(turn.blocks); });
  return is_said ? Result<void>(tree::needs_system("a message of the role system or developer")) : Result<void>();
}

}  // namespace

Result<void> import_chat(Context& context, const ChatLog& log) {
  const engine::Branch& branch = engine::Access::branch(context);
  const tree::Tree before = branch.working();
  // Where somebody has spoken already, a system message is a later one and stands in its place.
  const bool goes_on = has_turns(before);
  LW_TRY(branch.check_read());
  LW_TRY(check_system_text(context, log, goes_on));
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
