#include "report.h"

#include <iostream>
#include <string>

namespace latewood::cli {
namespace {

// Messages quote names from the input. A control character in one must not break
// the line or steer the terminal.
std::string one_line(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line += c;
    } else {
      line.append({'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]});
    }
  }
  return line;
}

}  // namespace

int report(const Error& error, std::string_view subject) {
  std::cout.flush();
  std::cerr << "error[" << name_of(error) << "]: ";
  if (!subject.empty()) std::cerr << one_line(subject) << ": ";
  if (error.place) std::cerr << "byte " << error.place->offset << ": ";
  std::cerr << one_line(error.message) << '\n';
  return kFailure;
}

int finish_output() {
  std::cout.flush();
  if (std::cout.good()) return kSuccess;
  return report({Code::Unavailable, "the result could not be written", {}, {}});
}

}  // namespace latewood::cli
