// Pairs of opaque items: the call of a tool that the vendor runs itself, and its result. Vendors refuse one without the
// other. There is no substitute for a missing half, so a half without its other half is dropped; expiry, pruning and
// redaction can leave one.
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
// The same, and a `program` at the end of a thread may wait for what it calls.
std::optional<OpaqueLink> responses_link_3(const JsonValue& item);
// {"caller":{"caller_id":..}} of a call that a program of the vendor made: OpenAI Responses.
std::string responses_caller(const Block& call);
// {"executableCode":..} and {"codeExecutionResult":..}: Gemini.
std::optional<OpaqueLink> gemini_link(const JsonValue& item);

// The link to the other half that an opaque block needs; nullopt if it needs none, or if the block is not opaque.
std::optional<OpaqueLink> link_of(const Block& block, const Dialect& dialect);
// Whether the block is reasoning: a block of that kind or an opaque item.
bool is_reasoning(const Block& block, const Dialect& dialect);

// {"caller":{"tool_id":..}} of a call that a program of the vendor made: Anthropic.
std::string anthropic_caller(const Block& call);

// Drops opaque parts without their other half. In the last message, calls of tools that the vendor runs are kept: the
// vendor continues an interrupted message. `settled`: the turns before those of the thread.
void drop_unpaired(Thread& thread, const Dialect& dialect, const SettledPart& settled);

}  // namespace latewood::render
