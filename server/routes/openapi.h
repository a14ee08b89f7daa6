// The description of the server as an OpenAPI 3.1 document. It is made from the routes and the table of operations, so
// that it cannot say something else than they do.
#pragma once

#include <string>
#include <vector>

#include "server/http/router.h"

namespace latewood::server {

// JSON. Every operation also has its address below /v1/operations, with its own schemas.
std::string openapi_json(const std::vector<Route>& routes);

}  // namespace latewood::server
