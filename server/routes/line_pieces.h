// A whole list as lines (application/x-ndjson), page after page, so that no history is in memory as a whole.
#pragma once

#include <string>

#include "latewood/operation.h"
#include "latewood/session.h"
#include "server/http/response.h"

namespace latewood::server {

// Whether the operation gives a list in pages.
bool has_lines(const Operation& operation);

// The first page is asked for at once, so that an error has a status. An error of a later page is the last line:
// {"error":{..}}. `arguments` is the text of a JSON object.
Response lines_answer(Session session, const Operation& operation, const std::string& arguments);

}  // namespace latewood::server
