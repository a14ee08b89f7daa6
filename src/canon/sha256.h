// SHA-256 by OpenSSL: the specification's `content_hash` and nothing else.
#pragma once

#include <string_view>

#include "latewood/digest.h"

namespace latewood {

Sha256Digest sha256_of(std::string_view bytes);

}  // namespace latewood
