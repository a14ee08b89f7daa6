#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace latewood::cli {
namespace {

constexpr std::size_t kWithoutScreen = 100;
constexpr std::size_t kNarrowest = 40;

std::size_t columns_of_screen() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWithoutScreen;
  return size.ws_col;
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

const char* code_of(Colour colour) {
  switch (colour) {
    case Colour::Plain: return "0";
    case Colour::Bold: return "1";
    case Colour::Dim: return "2";
    case Colour::Red: return "31";
    case Colour::Green: return "32";
    case Colour::Yellow: return "33";
    case Colour::Blue: return "34";
    case Colour::Magenta: return "35";
    case Colour::Cyan: return "36";
  }
  return "0";
}

}  // namespace

bool is_terminal(Stream stream) { return isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) == 1; }

std::size_t terminal_width() {
  const std::string_view set = variable("COLUMNS");
  std::size_t width = 0;
  const auto read = std::from_chars(set.data(), set.data() + set.size(), width);
  if (read.ec != std::errc() || width == 0) width = columns_of_screen();
  return width < kNarrowest ? kNarrowest : width;
}

Paint::Paint(Stream stream)
    : is_on_(is_terminal(stream) && variable("NO_COLOR").empty() && variable("TERM") != "dumb") {}

std::string Paint::operator()(Colour colour, std::string_view text) const {
  if (!is_on_ || colour == Colour::Plain || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code_of(colour)) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace latewood::cli
