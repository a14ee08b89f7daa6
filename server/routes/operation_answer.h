// Calls of operations for the caller of a request.
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"
#include "latewood/session.h"
#include "server/http/request.h"
#include "server/http/response.h"
#include "server/routes/services.h"

namespace latewood::server {

// The session with the rights of the caller. The caller must have a scope.
Session session_of(const Services& services, const Request& request);

// The result of an operation; counts conflicts and failures, and tells the feed about commits.
Result<std::string> call_operation(const Services& services, const Request& request, std::string_view operation,
                                   std::string_view arguments);

// The result as an answer, or the problem.
Response operation_answer(const Services& services, const Request& request, std::string_view operation,
                          std::string_view arguments);

// The body of a request as the arguments of an operation: "{}" if it is empty. E_REQUEST_INVALID if it is not declared
// as JSON. So a form of a page cannot send it.
Result<std::string> json_body(const Request& request);

}  // namespace latewood::server
