// The version of the library, and of the specification whose rules it follows.
#pragma once

#include <string_view>

namespace latewood {

inline constexpr std::string_view kVersion = "0.1.0";

// Written into every export as `spec_version`.
inline constexpr std::string_view kSpecVersion = "PACT/0.1.0";

}  // namespace latewood
