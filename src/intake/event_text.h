// Events as text, for the log of a store. Layout: docs/format/admission.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "latewood/intake.h"
#include "latewood/result.h"

namespace latewood::intake {

// An event on its way into a log. What is hashed, counted and written is the payload's canonical JSON; it is made
// once, and the payload itself is not copied.
struct EventDraft {
  Event event;          // without its payload, and with no number yet
  std::string payload;  // canonical JSON
};

// InvalidArgument if it is none: no stream, or a payload that is no JSON.
Result<EventDraft> draft_event(const NewEvent& event);

// The digest of an event and of all that the log has before it, which binds everything but the payload itself:
// that may be erased later, and its digest stays. Before the first event it is all zeros.
Blake3Digest event_chain(const Blake3Digest& before, const Event& event);

// Canonical JSON. `payload` is that of the event's payload; the one in `event` is not looked at.
std::string encode_event(const Event& event, std::string_view payload, const Blake3Digest& chain);

struct LoggedEvent {
  Event event;
  std::optional<Blake3Digest> chain;  // nothing in logs of before there were chains
};

// Corruption if the text is not that of an event, or its payload has another digest.
Result<LoggedEvent> decode_event(std::string_view text);

}  // namespace latewood::intake
