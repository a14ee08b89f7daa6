// Times as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace latewood::cli {

// "2026-11-15 12:35:02", in UTC wherever the reader is.
std::string time_text(std::int64_t nanoseconds);

}  // namespace latewood::cli
