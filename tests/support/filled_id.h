// Ids of one byte all over, for examples that people read.
#pragma once

#include <cstdint>

namespace latewood::test {

template <class Id>
Id filled(std::uint8_t byte) {
  Id id;
  id.bytes.fill(byte);
  return id;
}

}  // namespace latewood::test
