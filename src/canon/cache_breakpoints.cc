#include "canon/cache_breakpoints.h"

#include <utility>
#include <vector>

namespace latewood {

JsonValue without_breakpoints(const JsonValue& value) {
  if (const JsonValue::Array* items = value.as_array()) {
    JsonValue::Array list;
    for (const JsonValue& item : *items) list.push_back(without_breakpoints(item));
    return list;
  }
  const JsonValue::Object* block = value.as_object();
  if (block == nullptr) return value;
  std::vector<JsonMember> members;
  for (const JsonMember& member : *block) {
    const bool holds_blocks = member.key == "content" || member.key == "source";
    if (member.key == "cache_control") continue;
    members.push_back({member.key, holds_blocks ? without_breakpoints(member.value) : member.value});
  }
  return make_object(std::move(members));
}

}  // namespace latewood
