// A position in JSON text and the faults found there: what the parts of the
// reader share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood {

struct JsonCursor {
  std::string_view text;
  std::size_t at = 0;

  // The first lone surrogate. It is held back until the text is known to have no
  // other fault, so that one cannot hide the other.
  std::optional<Error> lone_surrogate = {};

  bool at_end() const { return at == text.size(); }
  bool next_is(char c) const { return !at_end() && text[at] == c; }
  bool next_is_digit() const { return !at_end() && text[at] >= '0' && text[at] <= '9'; }

  // Steps over `c` if it is next.
  bool take(char c) {
    if (!next_is(c)) return false;
    ++at;
    return true;
  }

  void skip_space() {
    while (next_is(' ') || next_is('\n') || next_is('\r') || next_is('\t')) ++at;
  }
  // Whether `c` comes next, behind any space; steps over it if so.
  bool take_next(char c) {
    skip_space();
    return take(c);
  }

  // The text that was read since `start`.
  std::string_view since(std::size_t start) const { return text.substr(start, at - start); }

  // An error whose place is what was read since `start`.
  Error fault_since(std::size_t start, std::string message) const;

  // An error at the next byte, which it names: "a value expected, found ']'".
  Error unexpected(std::string_view wanted) const;
};

// `byte` as messages show it: `'x'` if it prints, else `byte 0x0a`.
std::string name_of_byte(char byte);

// The start of `text` if it is long, so that a message stays one readable line.
std::string excerpt(std::string_view text);

}  // namespace latewood
