// What both formats of OpenAI refuse alike.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "render/parts/content.h"

namespace latewood::render {

inline constexpr std::array<std::string_view, 5> kOpenAiImageTypes = {"image/jpeg", "image/jpg", "image/png",
                                                                      "image/gif", "image/webp"};

// Members that parameters must not have beside their type.
inline constexpr std::array<std::string_view, 5> kOpenAiRefusedInSchema = {"anyOf", "allOf", "oneOf", "enum", "not"};

// The parameters of a tool as they are sent, `{"type":"object"}` if it has none. A schema that names no properties has
// none, and has to say so.
std::string openai_parameters(const ToolDefinition& tool);

}  // namespace latewood::render
