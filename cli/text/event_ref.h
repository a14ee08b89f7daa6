// Events as people name them: the stream, a colon, the number.
#pragma once

#include <string>
#include <string_view>

#include "latewood/receipt.h"
#include "latewood/result.h"

namespace latewood::cli {

// "mail:3".
std::string event_text(const EventRef& event);

// The number is what follows the last colon. E_OPTION_INVALID if there is none.
Result<EventRef> parse_event(std::string_view text);

}  // namespace latewood::cli
