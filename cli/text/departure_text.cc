#include "cli/text/departure_text.h"

#include "cli/terminal/printable.h"
#include "cli/terminal/result_members.h"

namespace latewood::cli {

namespace {

std::string departure_words(const std::string& id, const std::string& cause, const std::string& with,
                            std::uint64_t bytes) {
  std::string text = printable(id) + ", by " + cause;
  if (!with.empty()) text += " with " + printable(with);
  return text + ", " + std::to_string(bytes) + " bytes";
}

}  // namespace

std::string departure_text(const Departure& departure) {
  return departure_words(departure.id, to_string(departure.cause), departure.with, departure.bytes);
}

std::string departure_text(const JsonValue& departure) {
  return departure_words(text_of(departure, "id"), text_of(departure, "cause"), text_of(departure, "with"),
                         static_cast<std::uint64_t>(number_of(departure, "bytes")));
}

}  // namespace latewood::cli
