// The table of prices that is shipped: src/prices/prices.json, made part of the library by CMake.
#pragma once

#include <string_view>

namespace latewood::prices {

std::string_view shipped_json();

}  // namespace latewood::prices
