// Text from outside, made fit for a terminal, a page or a script. This is the only place that says which characters
// these are and how they are written instead.
//
// A name or a text that came from a model, a web page or a file can hold characters that steer a terminal (ESC and the
// other control characters, U+0080 to U+009F too), that turn the order of what follows (U+202E), or that cannot be seen
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

// On one line: line feeds and tabs are escaped as well.
std::string printable(std::string_view text);

// The same, but line feeds stay.
std::string printable_lines(std::string_view text);

// Whether `printable` would change anything.
bool is_printable(std::string_view text);

// The columns that `printable(text)` takes on a terminal.
std::size_t columns_of(std::string_view text);

// Cut to so many columns, with "..." at the end if anything was cut; whole characters only, with the marks that combine
// with them. `text` is printable.
std::string clipped(std::string_view text, std::size_t columns);

// Filled with spaces to so many columns; a longer text stays. `text` is printable.
std::string padded(std::string text, std::size_t columns);
std::string padded_left(const std::string& text, std::size_t columns);

}  // namespace latewood::cli
