#include "exchange/reply/ordered_object.h"

#include <algorithm>

#include "canon/json_source.h"
#include "canon/json_writer.h"

namespace latewood::exchange {

void OrderedObject::set(std::string_view key, std::string json) {
  const auto found =
      std::find_if(members_.begin(), members_.end(), [key](const auto& member) { return member.first == key; });
  if (found == members_.end()) {
    members_.emplace_back(key, std::move(json));
  } else {
    found->second = std::move(json);
  }
}

void OrderedObject::set_text(std::string_view key, std::string_view text) {
  std::string json;
  append_json_string(json, text);
  set(key, std::move(json));
}

void OrderedObject::set_all(const JsonField& object) {
  const std::string text = object.json_in_order();
  for_each_member(text, [this](const std::string& key, std::string_view value) {
    if (value != "null" || find(key) == nullptr) set(key, std::string(value));
  });
}

void OrderedObject::erase(std::string_view key) {
  std::erase_if(members_, [key](const auto& member) { return member.first == key; });
}

const std::string* OrderedObject::find(std::string_view key) const {
  const auto found =
      std::find_if(members_.begin(), members_.end(), [key](const auto& member) { return member.first == key; });
  return found == members_.end() ? nullptr : &found->second;
}

std::string OrderedObject::json() const {
  std::string out = "{";
  for (const auto& [key, value] : members_) {
    if (out.size() > 1) out.push_back(',');
    append_json_string(out, key);
    out.append(":").append(value);
  }
  return out + "}";
}

std::string json_list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) {
    if (out.size() > 1) out.push_back(',');
    out.append(item);
  }
  return out + "]";
}

}  // namespace latewood::exchange
