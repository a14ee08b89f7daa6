// Whether the server lives, whether it can work, and what it did so far.
#include <vector>

#include "server/http/problem.h"
#include "server/routes/routes.h"

namespace latewood::server {

std::vector<Route> health_routes(const Services& services) {
  const auto healthy = [](const Request&, const Captures&) {
    Response response;
    response.body = R"({"status":"ok"})";
    return response;
  };
  const auto ready = [&services](const Request&, const Captures&) {
    const auto newest = services.repository.store().last_commit();
    if (!newest) return problem(newest.error(), 503);
    Response response;
    response.body = R"({"status":"ok"})";
    return response;
  };
  const auto metrics = [&services](const Request&, const Captures&) {
    Response response;
    response.media_type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = services.metrics.text(services.workers.waiting(), services.session.open_contexts());
    return response;
  };
  return {
      {"GET", "/healthz", Access::Open, healthy, {"Tells that the process serves."}, true},
      {"GET", "/readyz", Access::Open, ready, {"Tells whether the store answers."}},
      {"GET", "/metrics", Access::Token, metrics, {"Gives counters for Prometheus.", {}, {}, "text/plain"}, true},
  };
}

}  // namespace latewood::server
