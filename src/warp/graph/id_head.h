// The start of a 32-byte id as a number, for sorting: it nearly always decides, and costs one
// comparison of integers where the whole takes a call.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "latewood/digest.h"

namespace latewood::warp {

// Numbers compare as the bytes they start do.
inline std::uint64_t head_of(const RawBytes32& bytes) {
  std::uint64_t head = 0;
  std::memcpy(&head, bytes.data(), sizeof(head));
  return std::endian::native == std::endian::little ? __builtin_bswap64(head) : head;
}

}  // namespace latewood::warp
