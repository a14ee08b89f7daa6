// The headers of a message that was sent by HTTP. They repeat members of the message, so that programs between client
// and server need not read it; a message that says something else than its headers is refused.
#pragma once

#include <optional>
#include <string>

#include "latewood/mcp.h"

namespace latewood::mcp {

// The answer to a request whose headers do not fit; nullopt if they do. A request of 2026-07-28 needs its version, its
// method, and the name or address that it asks for; an earlier one at most a version that is spoken.
std::optional<std::string> refuse_headers(const McpMessage& message, const McpHeaders& headers);

// The status of an answer to a request of 2026-07-28: 400 or 404 for faults of the protocol, else 200.
int status_of_answer(const McpMessage& message, const std::string& answer);

}  // namespace latewood::mcp
