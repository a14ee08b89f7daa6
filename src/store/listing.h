// Lists of a store are read in pieces, so that a long one is never in memory as a whole.
#pragma once

#include <cstddef>

namespace latewood::store {

// How many rows of a list are read at a time.
inline constexpr std::size_t kListPiece = 1024;

}  // namespace latewood::store
