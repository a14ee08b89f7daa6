#include "exchange/reply/ordered_object.h"

#include <utility>

#include "canon/json_source.h"
#include "canon/json_writer.h"

namespace latewood::exchange {

void OrderedObject::set(std::string_view key, std::string json) {
  const auto [place, is_new] = places_.emplace(key, members_.size());
  if (is_new) {
    members_.emplace_back(key, std::move(json));
  } else {
    members_[place->second].second = std::move(json);
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
  const auto found = places_.find(key);
  if (found == places_.end()) return;
  const std::size_t at = found->second;
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(at));
  places_.erase(found);
  for (auto& [name, place] : places_) {
    if (place > at) --place;
  }
}

const std::string* OrderedObject::find(std::string_view key) const {
  const auto found = places_.find(key);
  return found == places_.end() ? nullptr : &members_[found->second].second;
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
