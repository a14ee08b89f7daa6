// The event that caused an edit.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/receipt.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// "event".
std::vector<Member> cause_members();

// Records the event of the call as the cause of the edits that follow; none if the call names none. E_EVENT_NOT_FOUND
// if there is no such event.
Result<void> take_cause(Context& context, const Arguments& arguments);

// Splits "mail:3" at the last colon. E_OPTION_INVALID if there is none, or no number follows it.
Result<EventRef> parse_event(std::string_view text);

}  // namespace latewood::operations
