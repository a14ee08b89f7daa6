#include "canon/json_cursor.h"

namespace latewood {

Error JsonCursor::fault_since(std::size_t start, std::string message) const {
  return {Code::InvalidArgument, std::move(message), {}, Place{start, at - start}};
}

Error JsonCursor::unexpected(std::string_view wanted) const {
  const std::string found = at_end() ? "the end of the text" : name_of_byte(text[at]);
  return {Code::InvalidArgument, std::string(wanted) + " expected, found " + found, {}, Place{at, at_end() ? 0u : 1u}};
}

std::string name_of_byte(char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (byte > 0x20 && byte < 0x7f) return {'\'', byte, '\''};
  const auto value = static_cast<unsigned char>(byte);
  return {'b', 'y', 't', 'e', ' ', '0', 'x', kDigits[value >> 4], kDigits[value & 15]};
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.size() <= kLongest) return std::string(text);
  return std::string(text.substr(0, kLongest)) + "...";
}

}  // namespace latewood
