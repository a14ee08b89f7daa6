#include "printable.h"

#include <algorithm>

namespace latewood::cli {

std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line += c;
    } else {
      line.append({'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]});
    }
  }
  return line;
}

std::size_t columns_of(std::string_view text) {
  const std::string shown = printable(text);
  // Bytes that continue a UTF-8 character take no column of their own.
  return static_cast<std::size_t>(
      std::count_if(shown.begin(), shown.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace latewood::cli
