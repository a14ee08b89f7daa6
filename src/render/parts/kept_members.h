// Members of a vendor's message that Latewood does not use. They are sent to that vendor only. An importer keeps them
// as {"<profile>":{...}}, in `lw:message_members` of a message's first block or in `lw:members` of a single part.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "render/parts/block.h"

namespace latewood::render {

// Appends the kept members to an open object, except those named in `written`.
void append_kept_members(std::string& out, const Block& block, std::string_view attribute, std::string_view profile,
                         std::initializer_list<std::string_view> written);

// One kept member; null if there is none with this name.
const JsonValue* find_kept_member(const Block& block, std::string_view attribute, std::string_view profile,
                                  std::string_view name);
// Whether there are kept members.
bool has_kept_members(const Block& block, std::string_view attribute, std::string_view profile);

}  // namespace latewood::render
