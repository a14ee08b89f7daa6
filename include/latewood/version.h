// The version of the library, and of the specification whose rules it follows.
#pragma once

#include <string_view>

namespace latewood {

// The project version of CMakeLists.txt, which is the only place that has it.
extern const std::string_view kVersion;

// Written into every export as `spec_version`.
inline constexpr std::string_view kSpecVersion = "PACT/0.1.0";

}  // namespace latewood
