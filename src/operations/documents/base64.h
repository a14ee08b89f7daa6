// Bytes as text: base64 with `+`, `/` and padding (RFC 4648, section 4).
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::operations {

std::string to_base64(std::string_view bytes);

// Accepts exactly what `to_base64` writes. InvalidArgument with the place of the first character that does not fit.
Result<std::string> from_base64(std::string_view text);

}  // namespace latewood::operations
