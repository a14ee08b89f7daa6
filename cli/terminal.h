// Whether a person or a program reads what is written, and what a person's screen can show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace latewood::cli {

enum class Stream { Output, Error };

bool is_terminal(Stream stream);

// Columns of the screen; COLUMNS in the environment if it is set; 100 if there is no screen.
std::size_t terminal_width();

enum class Colour { Plain, Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan };

// Colours text on a terminal, unless NO_COLOR is set or the terminal is dumb; elsewhere gives it back as it is.
class Paint {
 public:
  explicit Paint(Stream stream);
  std::string operator()(Colour colour, std::string_view text) const;

 private:
  bool is_on_;
};

}  // namespace latewood::cli
