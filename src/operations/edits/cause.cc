#include "operations/edits/cause.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/intake.h"

namespace latewood::operations {

std::vector<Member> cause_members() {
  return {
      optional("event", text("the event that caused it, as STREAM:NUMBER; recorded in the receipt; default: none"))};
}

Result<EventRef> parse_event(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const bool has_both = colon != std::string_view::npos && colon > 0 && colon + 1 < text.size();
  EventRef event;
  const char* const end = text.data() + text.size();
  const char* const digits = has_both ? text.data() + colon + 1 : end;
  const auto read = std::from_chars(digits, end, event.seq);
  if (!has_both || read.ec != std::errc() || read.ptr != end || event.seq == 0) {
    return broken(kOptionInvalid, "'" + std::string(text) + "' does not have the form STREAM:NUMBER");
  }
  event.stream = std::string(text.substr(0, colon));
  return event;
}

Result<void> take_cause(Context& context, const Arguments& arguments) {
  set_cause(context, std::nullopt);
  const auto named = arguments.find_text("event");
  if (!named) return {};
  LW_TRY_ASSIGN(const EventRef event, parse_event(*named));
  LW_TRY(find_event(context, event));
  set_cause(context, event);
  return {};
}

}  // namespace latewood::operations
