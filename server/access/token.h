// Tokens as texts: lw_ID_SECRET, where the secret has 256 random bits. Only the digest of a token is kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::server {

struct NewToken {
  std::string id;  // 12 hexadecimal digits, not secret
  std::string text;
};

// Unavailable if the operating system gives no random bytes.
Result<NewToken> make_token();

// The id of a text that has the form of a token; nullopt for any other text.
std::optional<std::string> token_id(std::string_view text);

// SHA-256. A slow hash would add nothing: the secret cannot be guessed.
Sha256Digest token_digest(std::string_view text);

// Takes the same time wherever the digests differ.
bool is_same_secret(const Sha256Digest& a, const Sha256Digest& b);

// The token of `Authorization: Bearer TOKEN`; empty for any other value.
std::string_view bearer_token(std::string_view authorization);

}  // namespace latewood::server
