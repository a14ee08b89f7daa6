// What both formats of OpenAI refuse alike.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood::render {

inline constexpr std::array<std::string_view, 5> kOpenAiImageTypes = {"image/jpeg", "image/jpg", "image/png",
                                                                      "image/gif", "image/webp"};

// Members that parameters must not have beside their type.
inline constexpr std::array<std::string_view, 5> kOpenAiRefusedInSchema = {"anyOf", "allOf", "oneOf", "enum", "not"};

// The schema of an object as text. One that names no properties has none, and has to say so.
std::string openai_parameters(const JsonValue& schema);

}  // namespace latewood::render
