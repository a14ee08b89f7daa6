#include "cli/text/first_line.h"

#include <algorithm>

namespace latewood::cli {

std::string first_line(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of("\r\n"), text.size());
  const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
  const bool goes_on = text.find_first_not_of(" \t\r\n", end) != std::string_view::npos;
  return std::string(text.substr(start, end - start)).append(goes_on ? " ..." : "");
}

}  // namespace latewood::cli
