// UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace latewood {

struct Utf8Char {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes; 0 if the bytes are not UTF-8
};

// The code point at the start of `text`. Overlong forms, surrogates and codes
// past U+10FFFF are not UTF-8, and neither is an empty text.
Utf8Char decode_utf8(std::string_view text);

// How many bytes at the start of `text` are ASCII: itself UTF-8, and most of what there is to check.
std::size_t ascii_prefix(std::string_view text);

// `code` must be at most U+10FFFF. A surrogate is written in the three bytes its
// number takes, which `decode_utf8` refuses.
void append_utf8(std::string& out, char32_t code);

inline bool is_high_surrogate(char32_t code) { return code >= 0xd800 && code <= 0xdbff; }
inline bool is_low_surrogate(char32_t code) { return code >= 0xdc00 && code <= 0xdfff; }
inline bool is_surrogate(char32_t code) { return code >= 0xd800 && code <= 0xdfff; }

}  // namespace latewood
