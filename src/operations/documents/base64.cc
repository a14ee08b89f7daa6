#include "operations/documents/base64.h"

#include <cstdint>

namespace latewood::operations {
namespace {

constexpr std::string_view kBase64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

Error no_base64(std::size_t at) { return {Code::InvalidArgument, "no base64 with padding", {}, Place{at, 1}}; }

// The number of `=` at the end of the last group.
std::size_t padding_of(std::string_view text) {
  if (text.ends_with("==")) return 2;
  return text.ends_with('=') ? 1 : 0;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t group = byte_at(bytes, at) << 16 | byte_at(bytes, at + 1) << 8 | byte_at(bytes, at + 2);
    for (int shift = 18; shift >= 0; shift -= 6) text += kBase64Digits[group >> shift & 63U];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - padding, padding, padding, '=');
}

Result<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return no_base64(text.size());
  const std::size_t padding = padding_of(text);
  const std::size_t digits = text.size() - padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t digit = at < digits ? kBase64Digits.find(text[at]) : 0;
    if (digit == kBase64Digits.npos) return no_base64(at);
    group = (group << 6 | static_cast<std::uint32_t>(digit)) & 0xffffffU;
    if (at % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(group >> shift & 0xffU);
  }
  // The bits behind the last byte are zero: each sequence of bytes has one text.
  for (std::size_t i = 0; i < padding; ++i) {
    if (bytes.back() != '\0') return no_base64(digits - 1);
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace latewood::operations
