// The first bytes of an id as a number, for sorting: comparing two numbers nearly always decides, and is quicker than a
// call that compares 32 bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "latewood/digest.h"

namespace latewood::warp {

// The numbers compare in the order of the ids' first bytes.
inline std::uint64_t head_of(const RawBytes32& bytes) {
  std::uint64_t head = 0;
  std::memcpy(&head, bytes.data(), sizeof(head));
  return std::endian::native == std::endian::little ? __builtin_bswap64(head) : head;
}

}  // namespace latewood::warp
