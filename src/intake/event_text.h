// Events as text, for the log of a store. Layout: docs/format/admission.md.
#pragma once

#include <string>
#include <string_view>

#include "latewood/intake.h"
#include "latewood/result.h"

namespace latewood::intake {

// The event that would be number `seq` of its stream. InvalidArgument if it is none: no stream, or a payload that
// is no JSON.
Result<Event> make_event(const NewEvent& event, std::uint64_t seq);

// Canonical JSON.
std::string encode_event(const Event& event);

// Corruption if the text is not that of an event, or its payload has another digest.
Result<Event> decode_event(std::string_view text);

}  // namespace latewood::intake
