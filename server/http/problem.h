// Errors as answers: problem objects (RFC 9457) and the one table from errors to statuses.
#pragma once

#include <string>

#include "latewood/result.h"
#include "server/http/response.h"

namespace latewood::server {

int status_of(const Error& error);

// {"code","detail","hint","kind","place","rule","status","title","type"}: `error_json` of the other doors, whose
// `message` is `detail` here. Adds the headers that belong to the status: `Retry-After`, `WWW-Authenticate`, `Allow`.
Response problem(const Error& error);
// The same with another status, such as 412 for a conflict with `If-Match`.
Response problem(const Error& error, int status);

// "Not Found".
std::string_view reason_of(int status);

}  // namespace latewood::server
