#include "tree/edit/marker.h"

#include <algorithm>

namespace latewood::tree {
namespace {

// The attribute in which a marker names its blocks; empty if the block is not a marker.
std::string_view naming_attribute(std::string_view type, const std::vector<JsonMember>& attributes) {
  if (type == "cb:redaction") return "data_redacts";
  if (is_replacement(type, attributes)) return "data_replaces";
  return {};
}

std::string_view naming_attribute(const Node& node) {
  if (node.extra() == nullptr) return {};
  return naming_attribute(node.type(), node.extra()->attributes);
}

// An attribute names one id or a list of them.
void add_ids(const JsonValue& value, std::vector<std::string_view>& ids) {
  if (const std::string* id = value.as_string()) ids.emplace_back(*id);
  const JsonValue::Array* items = value.as_array();
  if (items == nullptr) return;
  for (const JsonValue& item : *items) {
    if (const std::string* id = item.as_string()) ids.emplace_back(*id);
  }
}

}  // namespace

bool is_replacement(std::string_view type, const std::vector<JsonMember>& attributes) {
  if (type == "cb:replacement") return true;
  return std::any_of(attributes.begin(), attributes.end(), [](const JsonMember& attribute) {
    return attribute.key == kMarkerAttribute && attribute.value == JsonValue(std::string(kReplacementMarker));
  });
}

bool is_replacement(const Node& node) {
  if (node.extra() == nullptr) return node.type() == "cb:replacement";
  return is_replacement(node.type(), node.extra()->attributes);
}

bool is_marker(const Node& node) { return node.type() == "cb:redaction" || is_replacement(node); }

std::vector<std::string_view> marked_by(const Node& node) {
  std::vector<std::string_view> ids;
  const std::string_view attribute = naming_attribute(node);
  const JsonValue* value = attribute.empty() ? nullptr : node.find_attribute(attribute);
  if (value != nullptr) add_ids(*value, ids);
  return ids;
}

std::vector<std::string_view> ids_to_mark(std::string_view type, const std::vector<JsonMember>& attributes) {
  std::vector<std::string_view> ids;
  const std::string_view naming = naming_attribute(type, attributes);
  for (const JsonMember& attribute : attributes) {
    const bool names_ids = attribute.key == "data_covers" || (!naming.empty() && attribute.key == naming);
    if (names_ids) add_ids(attribute.value, ids);
  }
  return ids;
}

std::vector<JsonMember> renamed_attributes(
    const Node& marker, const std::function<std::vector<std::string>(std::string_view id)>& ids_now) {
  if (marker.extra() == nullptr) return {};
  std::vector<JsonMember> attributes = marker.extra()->attributes;
  for (JsonMember& attribute : attributes) {
    if (attribute.key != naming_attribute(marker)) continue;
    JsonValue::Array names;
    const auto add = [&](const JsonValue& value) {
      const std::string* id = value.as_string();
      if (id == nullptr) names.push_back(value);
      for (std::string& now : id == nullptr ? std::vector<std::string>() : ids_now(*id))
        names.emplace_back(std::move(now));
    };
    const JsonValue::Array* items = attribute.value.as_array();
    for (const JsonValue& item : items == nullptr ? JsonValue::Array{attribute.value} : *items) add(item);
    const bool is_one = items == nullptr && names.size() == 1;
    attribute.value = is_one ? names.front() : JsonValue(std::move(names));
  }
  return attributes;
}

}  // namespace latewood::tree
