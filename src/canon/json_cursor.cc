#include "canon/json_cursor.h"

#include "canon/hex.h"

namespace latewood {

Error JsonCursor::fault_since(std::size_t start, std::string message) const {
  return {Code::InvalidArgument, std::move(message), {}, Place{start, at - start}};
}

Error JsonCursor::unexpected(std::string_view wanted) const {
  const std::string found = at_end() ? "the end of the text" : name_of_byte(text[at]);
  return {Code::InvalidArgument, std::string(wanted) + " expected, found " + found, {}, Place{at, at_end() ? 0u : 1u}};
}

std::string name_of_byte(char byte) {
  if (byte > 0x20 && byte < 0x7f) return {'\'', byte, '\''};
  return "byte 0x" + hex_of({&byte, 1});
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.size() <= kLongest) return std::string(text);
  return std::string(text.substr(0, kLongest)) + "...";
}

}  // namespace latewood
