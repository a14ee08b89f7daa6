#include "server/routes/routes.h"

#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "server/routes/openapi.h"

namespace latewood::server {

std::vector<Route> all_routes(const Services& services) {
  std::vector<Route> all;
  for (auto group : {operation_routes(services), context_routes(services), copy_routes(services), mcp_routes(services),
                     event_routes(services), health_routes(services), page_routes()}) {
    all.insert(all.end(), std::make_move_iterator(group.begin()), std::make_move_iterator(group.end()));
  }
  // The description has its own address, so it is made when all routes are known.
  const auto description = std::make_shared<std::string>();
  const auto describe = [description](const Request&, const Captures&) {
    Response response;
    response.body = *description;
    return response;
  };
  all.push_back({"GET", "/v1/openapi.json", Access::Open, describe, {"Describes the server: this document."}, true});
  *description = openapi_json(all);
  return all;
}

}  // namespace latewood::server
