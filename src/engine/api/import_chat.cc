#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "exchange/chat/log_time.h"
#include "latewood/chat_log.h"
#include "render/parts/block.h"
#include "tree/edit/permissions.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"
#include "tree/tree.h"

namespace latewood {
namespace {

using tree::Node;
using tree::Subtree;

bool has_message(const Subtree& subtree) {
  const auto entries = subtree.entries();
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return entry.node->node_class() == tree::NodeClass::Block || entry.node->payload() != nullptr;
  });
}

// Whether the tree has messages outside of `^sys`. A log then continues the conversation.
bool has_turns(const tree::Tree& tree) {
  if (has_message(*tree.ah)) return true;
  for (std::size_t ring = tree.rings.size(); ring > 0; --ring) {
    if (has_message(*tree.rings[ring - 1])) return true;
  }
  return false;
}

// Whether the log begins with a message of the assistant. Such a message begins a turn, so blocks before it must be
// committed first.
bool opens_with_assistant(const ChatLog& log) {
  return !log.turns.empty() && !log.turns.front().blocks.empty() &&
         log.turns.front().blocks.front().role == "assistant";
}

// The parsed value if `value` is a string with JSON text; otherwise `value`.
JsonValue value_of(const JsonValue& value) {
  const std::string* text = value.as_string();
  const auto parsed = text == nullptr ? Result<JsonValue>(value) : parse_json(*text);
  return parsed ? *parsed : value;
}

// Whether two tool definitions are the same. Definitions stored before R-17 have `parameters` as an object without the
// order of its members, so for these the order is not compared.
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

// Whether the last stored definition with the name of `tool` is the same definition.
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

// Gives the messages in `blocks` names that no message in `existing` has. Every log numbers its messages from 0.
void rename_messages(std::vector<Component>& blocks, const Subtree& existing) {
  const auto is_taken = [&existing](const JsonValue& name) {
    const auto entries = existing.entries();
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

// Text of the system in turns needs the capability (AUD-19). Checked before the first commit; text for `^sys` is
// checked when it is inserted.
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

// ---- notes ----

// The first line that is not blank, cut to 72 bytes.
std::string first_words(std::string_view text) {
  constexpr std::size_t kMost = 72;
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text = text.substr(start, text.find_first_of("\r\n", start) - start);
  if (text.size() <= kMost) return std::string(text);
  std::size_t end = kMost;
  // Cut between characters, and between words if possible.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  const std::size_t space = text.rfind(' ', end);
  if (space != std::string_view::npos && space > kMost / 2) end = space;
  return std::string(text.substr(0, end)) + "...";
}

// The commit message: the first words of the first text block; without one, the kind of the first block.
std::string message_of(const std::vector<Component>& blocks) {
  for (const Component& block : blocks) {
    const std::string* text = block.content ? block.content->as_string() : nullptr;
    if (text == nullptr) continue;
    if (std::string words = first_words(*text); !words.empty()) return words;
  }
  return blocks.empty() ? std::string() : "(" + blocks.front().kind.value_or("block") + ")";
}

// The last time in the messages of the turn. Unknown members are kept in an attribute per vendor.
std::optional<std::int64_t> time_of(const std::vector<Component>& blocks) {
  std::optional<std::int64_t> last;
  for (const Component& block : blocks) {
    for (const JsonMember& attribute : block.attributes) {
      const JsonValue::Object* vendors = attribute.key == "lw:message_members" ? attribute.value.as_object() : nullptr;
      if (vendors == nullptr) continue;
      for (const JsonMember& vendor : *vendors) {
        if (const auto time = exchange::find_time(vendor.value)) last = time;
      }
    }
  }
  return last;
}

CommitNote note_of(const std::vector<Component>& blocks, std::int64_t otherwise) {
  CommitNote note;
  note.message = message_of(blocks);
  note.host_time = time_of(blocks).value_or(otherwise);
  return note;
}

// ---- the overlap with the stored messages ----

std::string key_of(const std::optional<std::string>& role, const std::optional<std::string>& kind,
                   const std::optional<JsonValue>& content) {
  return canonical_json(
      JsonValue(JsonValue::Array{role ? JsonValue(*role) : JsonValue(), kind ? JsonValue(*kind) : JsonValue(),
                                 content ? JsonValue::Array{*content} : JsonValue::Array{}}));
}

using Keys = std::vector<std::string>;

// The keys of all messages outside of the system region, in order.
Result<Keys> keys_in(const Context& context) {
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, context.working());
  Keys keys;
  bool in_system = false;
  for (const NodeView& node : nodes) {
    if (node.node_type.starts_with('^')) in_system = node.node_type == "^sys";
    const bool is_block = !node.node_type.starts_with('^') && node.node_type != "mt" && node.node_type != "mc";
    if (is_block && !in_system) keys.push_back(key_of(node.role, node.kind, node.content));
  }
  return keys;
}

// The whole of `part` if `all` contains it; otherwise the longest end of `all` that is a beginning of `part`. One pass.
LogOverlap overlap_of(const Keys& all, const Keys& part) {
  if (part.empty()) return {};
  std::vector<std::size_t> failure(part.size(), 0);
  for (std::size_t at = 1, same = 0; at < part.size(); ++at) {
    while (same > 0 && part[at] != part[same]) same = failure[same - 1];
    if (part[at] == part[same]) ++same;
    failure[at] = same;
  }
  std::size_t same = 0;
  for (const std::string& each : all) {
    while (same > 0 && each != part[same]) same = failure[same - 1];
    if (each == part[same]) ++same;
    if (same == part.size()) return {true, part.size()};
  }
  return {false, same};
}

}  // namespace

