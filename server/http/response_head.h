// The head of an answer as bytes.
#pragma once

#include <cstdint>
#include <string>

#include "server/http/response.h"

namespace latewood::server {

enum class BodyEnd : std::uint8_t {
  Length,   // the head gives the length
  Chunks,   // the body comes in chunks
  Closing,  // the body ends with the connection, for HTTP/1.0
};

// With the headers that every answer has: the date, and those that keep browsers from guessing types and from lending
// the answer to other sites.
std::string head_text(const Response& response, BodyEnd end, bool keeps_alive);

// A chunk of a body; the text must not be empty. `last_chunk` ends the body.
std::string chunk_text(const std::string& text);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace latewood::server
