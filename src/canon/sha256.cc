#include "canon/sha256.h"

#include <openssl/evp.h>

namespace latewood {

Sha256Digest sha256_of(std::string_view bytes) {
  // Finding the algorithm by name costs more than hashing a short text, so it is found once.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  Sha256Digest digest;
  EVP_Digest(bytes.data(), bytes.size(), digest.bytes.data(), nullptr, algorithm, nullptr);
  return digest;
}

}  // namespace latewood
