// Makes text from outside safe to print on a terminal. This is the only place that defines which characters are
// escaped, and how.
//
// A name or a text from a model, a web page or a file can contain characters that control a terminal (ESC and the
// other control characters, also U+0080 to U+009F), that reverse the text after them (U+202E), or that are invisible
// (U+200B). They are written as escapes:
//
//   \x1b         a control character below U+0020, U+007F, or a byte that is not UTF-8
//   \u202e       another control, format or separating character
//   \U000e0041   the same beyond U+FFFF
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace latewood::cli {

// For one line: line feeds and tabs are escaped too.
std::string printable(std::string_view text);

// For several lines: line feeds stay.
std::string printable_lines(std::string_view text);

// Whether `printable` would change anything.
bool is_printable(std::string_view text);

// The columns that `printable(text)` takes on a terminal.
std::size_t columns_of(std::string_view text);

// The text cut to `columns`, with "..." at the end if it was longer. Cuts between characters and never separates a
// combining mark from its character. `text` is printable.
std::string clipped(std::string_view text, std::size_t columns);

// The text filled with spaces to `columns`; a longer text is returned unchanged. `text` is printable.
std::string padded(std::string text, std::size_t columns);
std::string padded_left(const std::string& text, std::size_t columns);

}  // namespace latewood::cli
