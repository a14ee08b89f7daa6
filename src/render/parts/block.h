// A block of the tree as profiles see it: its role, kind and content. The neutral shapes of content are in
// docs/profiles.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tree/node.h"

namespace latewood::render {

enum class Role : std::uint8_t { System, User, Assistant, Tool };
enum class Kind : std::uint8_t { Text, Image, Document, Reasoning, Call, Result, Opaque };

// The placeholder for redacted content, as canonical JSON.
inline constexpr std::string_view kRedactedJson = "\"[redacted]\"";

struct Block {
  const tree::Node* node = nullptr;  // the node with the attributes; never null
  std::string_view id;               // the id of the node that is responsible for the content
  std::string_view json;             // canonical; `""` if there is no content
  Role role = Role::User;
  Kind kind = Kind::Text;
  bool is_placeholder = false;  // the content was redacted or purged
  // The replaced node; null if the block is at its own place. The block still belongs to the message and call of that
  // node.
  const tree::Node* place = nullptr;
  // If not empty, the text is written between <tag> and </tag>.
  std::string_view tag = {};

  // Whether the content was purged; false if it is also redacted.
  bool is_purged() const { return json.data() == tree::kPurgedJson; }

  // An attribute; null if it is absent. Of a placeholder, and of the replaced node, only attributes that group blocks
  // into messages are returned.
  const JsonValue* attribute(std::string_view name) const;
  // A text attribute; empty if there is none.
  std::string_view text_attribute(std::string_view name) const;
  bool flag(std::string_view name) const;
};

// The block of a node with its own content. Purged content becomes the placeholder, like redacted content.
Block block_of(const tree::Node& node, Role default_role);
// The placeholder of a redacted node: a result stays a result, every other block becomes text.
Block redacted_block(const tree::Node& node, std::string_view marker_id, Role default_role);

// Whether a core has content of its own. Content null counts as none.
bool has_core_content(const tree::Node& core);

bool is_tool_definition(const tree::Node& node);
// Whether the block, or the node that it replaces, is a tool definition.
bool is_tool_definition(const Block& block);

// ---- text in canonical JSON ----

// White space of Unicode, and the separators of ASCII.
bool is_space(char32_t code);

// Whether a JSON string has only white space. False for other JSON values.
bool is_blank(std::string_view json);
// Whether a plain text has only white space.
bool is_blank_text(std::string_view text);

// A JSON string without the white space at its end; nullopt if there is none.
std::optional<std::string> without_trailing_space(std::string_view json);

// Appends the content as a JSON string: a string unchanged, another value as its JSON text. With a tag, the text is
// between the tags.
void append_text(std::string& out, const Block& block);
void append_as_text(std::string& out, std::string_view json);

}  // namespace latewood::render
