// A running hash as bytes that any build reads: docs/format/page.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "canon/blake3.h"

namespace latewood {

std::string encode_hasher(const Blake3Hasher& hasher);
// Nothing if the bytes are not those of a hasher.
std::optional<Blake3Hasher> decode_hasher(std::string_view bytes);

}  // namespace latewood
