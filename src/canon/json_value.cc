#include "latewood/json_value.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace latewood {
namespace {

bool key_is_less(const JsonMember& a, const JsonMember& b) { return a.key < b.key; }

[[maybe_unused]] bool is_strictly_ascending(const JsonValue::Object& members) {
  const auto not_less = [](const JsonMember& a, const JsonMember& b) { return !key_is_less(a, b); };
  return std::adjacent_find(members.begin(), members.end(), not_less) == members.end();
}

}  // namespace

JsonValue::JsonValue(Object value) : held_(std::move(value)) { assert(is_strictly_ascending(*as_object())); }

const JsonValue* JsonValue::find(std::string_view key) const {
  const Object* object = as_object();
  if (object == nullptr) return nullptr;
  const auto key_is_before = [](const JsonMember& member, std::string_view wanted) { return member.key < wanted; };
  const auto found = std::lower_bound(object->begin(), object->end(), key, key_is_before);
  return found != object->end() && found->key == key ? &found->value : nullptr;
}

bool operator==(const JsonValue& a, const JsonValue& b) {
  const double* x = a.as_double();
  const double* y = b.as_double();
  // By their bits, because 0.0 and -0.0 have different canonical texts.
  if (x != nullptr && y != nullptr) return std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y);
  return a.held_ == b.held_;
}

JsonValue make_object(std::vector<JsonMember> members) {
  // `unique` keeps the first of equal keys. After the reversal and a stable sort this is the last one given.
  std::reverse(members.begin(), members.end());
  std::stable_sort(members.begin(), members.end(), key_is_less);
  const auto same_key = [](const JsonMember& a, const JsonMember& b) { return a.key == b.key; };
  members.erase(std::unique(members.begin(), members.end(), same_key), members.end());
  return JsonValue(std::move(members));
}

}  // namespace latewood
