// Whether a person or a program reads what is written, and what a person's screen can show.
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

// Whether TERM says that the terminal understands no sequences.
bool is_dumb_terminal();

enum class Colour { Plain, Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan };

// Colours are asked for with this byte, which is never part of UTF-8, and a letter. guarded_output.h puts what the
// terminal understands in their place, so that text from outside cannot hold one.
inline constexpr char kColourMark = '\xff';
// None if the letter stands for no colour.
std::optional<std::string> colour_sequence(char letter);

// Colours text on a terminal, unless NO_COLOR is set or the terminal is dumb; elsewhere gives it back as it is.
class Paint {
 public:
  explicit Paint(Stream stream);
  std::string operator()(Colour colour, std::string_view text) const;

 private:
  bool is_on_;
};

}  // namespace latewood::cli
