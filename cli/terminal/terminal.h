// Whether output goes to a terminal, its size, and colours.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace latewood::cli {

enum class Stream { Output, Error };

bool is_terminal(Stream stream);

// Columns of the screen; COLUMNS in the environment if it is set; 100 if there is no screen.
std::size_t terminal_width();

// Rows of the screen; LINES in the environment if it is set; 0 if there is no screen.
std::size_t terminal_rows();

// Whether TERM is "dumb": the terminal understands no control sequences.
bool is_dumb_terminal();

enum class Colour { Plain, Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan };

// A colour is written as this byte, which never occurs in UTF-8, and a letter. guarded_output.h replaces both by the
// control sequence. Text from outside cannot contain a colour, because there the byte is escaped.
inline constexpr char kColourMark = '\xff';
// nullopt if the letter is not a colour.
std::optional<std::string> colour_sequence(char letter);

// Colours text if the stream is a terminal that is not dumb and NO_COLOR is not set; else returns it unchanged.
class Paint {
 public:
  explicit Paint(Stream stream);
  std::string operator()(Colour colour, std::string_view text) const;

 private:
  bool is_on_;
};

}  // namespace latewood::cli
