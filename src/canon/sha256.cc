#include "canon/sha256.h"

#include <memory>

#include <openssl/evp.h>

namespace latewood {
namespace {

// Finding the algorithm by name costs more than hashing a short text, so it is found once.
const EVP_MD* algorithm() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return found;
}

struct Free {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

Sha256Digest sha256_of(std::string_view bytes) {
  Sha256Digest digest;
  EVP_Digest(bytes.data(), bytes.size(), digest.bytes.data(), nullptr, algorithm(), nullptr);
  return digest;
}

Sha256Digest sha256_of(std::initializer_list<std::string_view> parts) {
  const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  EVP_DigestInit_ex(context.get(), algorithm(), nullptr);
  for (const std::string_view part : parts) EVP_DigestUpdate(context.get(), part.data(), part.size());
  Sha256Digest digest;
  EVP_DigestFinal_ex(context.get(), digest.bytes.data(), nullptr);
  return digest;
}

}  // namespace latewood
