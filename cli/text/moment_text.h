// Times as text.
#pragma once

#include <cstdint>
#include <string>

namespace latewood::cli {

// "2026-11-15 12:35:02", always in UTC.
std::string time_text(std::int64_t nanoseconds);

}  // namespace latewood::cli
