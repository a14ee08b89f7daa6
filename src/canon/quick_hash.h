// A hash for tables in memory. It is fast and no more than that: it never becomes part of any
// bytes, differs between machines of different byte order, and whoever chooses the texts can
// make them share a slot, which costs time and nothing else.
#pragma once

#include <cstdint>
#include <string_view>

namespace latewood {

std::uint64_t quick_hash(std::string_view text);

}  // namespace latewood
