// Commits as they happen.
#include <string>
#include <vector>

#include "server/routes/routes.h"

namespace latewood::server {

std::vector<Route> event_routes(const Services&) {
  const auto events = [](const Request& request, const Captures&) {
    EventQuery query;
    query.context_prefix = request.caller.context_prefix;
    query.context = request.target.find("context").value_or(std::string());
    query.last_id = request.target.find("last_event_id");
    if (const std::string* last = request.find_header("last-event-id")) query.last_id = *last;
    Response response;
    response.media_type = "text/event-stream";
    response.events = std::move(query);
    return response;
  };
  return {{"GET",
           "/v1/events",
           Access::Read,
           events,
           {"Sends commits as they happen.", {}, {}, "text/event-stream"},
           true}};
}

}  // namespace latewood::server
