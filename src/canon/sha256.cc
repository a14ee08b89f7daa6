#include "canon/sha256.h"

#include <openssl/sha.h>

namespace latewood {

Sha256Digest sha256_of(std::string_view bytes) {
  Sha256Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.bytes.data());
  return digest;
}

}  // namespace latewood
