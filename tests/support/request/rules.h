// What each vendor demands of a request, checked on the JSON alone and written without a look
// at the profiles: whatever a profile renders must have no fault here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"

namespace latewood::test {

using Faults = std::vector<std::string>;

Faults openai_chat_faults(const JsonValue& body);
Faults openai_responses_faults(const JsonValue& body);
Faults anthropic_faults(const JsonValue& body);
Faults gemini_faults(const JsonValue& body);

// By the id of the profile.
Faults request_faults(std::string_view profile, const JsonValue& body);

// ---- reading a body that may be anything ----

const JsonValue::Array& array_at(const JsonValue& object, std::string_view key);  // empty if it is none
std::string text_at(const JsonValue& object, std::string_view key);               // empty if it is none
bool is_text(const JsonValue* value);
bool is_object(const JsonValue* value);
bool is_blank_text(std::string_view text);
bool is_name(std::string_view text, std::size_t max);  // letters, digits, `_` and `-`
// The members of an object, joined by spaces.
std::string keys_of(const JsonValue& object);

}  // namespace latewood::test
