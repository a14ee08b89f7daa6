// Numbers with their nouns: "1 commit", "3 branches".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latewood::cli {

// `plural` is for nouns whose plural is not the singular with an s.
inline std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural = {}) {
  std::string text = std::to_string(count).append(" ");
  if (count == 1) return text.append(singular);
  return plural.empty() ? text.append(singular).append("s") : text.append(plural);
}

}  // namespace latewood::cli
