// Bodies that were compressed for the wire, decoded for the record.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::server {

// The body behind the header `Content-Encoding`: gzip, deflate, zstd, br, several of them, or none. A body that was cut
// off gives what can be decoded of it. Unsupported for another encoding, InvalidArgument for bytes that are not of that
// encoding, or that decode to more than `most` bytes.
Result<std::string> decoded_body(std::string body, std::string_view encoding, std::size_t most);

}  // namespace latewood::server
