// How two texts differ, for people and for GNU `patch`. A pure function: any thread may call it.
//
//   std::cout << unified_text_diff("oak\n", "oak\nelm\n", "before", "after");
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latewood {

// The difference in the unified format; empty exactly if the texts are equal. The labels are written after `---` and
// `+++` with their control characters escaped; `context_lines` is at least 0, default: 3.
std::string unified_text_diff(std::string_view older, std::string_view newer, const std::string& older_label,
                              const std::string& newer_label, std::int64_t context_lines = 3);

}  // namespace latewood
