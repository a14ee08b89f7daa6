#include "tree/placement.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/rules.h"
#include "canon/json_cursor.h"
#include "canon/json_writer.h"
#include "latewood/json_text.h"

namespace latewood::tree {
namespace {

constexpr std::array<std::string_view, 19> kReservedNames = {"id",
                                                             "nodeType",
                                                             "offset",
                                                             "ttl",
                                                             "priority",
                                                             "cycle",
                                                             "created_at_ns",
                                                             "created_at_iso",
                                                             "creation_index",
                                                             "content_hash",
                                                             "role",
                                                             "kind",
                                                             "content",
                                                             "children",
                                                             "parent",
                                                             "parent_id",
                                                             "removable",
                                                             "provenance",
                                                             "key"};

enum class ValueType : std::uint8_t { Text, Flag, Object };

struct TypedAttribute {
  std::string_view name;
  ValueType type;
};

// The attributes with a fixed type; docs/profiles.md has their meaning.
constexpr std::array<TypedAttribute, 16> kTypedAttributes = {{{"lw:message", ValueType::Text},
                                                              {"lw:marker", ValueType::Text},
                                                              {"lw:call_id", ValueType::Text},
                                                              {"lw:call_type", ValueType::Text},
                                                              {"lw:name", ValueType::Text},
                                                              {"lw:vendor", ValueType::Text},
                                                              {"lw:signature", ValueType::Text},
                                                              {"lw:role", ValueType::Text},
                                                              {"lw:content", ValueType::Text},
                                                              {"lw:item", ValueType::Text},
                                                              {"lw:reasoning_id", ValueType::Text},
                                                              {"lw:id_added", ValueType::Flag},
                                                              {"lw:is_error", ValueType::Flag},
                                                              {"lw:parts", ValueType::Flag},
                                                              {"lw:members", ValueType::Object},
                                                              {"lw:message_members", ValueType::Object}}};

bool is_of(ValueType type, const JsonValue& value) {
  switch (type) {
    case ValueType::Text: return value.as_string() != nullptr;
    case ValueType::Flag: return value.as_bool() != nullptr;
    case ValueType::Object: return value.as_object() != nullptr;
  }
  return false;
}

// The expected form of a value, for the message: for a text value the same words as a string.
std::string expected(ValueType type, const std::string& json) {
  switch (type) {
    case ValueType::Text: return "a text such as " + json_text(excerpt(json));
    case ValueType::Flag: return "true or false";
    case ValueType::Object: return "an object";
  }
  return {};
}

bool allows(NodeClass parent, NodeClass child) {
  switch (child) {
    case NodeClass::Root: return false;
    case NodeClass::Sys:
    case NodeClass::Seq:
    case NodeClass::Ah: return parent == NodeClass::Root;
    case NodeClass::Turn: return parent == NodeClass::Seq;
    case NodeClass::Core: return parent == NodeClass::Turn || parent == NodeClass::Ah;
    case NodeClass::Block: return parent != NodeClass::Root && parent != NodeClass::Seq;
  }
  return false;
}

// A prefix before a colon marks an addition to the specification.
bool has_prefix(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon != std::string_view::npos && colon > 0 && colon + 1 < name.size();
}

Error misplaced(std::string message) { return broken(kPlacementInvalid, std::move(message)); }

}  // namespace

Result<void> check_placement(NodeClass child, std::int64_t offset, NodeClass parent) {
  if (!allows(parent, child)) {
    return misplaced(std::string(name_of(child)) + " cannot stand under " + std::string(name_of(parent)));
  }
  if (child == NodeClass::Core && offset != 0) return misplaced("mc at offset " + std::to_string(offset));
  const bool in_turn = parent == NodeClass::Turn || parent == NodeClass::Ah;
  if (child == NodeClass::Block && in_turn && offset == 0) {
    return misplaced("offset 0 under " + std::string(name_of(parent)) + " is the core's");
  }
  return {};
}

Result<void> check_attribute_name(std::string_view name) {
  const bool reserved = std::find(kReservedNames.begin(), kReservedNames.end(), name) != kReservedNames.end();
  if (!reserved && (name.starts_with("data_") || name.starts_with("content_") || has_prefix(name))) return {};
  return broken(kAttrName, "attribute '" + std::string(name) + "'" +
                               (reserved ? " has a meaning of its own" : " needs data_, content_ or a prefix:"));
}

Result<void> check_attribute_value(std::string_view name, const JsonValue& value) {
  const auto typed = std::find_if(kTypedAttributes.begin(), kTypedAttributes.end(),
                                  [name](const TypedAttribute& each) { return each.name == name; });
  if (typed == kTypedAttributes.end() || value.is_null() || is_of(typed->type, value)) return {};
  const std::string json = canonical_json(value);
  return broken(kAttrValue, "attribute '" + std::string(name) + "' is " + excerpt(json) + "; " +
                                expected(typed->type, json) + " expected");
}

Result<void> check_role(std::string_view role) {
  constexpr std::array<std::string_view, 5> kKnown = {"user", "assistant", "tool", "system", "other"};
  if (has_prefix(role) || std::find(kKnown.begin(), kKnown.end(), role) != kKnown.end()) return {};
  return broken(kAttrValue, "role " + json_text(excerpt(role)) +
                                "; user, assistant, tool, system, other or a name with a prefix (x:name) expected");
}

Result<void> check_block_type(std::string_view node_type) {
  const bool is_block = class_of(node_type) == NodeClass::Block && !node_type.starts_with('^');
  const bool named = node_type == "cb" || (node_type.find(':') != std::string_view::npos && !node_type.ends_with(':') &&
                                           !node_type.starts_with(':'));
  if (is_block && named) return {};
  return misplaced("'" + std::string(node_type) + "' is no type of a block; use cb or a namespaced type");
}

namespace {

bool is_base32(char c) { return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7'); }

// Returns true for ids of the form that `derived_id` issues.
bool looks_derived(std::string_view id) {
  constexpr std::size_t kLength = 16;
  if (!id.starts_with("cb:")) return false;
  id.remove_prefix(3);
  if (id.size() < kLength || !std::all_of(id.begin(), id.begin() + kLength, is_base32)) return false;
  id.remove_prefix(kLength);
  if (id.empty()) return true;
  const std::string_view number = id.substr(1);
  return id.front() == ':' && !number.empty() &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<void> check_own_id(std::string_view id) {
  const bool is_reserved = id.starts_with("mt:") || id.starts_with("mc:") || looks_derived(id);
  if (!is_reserved) return {};
  return broken(kIdReserved, "id '" + std::string(id.substr(0, 60)) +
                                 "' has a form that the engine issues: mt:, mc:, or cb: with 16 characters; choose "
                                 "another, such as my:" +
                                 std::string(id.substr(3, 40)));
}

Result<void> check_id(std::string_view id) {
  if (id.empty()) return Error{Code::InvalidArgument, "an id cannot be empty", {}, {}};
  if (id.size() > kLongestId) {
    return Error{Code::InvalidArgument, "an id of " + std::to_string(id.size()) + " bytes is too long", {}, {}};
  }
  if (id.find('\0') == std::string_view::npos) return {};
  return Error{Code::InvalidArgument, "an id cannot hold a NUL character", {}, {}};
}

}  // namespace latewood::tree
