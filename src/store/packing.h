// Content as it is stored: compressed with zstd where that pays, else as it is.
//
//   packed = u8(0) bytes                      as it is
//          | u8(1) frame                      a zstd frame
//          | u8(2) digest frame               a zstd frame against the page `digest` as dictionary
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::store {

// A page to compress against.
struct Dictionary {
  Blake3Digest digest;
  std::string_view bytes;
};

std::string pack(std::string_view bytes, const Dictionary* dictionary = nullptr);

// The dictionary that `packed` needs, if any.
Result<std::optional<Blake3Digest>> dictionary_of(std::string_view packed);

// The inverse of `pack`. `dictionary` are the bytes of the page that `dictionary_of` names.
// InvalidArgument if the bytes are not what `pack` writes.
Result<std::string> unpack(std::string_view packed, std::string_view dictionary = {});

// How many bytes `unpack` gives, without unpacking.
Result<std::uint64_t> unpacked_size(std::string_view packed);

}  // namespace latewood::store
