// Rules of both formats of OpenAI.
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

// The parameters of a tool as they are sent. Adds an empty `properties` to a schema without it, since the vendor
// requires the member.
std::string openai_parameters(const ToolDefinition& tool);

}  // namespace latewood::render