Result<LogOverlap> overlap_with(const Context& context, const ChatLog& log) {
  LW_TRY_ASSIGN(const Keys all, keys_in(context));
  Keys part;
  for (const ChatTurn& turn : log.turns) {
    for (const Component& block : turn.blocks) part.push_back(key_of(block.role, block.kind, block.content));
  }
  return overlap_of(all, part);
}

Result<LogOverlap> overlap_with(const Context& context, const std::vector<LogEntry>& entries) {
  LW_TRY_ASSIGN(const Keys all, keys_in(context));
  Keys part;
  for (const LogEntry& entry : entries) {
    const Component& block = entry.component;
    if (entry.depth >= 0) part.push_back(key_of(block.role, block.kind, block.content));
  }
  return overlap_of(all, part);
}

Result<void> import_chat(Context& context, const ChatLog& log) {
  const engine::Branch& branch = engine::Access::branch(context);
  const tree::Tree before = branch.working();
  // If there are messages already, a system message of the log is inserted at its place, not into `^sys`.
  const bool goes_on = has_turns(before);
  LW_TRY(branch.check_read());
  LW_TRY(check_system_text(context, log, goes_on));
  std::vector<Component> system;
  for (const Component& block : log.system) {
    const bool is_tool = block.node_type == "cb:tool";
    if (!is_tool) system.push_back(block);
    if (is_tool && !is_defined(*before.sys, block)) LW_TRY(context.insert(block, -1));
  }
  rename_messages(system, goes_on ? *before.ah : *before.sys);
  for (const Component& block : system) LW_TRY(context.insert(block, goes_on ? 0 : -1));
  if (goes_on && !system.empty() && opens_with_assistant(log)) {
    LW_TRY(context.commit(note_of(system, log.host_time)));
  }
  for (const ChatTurn& turn : log.turns) {
    for (const Component& block : turn.blocks) LW_TRY(context.insert(block, 0));
    LW_TRY(context.commit(note_of(turn.blocks, log.host_time)));
  }
  if (log.turns.empty() && !log.system.empty()) LW_TRY(context.commit(note_of(log.system, log.host_time)));
  return {};
}

}  // namespace latewood
