// Opaque items that belong together: a tool that the vendor runs itself, and what it found.
// One without the other is refused like a call without its result, but nothing can be said
// in its place, so what expiry, pruning or redaction left alone is dropped.
#pragma once

#include <optional>
#include <string>

#include "render/thread.h"

namespace latewood::render {

// {"id":..} of a `..tool_use` block and {"tool_use_id":..}: Anthropic.
std::optional<OpaqueLink> anthropic_link(const JsonValue& item);
bool is_anthropic_reasoning(const JsonValue& item);
// {"call_id":..} of items of which one is an `.._output`, and an `mcp_approval_request` with its response: OpenAI
// Responses.
std::optional<OpaqueLink> responses_link(const JsonValue& item);
bool is_responses_reasoning(const JsonValue& item);
// {"executableCode":..} and {"codeExecutionResult":..}: Gemini.
std::optional<OpaqueLink> gemini_link(const JsonValue& item);

// The other half that an opaque block needs; nothing if it stands alone, or is none.
std::optional<OpaqueLink> link_of(const Block& block, const Dialect& dialect);
// Whether it is reasoning, as a block of that kind or as an opaque item.
bool is_reasoning(const Block& block, const Dialect& dialect);

// {"caller":{"tool_id":..}} of a call that a program of the vendor made: Anthropic.
std::string anthropic_caller(const Block& call);

// Drops opaque parts without their other half. In the last message those that the vendor runs may wait for it: it was
// interrupted and goes on from there.
//
// `settled`: turns before those of the thread.
void drop_unpaired(Thread& thread, const Dialect& dialect, const SettledPart& settled);

}  // namespace latewood::render
