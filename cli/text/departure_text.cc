#include "cli/text/departure_text.h"

#include "cli/terminal/printable.h"

namespace latewood::cli {

std::string departure_text(const Departure& departure) {
  std::string text = printable(departure.id) + ", by " + to_string(departure.cause);
  if (!departure.with.empty()) text += " with " + printable(departure.with);
  return text + ", " + std::to_string(departure.bytes) + " bytes";
}

}  // namespace latewood::cli
