// The names of rules that daily work meets, besides those of rules.h. They are stable too.
#pragma once

#include <string_view>

#include "base/rules.h"

namespace latewood {

inline constexpr std::string_view kIdReserved = "E_ID_RESERVED";
inline constexpr std::string_view kNothingToUndo = "E_NOTHING_TO_UNDO";
inline constexpr std::string_view kNodePresent = "E_NODE_PRESENT";
inline constexpr std::string_view kPatternInvalid = "E_PATTERN_INVALID";
inline constexpr std::string_view kPatternLimit = "E_PATTERN_LIMIT";

}  // namespace latewood
