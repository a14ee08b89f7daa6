// The table from methods and paths to functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "server/http/request.h"
#include "server/http/response.h"

namespace latewood::server {

// The right that a route needs. Operations check the scope of the token once more by themselves.
enum class Access : std::uint8_t {
  Open,   // no token
  Token,  // a token that is valid
  Read,   // a token that may call operations
  Admin,  // a token with the scope admin
};

// The segments of a path that a pattern names: {"main"} for "/v1/contexts/{context}/log".
using Captures = std::vector<std::string>;

// For the description of the server (openapi.h).
struct RouteNotes {
  std::string_view summary = {};                // one sentence; empty: that of the operation
  std::string_view operation = {};              // empty: none
  std::vector<std::string_view> captures = {};  // the arguments of the operation that the pattern gives, in order
  std::string_view media_type = {};             // of the answer, if it is not JSON
};

struct Route {
  std::string_view method;   // GET routes answer HEAD too
  std::string_view pattern;  // "/v1/contexts/{context}/log"; "*" as its last segment takes the rest of a path
  Access access = Access::Read;
  std::function<Response(const Request&, const Captures&)> answer;
  RouteNotes notes = {};
  bool is_quick = false;  // uses neither the store nor the disk, so that it may run where connections are served
};

struct FoundRoute {
  const Route* route = nullptr;
  Captures captures;
};

class Router {
 public:
  explicit Router(std::vector<Route> routes);

  // E_ROUTE_UNKNOWN if no pattern fits the path; E_METHOD_REFUSED if one does with another method, with the permitted
  // ones as the hint: "GET, HEAD". The first route that fits is taken.
  Result<FoundRoute> find(std::string_view method, const Target& target) const;
  const std::vector<Route>& routes() const { return routes_; }

 private:
  std::vector<Route> routes_;
  std::vector<std::vector<std::string_view>> patterns_;  // the segments of each
};

}  // namespace latewood::server
