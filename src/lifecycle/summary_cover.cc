#include "lifecycle/summary_cover.h"

#include <string>

namespace latewood::lifecycle {

bool is_summary(const tree::Node& node) {
  return node.type() == "cb:summary" && node.find_attribute("data_covers") != nullptr;
}

std::vector<std::string_view> covered_by(const tree::Node& summary) {
  std::vector<std::string_view> ids;
  const JsonValue* covers = summary.find_attribute("data_covers");
  if (covers == nullptr) return ids;
  if (const std::string* one = covers->as_string()) ids.emplace_back(*one);
  const JsonValue::Array* list = covers->as_array();
  if (list == nullptr) return ids;
  for (const JsonValue& item : *list) {
    if (const std::string* id = item.as_string()) ids.emplace_back(*id);
  }
  return ids;
}

}  // namespace latewood::lifecycle
