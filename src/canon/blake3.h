// BLAKE3, unkeyed, 32 bytes out.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include <blake3.h>

#include "latewood/digest.h"

namespace latewood {

// A running hash. Copying one copies its state: both copies go on from the same
// point, which is what lets a root be resumed without hashing history again.
class Blake3Hasher {
 public:
  Blake3Hasher() { blake3_hasher_init(&state_); }

  // Pieces of 64 KiB and more run at full speed; pieces below 1 KiB at a tenth.
  void update(std::string_view bytes) { blake3_hasher_update(&state_, bytes.data(), bytes.size()); }

  // The digest of everything given so far. The hasher can go on afterwards.
  Blake3Digest finish() const {
    Blake3Digest digest;
    blake3_hasher_finalize(&state_, digest.bytes.data(), digest.bytes.size());
    return digest;
  }

  // The state in a tenth of the memory, for keeping many of them within one process.
  std::string packed() const {
    const std::size_t used = offsetof(blake3_hasher, cv_stack) + state_.cv_stack_len * std::size_t{BLAKE3_OUT_LEN};
    return {reinterpret_cast<const char*>(&state_), used};
  }
  static Blake3Hasher unpacked(std::string_view packed) {
    Blake3Hasher hasher;
    std::memcpy(&hasher.state_, packed.data(), packed.size());
    return hasher;
  }

 private:
  blake3_hasher state_;
};

inline Blake3Digest blake3_of(std::string_view bytes) {
  Blake3Hasher hasher;
  hasher.update(bytes);
  return hasher.finish();
}

}  // namespace latewood
