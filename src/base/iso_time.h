// `created_at_iso`, derived from nanoseconds since 1970 in UTC.
#pragma once

#include <cstdint>
#include <string>

namespace latewood {

// "YYYY-MM-DDTHH:MM:SS.nnnnnnnnnZ": nine digits, so that text order is time order (D-18).
std::string iso_time(std::int64_t nanoseconds);

}  // namespace latewood
