// The breakpoints of Anthropic's prompt cache in its content blocks and tools. Latewood places its own, so those that
// came with a log or an item are left out.
#pragma once

#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood {

// A block, or a list of them, without breakpoints. Blocks hold others in `content` and in `source`; what else they hold
// (the input of a call, say) is not the API's own, and may use any word.
JsonValue without_breakpoints(const JsonValue& value);

// The same of JSON text that the reader has accepted, in the order and spelling of `json_in_order`.
std::string text_without_breakpoints(std::string_view json);

}  // namespace latewood
