#include "python/native/node_json.h"

#include <charconv>

namespace latewood::python {
namespace {

std::optional<std::string> text_in(const JsonValue& json, std::string_view name) {
  const JsonValue* member = json.find(name);
  const std::string* text = member != nullptr ? member->as_string() : nullptr;
  return text != nullptr ? std::optional(*text) : std::nullopt;
}

std::optional<std::int64_t> integer_in(const JsonValue& json, std::string_view name) {
  const JsonValue* member = json.find(name);
  const std::int64_t* integer = member != nullptr ? member->as_integer() : nullptr;
  return integer != nullptr ? std::optional(*integer) : std::nullopt;
}

std::int64_t digits_in(const JsonValue& json, std::string_view name) {
  const std::string digits = text_in(json, name).value_or("0");
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::vector<std::string> texts_in(const JsonValue& json, std::string_view name) {
  std::vector<std::string> texts;
  const JsonValue* member = json.find(name);
  if (member == nullptr || member->as_array() == nullptr) return texts;
  for (const JsonValue& item : *member->as_array()) {
    if (const std::string* text = item.as_string()) texts.push_back(*text);
  }
  return texts;
}

}  // namespace

NodeView node_of(const JsonValue& json) {
  NodeView node;
  node.id = text_in(json, "id").value_or("");
  node.node_type = text_in(json, "nodeType").value_or("");
  node.parent_id = text_in(json, "parent_id");
  node.offset = integer_in(json, "offset").value_or(0);
  node.ttl = integer_in(json, "ttl");
  node.priority = integer_in(json, "priority").value_or(0);
  node.cycle = static_cast<std::uint64_t>(integer_in(json, "cycle").value_or(0));
  node.created_at_ns = digits_in(json, "created_at_ns");
  node.created_at_iso = text_in(json, "created_at_iso").value_or("");
  node.creation_index = static_cast<std::uint64_t>(integer_in(json, "creation_index").value_or(0));
  node.role = text_in(json, "role");
  node.kind = text_in(json, "kind");
  node.key = text_in(json, "key");
  node.provenance = text_in(json, "provenance");
  node.pins = texts_in(json, "pins");
  if (const JsonValue* flag = json.find("removable"); flag != nullptr && flag->as_bool() != nullptr) {
    node.removable = *flag->as_bool();
  }
  if (const JsonValue* named = json.find("attributes"); named != nullptr && named->as_object() != nullptr) {
    node.attributes = *named->as_object();
  }
  if (const JsonValue* content = json.find("content"); content != nullptr && !content->is_null()) {
    node.content = *content;
  }
  if (const auto purged = text_in(json, "purged")) node.purged = Blake3Digest::from_hex(*purged);
  if (const auto hash = text_in(json, "content_hash")) {
    if (const auto digest = Sha256Digest::from_hex(*hash)) node.content_hash = *digest;
  }
  return node;
}

}  // namespace latewood::python
