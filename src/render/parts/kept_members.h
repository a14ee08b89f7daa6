// Members of a vendor's message that mean nothing to Latewood and are given back to that
// vendor alone. An importer keeps them as {"<profile>":{...}} in `lw:message_members` of a
// message's first block, or in `lw:members` of a single part.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "render/parts/block.h"

namespace latewood::render {

// Appends them to an object that is still open, without those named in `written`.
void append_kept_members(std::string& out, const Block& block, std::string_view attribute, std::string_view profile,
                         std::initializer_list<std::string_view> written);

// One of them; null if it was not kept.
const JsonValue* find_kept_member(const Block& block, std::string_view attribute, std::string_view profile,
                                  std::string_view name);
// Whether there are any.
bool has_kept_members(const Block& block, std::string_view attribute, std::string_view profile);

}  // namespace latewood::render
