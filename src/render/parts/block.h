// A block of the tree as profiles see it: who says it, of which kind, and its content. The
// neutral shapes of content are in docs/profiles.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tree/node.h"

namespace latewood::render {

enum class Role : std::uint8_t { System, User, Assistant, Tool };
enum class Kind : std::uint8_t { Text, Image, Document, Reasoning, Call, Result, Opaque };

// What stands in the place of redacted content, as canonical JSON.
inline constexpr std::string_view kRedactedJson = "\"[redacted]\"";

struct Block {
  const tree::Node* node = nullptr;  // attributes are its; never null
  std::string_view id;               // of the node that is responsible for the content
  std::string_view json;             // canonical; `""` where there is no content
  Role role = Role::User;
  Kind kind = Kind::Text;
  bool is_placeholder = false;  // of content that was redacted or purged
  // The node whose place this takes, if another's: it still belongs to that message and call.
  const tree::Node* place = nullptr;
  // If not empty, the text goes out between <tag> and </tag>.
  std::string_view tag = {};

  // Whether the content was erased for good; not if it is redacted besides.
  bool is_purged() const { return json.data() == tree::kPurgedJson; }

  // An attribute, null if absent. Of a placeholder, and of the node whose place this takes, only
  // what holds messages together.
  const JsonValue* attribute(std::string_view name) const;
  // An attribute that is a text; empty if there is none.
  std::string_view text_attribute(std::string_view name) const;
  bool flag(std::string_view name) const;
};

// The block of a node that says something itself. Of purged content the placeholder, as if it were
// redacted.
Block block_of(const tree::Node& node, Role default_role);
// The placeholder of a redacted node: a result stays one, everything else becomes text.
Block redacted_block(const tree::Node& node, std::string_view marker_id, Role default_role);

// Whether a core has content of its own: null is like none there.
bool has_core_content(const tree::Node& core);

bool is_tool_definition(const tree::Node& node);
// The same of the node whose place it takes, if another's.
bool is_tool_definition(const Block& block);

// ---- text in canonical JSON ----

// What Unicode calls white space, and the separators of ASCII.
bool is_space(char32_t code);

// Whether a JSON string has nothing but white space in it. False for other values.
bool is_blank(std::string_view json);
// The same for text that is not JSON.
bool is_blank_text(std::string_view text);

// A JSON string without white space at its end; nothing if there is none to take away.
std::optional<std::string> without_trailing_space(std::string_view json);

// The content as a JSON string: itself if it is one, otherwise its JSON as text; between tags
// if the block has one.
void append_text(std::string& out, const Block& block);
void append_as_text(std::string& out, std::string_view json);

}  // namespace latewood::render
