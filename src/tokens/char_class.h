// The classes of characters by which a text is cut into pieces: Unicode general categories, and the white space of
// ECMAScript. They come from a table in the sources, so that counts are the same on every machine.
#pragma once

#include <cstdint>

namespace latewood::tokens {

enum class CharClass : std::uint8_t {
  Other,        // punctuation, symbols, controls, unassigned
  Upper,        // Lu, Lt
  Lower,        // Ll
  OtherLetter,  // Lm, Lo
  Mark,         // M
  Number,       // N
  Newline,      // CR and LF
  Space,        // other white space
};

// Any number; above U+10FFFF: Other.
CharClass class_of(char32_t code);

}  // namespace latewood::tokens
