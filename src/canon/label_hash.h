// Names hashed into 32 bytes, one domain apart from the other.
#pragma once

#include <string_view>

#include "latewood/digest.h"

namespace latewood {

inline constexpr std::string_view kNodeDomain = "node:";
inline constexpr std::string_view kEdgeDomain = "edge:";
inline constexpr std::string_view kTypeDomain = "type:";
inline constexpr std::string_view kWarpDomain = "warp:";
inline constexpr std::string_view kRuleDomain = "rule:";

// BLAKE3 of the domain followed by the label.
RawBytes32 label_hash(std::string_view domain, std::string_view label);

}  // namespace latewood
