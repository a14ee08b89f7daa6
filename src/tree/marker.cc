#include "tree/marker.h"

namespace latewood::tree {
namespace {

// The attribute in which a marker of this type names its blocks; empty for other types.
std::string_view naming_attribute(std::string_view type) {
  if (type == "cb:redaction") return "data_redacts";
  if (type == "cb:replacement") return "data_replaces";
  return {};
}

}  // namespace

std::vector<std::string_view> marked_by(const Node& node) {
  std::vector<std::string_view> ids;
  const std::string_view attribute = naming_attribute(node.type());
  const JsonValue* value = attribute.empty() ? nullptr : node.find_attribute(attribute);
  if (value == nullptr) return ids;
  if (const std::string* id = value->as_string()) ids.emplace_back(*id);
  if (const JsonValue::Array* items = value->as_array()) {
    for (const JsonValue& item : *items) {
      if (const std::string* id = item.as_string()) ids.emplace_back(*id);
    }
  }
  return ids;
}

}  // namespace latewood::tree
