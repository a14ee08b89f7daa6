#include "render/parts/kept_members.h"

#include <algorithm>

#include "canon/json_writer.h"
#include "render/parts/piece.h"

namespace latewood::render {
namespace {

// The members kept for the profile; null if there are none.
const JsonValue::Object* find_members(const Block& block, std::string_view attribute, std::string_view profile) {
  const JsonValue* by_profile = block.attribute(attribute);
  const JsonValue* kept = by_profile == nullptr ? nullptr : by_profile->find(profile);
  return kept == nullptr ? nullptr : kept->as_object();
}

// A member of a part could name a role of more authority than its message has (AUD-19).
bool claims_system_role(const JsonMember& member) {
  const std::string* const role = member.key == "role" ? member.value.as_string() : nullptr;
  return role != nullptr && (*role == "system" || *role == "developer");
}

}  // namespace

void append_kept_members(std::string& out, const Block& block, std::string_view attribute, std::string_view profile,
                         std::initializer_list<std::string_view> written) {
  const JsonValue::Object* members = find_members(block, attribute, profile);
  if (members == nullptr) return;
  for (const JsonMember& member : *members) {
    if (std::find(written.begin(), written.end(), member.key) != written.end()) continue;
    if (claims_system_role(member)) continue;
    append_json_member(out, member.key, canonical_json(member.value));
  }
}

const JsonValue* find_kept_member(const Block& block, std::string_view attribute, std::string_view profile,
                                  std::string_view name) {
  const JsonValue::Object* members = find_members(block, attribute, profile);
  if (members == nullptr) return nullptr;
  const auto found =
      std::find_if(members->begin(), members->end(), [&](const JsonMember& member) { return member.key == name; });
  return found == members->end() ? nullptr : &found->value;
}

bool has_kept_members(const Block& block, std::string_view attribute, std::string_view profile) {
  const JsonValue::Object* members = find_members(block, attribute, profile);
  return members != nullptr && !members->empty();
}

}  // namespace latewood::render
