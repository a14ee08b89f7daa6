#include "cli/terminal/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace latewood::cli {
namespace {

constexpr std::size_t kWithoutScreen = 100;
constexpr std::size_t kNarrowest = 40;

// All zero if there is no screen.
winsize size_of_screen() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : 0;
}

// In the order of Colour.
constexpr std::array kCodes = {"0", "1", "2", "31", "32", "33", "34", "35", "36"};

std::string mark_of(Colour colour) { return {kColourMark, static_cast<char>('a' + static_cast<int>(colour))}; }

}  // namespace

bool is_terminal(Stream stream) { return isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) == 1; }

std::size_t terminal_width() {
  std::size_t width = number_in(variable("COLUMNS"));
  if (width == 0) width = size_of_screen().ws_col;
  if (width == 0) width = kWithoutScreen;
  return std::max(width, kNarrowest);
}

std::size_t terminal_rows() {
  const std::size_t rows = number_in(variable("LINES"));
  return rows != 0 ? rows : size_of_screen().ws_row;
}

bool is_dumb_terminal() { return variable("TERM") == "dumb"; }

std::optional<std::string> colour_sequence(char letter) {
  const auto index = static_cast<std::size_t>(letter - 'a');
  if (letter < 'a' || index >= kCodes.size()) return std::nullopt;
  return "\x1b[" + std::string(kCodes[index]) + "m";
}

Paint::Paint(Stream stream) : is_on_(is_terminal(stream) && variable("NO_COLOR").empty() && !is_dumb_terminal()) {}

std::string Paint::operator()(Colour colour, std::string_view text) const {
  if (!is_on_ || colour == Colour::Plain || text.empty()) return std::string(text);
  return mark_of(colour) + std::string(text) + mark_of(Colour::Plain);
}

}  // namespace latewood::cli
