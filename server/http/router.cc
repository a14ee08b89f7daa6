#include "server/http/router.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

std::vector<std::string_view> segments_of(std::string_view pattern) {
  std::vector<std::string_view> segments;
  pattern.remove_prefix(1);
  while (true) {
    const std::size_t slash = pattern.find('/');
    segments.push_back(pattern.substr(0, slash));
    if (slash == std::string_view::npos) return segments;
    pattern.remove_prefix(slash + 1);
  }
}

std::optional<Captures> fit(const std::vector<std::string_view>& pattern, const std::vector<std::string>& path) {
  const bool takes_rest = pattern.back() == "*";
  if (takes_rest ? path.size() < pattern.size() : path.size() != pattern.size()) return std::nullopt;
  Captures captures;
  for (std::size_t at = 0; at < pattern.size() - (takes_rest ? 1 : 0); ++at) {
    if (pattern[at].starts_with('{')) {
      if (path[at].empty()) return std::nullopt;
      captures.push_back(path[at]);
    } else if (pattern[at] != path[at]) {
      return std::nullopt;
    }
  }
  return captures;
}

bool takes(const Route& route, std::string_view method) {
  return route.method == method || (route.method == "GET" && method == "HEAD");
}

Error refused_method(const std::set<std::string>& permitted) {
  Error error = {Code::InvalidArgument, "this address does not take the method", std::string(errors::kMethodRefused)};
  for (const std::string& method : permitted) error.hint += (error.hint.empty() ? "" : ", ") + method;
  return error;
}

}  // namespace

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)) {
  for (const Route& route : routes_) patterns_.push_back(segments_of(route.pattern));
}

Result<FoundRoute> Router::find(std::string_view method, const Target& target) const {
  std::set<std::string> permitted;
  for (std::size_t at = 0; at < routes_.size(); ++at) {
    auto captures = fit(patterns_[at], target.segments);
    if (!captures) continue;
    const Route& route = routes_[at];
    if (takes(route, method)) return FoundRoute{&route, *std::move(captures)};
    permitted.emplace(route.method);
    if (route.method == "GET") permitted.emplace("HEAD");
  }
  if (!permitted.empty()) return refused_method(permitted);
  return Error{Code::NotFound, "there is nothing at this address", std::string(errors::kRouteUnknown)};
}

}  // namespace latewood::server
