// The breakpoints of Anthropic's prompt cache in its content blocks and tools. Latewood places its own, so those that
// came with a log or an item are left out.
#pragma once

#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood {

// A block, or a list of blocks, without breakpoints. Blocks are nested in `content` and `source`; all other members
// (such as the input of a call) are not part of the API and are copied unchanged.
JsonValue without_breakpoints(const JsonValue& value);

// The same of JSON text that the reader has accepted, in the order and spelling of `json_in_order`.
std::string text_without_breakpoints(std::string_view json);

}  // namespace latewood
