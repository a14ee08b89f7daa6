// Every route of the server. One file for each group.
#pragma once

#include <vector>

#include "server/http/router.h"
#include "server/routes/services.h"

namespace latewood::server {

// `services` must outlive the routes.
std::vector<Route> all_routes(const Services& services);

// The groups, in the order in which routes are tried.
std::vector<Route> operation_routes(const Services& services);
std::vector<Route> context_routes(const Services& services);
std::vector<Route> copy_routes(const Services& services);
std::vector<Route> mcp_routes(const Services& services);
std::vector<Route> event_routes(const Services& services);
std::vector<Route> health_routes(const Services& services);
std::vector<Route> page_routes();

}  // namespace latewood::server
