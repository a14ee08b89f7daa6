#include "server/access/token.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace latewood::server {
namespace {

constexpr std::string_view kStart = "lw_";
constexpr std::size_t kIdDigits = 12;
constexpr std::size_t kSecretDigits = 64;

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

Result<NewToken> make_token() {
  RawBytes32 id{};
  RawBytes32 secret{};
  const bool is_random = RAND_bytes(id.data(), static_cast<int>(id.size())) == 1 &&
                         RAND_bytes(secret.data(), static_cast<int>(secret.size())) == 1;
  if (!is_random) return Error{Code::Unavailable, "the operating system gives no random bytes", {}};
  NewToken made;
  made.id = to_hex(id).substr(0, kIdDigits);
  made.text = std::string(kStart) + made.id + "_" + to_hex(secret);
  return made;
}

std::optional<std::string> token_id(std::string_view text) {
  if (text.size() != kStart.size() + kIdDigits + 1 + kSecretDigits || !text.starts_with(kStart)) return std::nullopt;
  text.remove_prefix(kStart.size());
  const std::string_view id = text.substr(0, kIdDigits);
  if (!is_hex(id) || text[kIdDigits] != '_' || !is_hex(text.substr(kIdDigits + 1))) return std::nullopt;
  return std::string(id);
}

Sha256Digest token_digest(std::string_view text) {
  Sha256Digest digest;
  EVP_Digest(text.data(), text.size(), digest.bytes.data(), nullptr, EVP_sha256(), nullptr);
  return digest;
}

bool is_same_secret(const Sha256Digest& a, const Sha256Digest& b) {
  return CRYPTO_memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

std::string_view bearer_token(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() <= kScheme.size()) return {};
  for (std::size_t at = 0; at < kScheme.size(); ++at) {
    if (std::tolower(static_cast<unsigned char>(authorization[at])) != kScheme[at]) return {};
  }
  return authorization.substr(kScheme.size());
}

}  // namespace latewood::server
