// Instructions for the proxy in the headers of a request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "server/http/request.h"
#include "server/proxy/relayed_call.h"

namespace latewood::server {

// The token for the proxy; not one of a vendor.
inline constexpr std::string_view kTokenHeader = "x-latewood-token";

// The context or session that the headers name: `x-latewood-context`, `x-latewood-session`, or the id of a session that
// a known client sends. Within the contexts that the caller may use: E_SCOPE for another one that is named,
// E_REQUEST_INVALID for a name that no context can have.
Result<CallPlace> find_place(const Request& request);

// The keys in the head of a request, of headers and of the query.
std::vector<std::string> secrets_in(const Request& request);

}  // namespace latewood::server
