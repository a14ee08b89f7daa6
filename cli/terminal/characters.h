// Characters of UTF-8 text as a screen sees them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace latewood::cli {

struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes, 1 for a byte that is not UTF-8, 0 at the end of the text
  bool is_valid = false;
};

// The character at the start of `text`. Overlong forms, surrogates and codes past U+10FFFF are not UTF-8.
Character first_character(std::string_view text);

// The first byte that is not UTF-8; nullopt if all are.
std::optional<std::size_t> invalid_utf8(std::string_view text);

// Whether the bytes are an incomplete character: valid so far, but cut off.
bool is_unfinished(std::string_view text);

// Whether a terminal would act on the character, hide it or reorder text because of it: control characters, format
// characters (also the bidirectional controls), line and paragraph separators, and codes that are no characters.
bool is_hidden(char32_t code);

// The columns that a visible character takes on a terminal: 0 for combining marks, 2 for wide East Asian characters
// and emoji, 1 for every other character.
std::size_t columns_of(char32_t code);

}  // namespace latewood::cli
