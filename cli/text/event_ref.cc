#include "cli/text/event_ref.h"

#include <charconv>

#include "cli/terminal/printable.h"
#include "latewood/errors.h"

namespace latewood::cli {

std::string event_text(const EventRef& event) { return printable(event.stream) + ":" + std::to_string(event.seq); }

Result<EventRef> parse_event(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const bool has_both = colon != std::string_view::npos && colon > 0 && colon + 1 < text.size();
  EventRef event;
  const char* const end = text.data() + text.size();
  const char* const digits = has_both ? text.data() + colon + 1 : end;
  const auto read = std::from_chars(digits, end, event.seq);
  if (!has_both || read.ec != std::errc() || read.ptr != end || event.seq == 0) {
    return Error{Code::InvalidArgument,
                 "'" + printable(text) + "' does not have the form STREAM:NUMBER",
                 std::string(errors::kOptionInvalid),
                 {}};
  }
  event.stream = std::string(text.substr(0, colon));
  return event;
}

}  // namespace latewood::cli
