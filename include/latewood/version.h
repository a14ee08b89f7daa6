// The version of the library, and of the specification that it implements.
//
//   std::cout << "latewood " << kVersion << ", " << kSpecVersion << '\n';
#pragma once

#include <string_view>

namespace latewood {

// "0.1.0": the project version of CMakeLists.txt, the only place that has it.
extern const std::string_view kVersion;

// Written into every export as `spec_version`.
inline constexpr std::string_view kSpecVersion = "PACT/0.1.0";

}  // namespace latewood
