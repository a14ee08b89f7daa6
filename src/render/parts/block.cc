#include "render/parts/block.h"

#include <array>
#include <charconv>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "canon/utf8.h"

namespace latewood::render {
namespace {

using tree::Node;
using tree::Symbol;

Kind kind_named(Symbol kind) {
  if (kind == nullptr) return Kind::Text;
  if (*kind == "image") return Kind::Image;
  if (*kind == "document") return Kind::Document;
  if (*kind == "reasoning") return Kind::Reasoning;
  if (*kind == "call") return Kind::Call;
  if (*kind == "result") return Kind::Result;
  if (*kind == "opaque") return Kind::Opaque;
  return Kind::Text;
}

Role role_named(Symbol role, Role default_role) {
  if (role == nullptr) return default_role;
  if (*role == "system") return Role::System;
  if (*role == "assistant") return Role::Assistant;
  if (*role == "tool") return Role::Tool;
  return Role::User;
}

// The length of `text` up to its last character that is not white space.
std::size_t visible_size(std::string_view text) {
  std::size_t visible = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Char next = decode_utf8(text.substr(at));
    at += next.length == 0 ? 1 : next.length;
    if (next.length == 0 || !is_space(next.code)) visible = at;
  }
  return visible;
}

// The length of a white space character at the start of canonical JSON text; 0 if there is none. All white space except
// the space is escaped there.
std::size_t space_at(std::string_view text) {
  if (text.front() == ' ') return 1;
  if (text.front() != '\\') return 0;
  if (text[1] == 'n' || text[1] == 't' || text[1] == 'r' || text[1] == 'f') return 2;
  if (text[1] != 'u') return 0;
  std::uint32_t code = 0;
  std::from_chars(text.data() + 2, text.data() + 6, code, 16);
  return is_space(code) ? 6 : 0;
}

bool is_string(std::string_view json) { return !json.empty() && json.front() == '"'; }

// Makes the block a placeholder. A result stays a result, so that its call has one; every other block becomes text.
void become_placeholder(Block& block) {
  block.is_placeholder = true;
  if (block.kind == Kind::Call || block.kind == Kind::Reasoning) block.role = Role::Assistant;
  if (block.kind != Kind::Result) block.kind = Kind::Text;
}

}  // namespace

bool is_space(char32_t code) {
  if (code <= 0x20) return code == 0x20 || (code >= 0x09 && code <= 0x0d) || code >= 0x1c;
  if (code >= 0x2000 && code <= 0x200a) return true;
  constexpr std::array<char32_t, 8> kOthers = {0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000};
  for (const char32_t other : kOthers) {
    if (code == other) return true;
  }
  return false;
}

const JsonValue* Block::attribute(std::string_view name) const {
  const bool holds_together = name == "lw:message" || name == "lw:call_id";
  if (is_placeholder && !holds_together) return nullptr;
  const JsonValue* own = node->find_attribute(name);
  return own == nullptr && holds_together && place != nullptr ? place->find_attribute(name) : own;
}

std::string_view Block::text_attribute(std::string_view name) const {
  const JsonValue* value = attribute(name);
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string_view() : *text;
}

bool Block::flag(std::string_view name) const {
  const JsonValue* value = attribute(name);
  const bool* truth = value == nullptr ? nullptr : value->as_bool();
  return truth != nullptr && *truth;
}

Block block_of(const Node& node, Role default_role) {
  const std::string_view json = node.payload() == nullptr ? "\"\"" : node.payload()->json();
  Block block{&node, node.id(), json, role_named(node.role(), default_role), kind_named(node.kind())};
  if (block.is_purged()) become_placeholder(block);
  return block;
}

Block redacted_block(const Node& node, std::string_view marker_id, Role default_role) {
  Block block = block_of(node, default_role);
  block.id = marker_id;
  block.json = kRedactedJson;
  become_placeholder(block);
  return block;
}

bool has_core_content(const Node& core) { return core.payload() != nullptr && core.payload()->json() != "null"; }

bool is_tool_definition(const Node& node) { return node.type() == "cb:tool"; }

bool is_tool_definition(const Block& block) {
  return is_tool_definition(block.place == nullptr ? *block.node : *block.place);
}

bool is_blank(std::string_view json) {
  if (!is_string(json)) return false;
  // Reads up to the first visible character, which is usually near the start.
  for (std::size_t at = 1; at + 1 < json.size();) {
    const std::size_t length = space_at(json.substr(at, json.size() - 1 - at));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

bool is_blank_text(std::string_view text) { return visible_size(text) == 0; }

std::optional<std::string> without_trailing_space(std::string_view json) {
  const auto text = is_string(json) ? parse_json(json) : JsonValue();
  if (!text || text->as_string() == nullptr) return std::nullopt;
  const std::string_view whole = *text->as_string();
  const std::size_t size = visible_size(whole);
  if (size == whole.size()) return std::nullopt;
  std::string trimmed;
  append_json_string(trimmed, whole.substr(0, size));
  return trimmed;
}

void append_as_text(std::string& out, std::string_view json) {
  if (is_string(json)) {
    out.append(json);
  } else {
    append_json_string(out, json);
  }
}

void append_text(std::string& out, const Block& block) {
  if (block.tag.empty()) return append_as_text(out, block.json);
  std::string text;
  append_as_text(text, block.json);
  const std::string_view inner = std::string_view(text).substr(1, text.size() - 2);
  out.append("\"<").append(block.tag).append(">\\n").append(inner);
  out.append("\\n</").append(block.tag).append(">\"");
}

}  // namespace latewood::render
