#include "exchange/reply/delta_sum.h"

namespace latewood::exchange {
namespace {

bool comes_whole(std::string_view key) { return key == "id" || key == "type" || key == "role" || key == "name"; }

}  // namespace

void DeltaSum::add_text(std::string_view key, const std::string& text) {
  is_text_ = true;
  if (!comes_whole(key)) {
    text_.append(text);
  } else if (!text.empty()) {
    text_ = text;
  }
}

void DeltaSum::add_item(const JsonValue& item) {
  const JsonValue* index = item.find("index");
  const std::int64_t* number = index == nullptr ? nullptr : index->as_integer();
  if (number == nullptr || *number < 0) {
    items_.push_back(item);
    return;
  }
  std::vector<JsonMember> members;
  for (const JsonMember& member : *item.as_object()) {
    if (member.key != "index") members.push_back(member);
  }
  by_index_[static_cast<std::uint64_t>(*number)].add({}, make_object(std::move(members)));
}

void DeltaSum::add(std::string_view key, const JsonValue& delta) {
  if (delta.is_null()) {
    if (is_empty()) value_ = delta;
  } else if (const std::string* text = delta.as_string()) {
    add_text(key, *text);
  } else if (const JsonValue::Array* items = delta.as_array()) {
    is_list_ = true;
    for (const JsonValue& item : *items) add_item(item);
  } else if (const JsonValue::Object* members = delta.as_object()) {
    if (members->empty() && is_empty()) value_ = delta;
    for (const JsonMember& member : *members) members_[member.key].add(member.key, member.value);
  } else {
    value_ = delta;
  }
}

const DeltaSum* DeltaSum::find(std::string_view key) const {
  const auto found = members_.find(key);
  return found == members_.end() ? nullptr : &found->second;
}

JsonValue DeltaSum::value() const {
  if (is_text_) return text_;
  if (is_list_) {
    JsonValue::Array items;
    for (const auto& [index, item] : by_index_) items.push_back(item.value());
    items.insert(items.end(), items_.begin(), items_.end());
    return items;
  }
  if (!members_.empty()) {
    std::vector<JsonMember> members;
    for (const auto& [key, member] : members_) members.push_back({key, member.value()});
    return make_object(std::move(members));
  }
  return value_.value_or(JsonValue());
}

}  // namespace latewood::exchange
