#include "render/kept_members.h"

#include <algorithm>

#include "canon/json_writer.h"
#include "render/piece.h"

namespace latewood::render {

void append_kept_members(std::string& out, const Block& block, std::string_view attribute, std::string_view profile,
                         std::initializer_list<std::string_view> written) {
  const JsonValue* by_profile = block.attribute(attribute);
  const JsonValue* kept = by_profile == nullptr ? nullptr : by_profile->find(profile);
  const JsonValue::Object* members = kept == nullptr ? nullptr : kept->as_object();
  if (members == nullptr) return;
  for (const JsonMember& member : *members) {
    if (std::find(written.begin(), written.end(), member.key) != written.end()) continue;
    append_json_member(out, member.key, canonical_json(member.value));
  }
}

}  // namespace latewood::render
