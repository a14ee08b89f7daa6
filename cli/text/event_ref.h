// References to events as text: the stream, a colon, the number.
#pragma once

#include <string>
#include <string_view>

#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood::cli {

// "mail:3".
std::string event_text(const EventRef& event);

// Splits at the last colon. E_OPTION_INVALID if there is none, or no number follows it.
Result<EventRef> parse_event(std::string_view text);

}  // namespace latewood::cli
