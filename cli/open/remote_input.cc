#include "cli/open/remote_input.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "cli/terminal/characters.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::cli {
namespace {

Result<std::string> all_of(const CallInput& input) {
  const auto source = input();
  if (!source) return source.error();
  std::string bytes;
  for (;;) {
    const auto piece = (*source)();
    if (!piece) return piece.error();
    if (piece->empty()) return bytes;
    bytes.append(*piece);
  }
}

std::string base64_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= count ? kDigits[group >> (18U - 6U * static_cast<std::uint32_t>(i)) & 63U] : '=';
    }
  }
  return out;
}

}  // namespace

Result<std::string> with_input(const std::string& arguments, const CallInput& input) {
  const auto bytes = all_of(input);
  if (!bytes) return bytes.error();
  const bool is_text = !invalid_utf8(*bytes);
  const std::string member =
      json_text_of(make_object({{is_text ? "text" : "base64", is_text ? *bytes : base64_of(*bytes)}}));
  const bool is_empty = arguments.find_first_not_of(" {}") == std::string::npos;
  return member.substr(0, member.size() - 1) + (is_empty ? "}" : "," + arguments.substr(arguments.find('{') + 1));
}

}  // namespace latewood::cli
