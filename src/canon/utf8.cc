#include "canon/utf8.h"

#include <cstdint>
#include <cstring>

namespace latewood {
namespace {

// A lead byte tells the length and holds the highest bits of the code; below
// `least` a shorter form exists.
struct Lead {
  std::size_t length;
  char32_t bits;
  char32_t least;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte < 0xc0) return {0, 0, 0};
  if (byte < 0xe0) return {2, byte & 0x1fu, 0x80};
  if (byte < 0xf0) return {3, byte & 0x0fu, 0x800};
  if (byte < 0xf8) return {4, byte & 0x07u, 0x10000};
  return {0, 0, 0};
}

char continuation(char32_t code, int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3f)); }

}  // namespace

Utf8Char decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const Lead lead = lead_of(static_cast<unsigned char>(text.front()));
  if (lead.length == 0 || lead.length > text.size()) return {};
  char32_t code = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return {};
    code = code << 6 | (byte & 0x3fu);
  }
  if (code < lead.least || code > 0x10ffff || is_surrogate(code)) return {};
  return {code, lead.length};
}

std::size_t ascii_prefix(std::string_view text) {
  // Blocks of this size become a few vector instructions.
  constexpr std::size_t kWords = 8;
  std::uint64_t block[kWords];
  std::size_t length = 0;
  for (; text.size() - length >= sizeof(block); length += sizeof(block)) {
    std::memcpy(block, text.data() + length, sizeof(block));
    std::uint64_t bits = 0;
    for (const std::uint64_t word : block) bits |= word;
    if ((bits & 0x8080808080808080u) != 0) break;
  }
  while (length < text.size() && static_cast<unsigned char>(text[length]) < 0x80) ++length;
  return length;
}

void append_utf8(std::string& out, char32_t code) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.append({static_cast<char>(0xc0 | code >> 6), continuation(code, 0)});
  } else if (code < 0x10000) {
    out.append({static_cast<char>(0xe0 | code >> 12), continuation(code, 6), continuation(code, 0)});
  } else {
    out.append(
        {static_cast<char>(0xf0 | code >> 18), continuation(code, 12), continuation(code, 6), continuation(code, 0)});
  }
}

}  // namespace latewood
