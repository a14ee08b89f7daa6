// A fast hash for tables in memory. It is part of no stored bytes and depends on the byte order of the machine. It does
// not resist chosen texts: these can share a slot, which costs time only.
#pragma once

#include <cstdint>
#include <string_view>

namespace latewood {

std::uint64_t quick_hash(std::string_view text);

}  // namespace latewood
