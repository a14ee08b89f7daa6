// Events as text, for the log of a store. Layout: docs/format/admission.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "latewood/intake.h"
#include "latewood/result.h"

namespace latewood::intake {

// An event before it is appended to a log. The canonical JSON of the payload is made once; it is hashed, counted and
// written. The payload itself is not copied.
struct EventDraft {
  Event event;          // without payload and number
  std::string payload;  // canonical JSON
};

// InvalidArgument if the event has no stream, or a payload that is not JSON.
Result<EventDraft> draft_event(const NewEvent& event);

// The chain digest: it covers the event and all events before it, with the digests of payloads instead of the payloads,
// since these may be purged. The chain before the first event is all zeros.
Blake3Digest event_chain(const Blake3Digest& before, const Event& event);

// The event as canonical JSON with the given payload text. `event.payload` is ignored.
std::string encode_event(const Event& event, std::string_view payload, const Blake3Digest& chain);

struct LoggedEvent {
  Event event;
  std::optional<Blake3Digest> chain;  // nullopt in logs from before chains were added
};

// Corruption if the text is not an event, or if the payload has another digest.
Result<LoggedEvent> decode_event(std::string_view text);

}  // namespace latewood::intake
