// SHA-256 by OpenSSL: the specification's `content_hash` and nothing else.
#pragma once

#include <initializer_list>
#include <string_view>

#include "latewood/digest.h"

namespace latewood {

Sha256Digest sha256_of(std::string_view bytes);
// The digest of the concatenated parts, without copying them together.
Sha256Digest sha256_of(std::initializer_list<std::string_view> parts);

}  // namespace latewood
