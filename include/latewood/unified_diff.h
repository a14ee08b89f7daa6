// How two texts differ, for people and for GNU `patch`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latewood {

// In the unified format; empty exactly if the texts are equal. The labels stand behind `---` and
// `+++`, their control characters escaped.
std::string unified_text_diff(std::string_view older, std::string_view newer, const std::string& older_label,
                              const std::string& newer_label, std::int64_t context_lines = 3);

}  // namespace latewood
