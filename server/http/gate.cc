#include "server/http/gate.h"

#include <utility>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

std::string_view token_of(const Request& request) {
  const std::string* header = request.find_header("authorization");
  return header == nullptr ? std::string_view() : bearer_token(*header);
}

}  // namespace

Gate::Gate(HostCheck hosts, const Router& router, TokenBook& tokens)
    : hosts_(std::move(hosts)), router_(router), tokens_(tokens) {}

Result<FoundRoute> Gate::find_route(const Request& request) const {
  if (auto checked = hosts_.check_host(request); !checked) return std::move(checked).error();
  if (auto checked = check_origin(request); !checked) return std::move(checked).error();
  return router_.find(request.method, request.target);
}

bool Gate::identify_fresh(const Route& route, Request& request) const {
  if (route.access == Access::Open) return true;
  const auto caller = tokens_.find_fresh(token_of(request));
  if (caller) request.caller = *caller;
  return caller.has_value();
}

Result<void> Gate::identify(const Route& route, Request& request) const {
  if (identify_fresh(route, request)) return {};
  const auto caller = tokens_.find(token_of(request));
  if (!caller) return caller.error();
  if (!*caller) {
    return Error{Code::InvalidArgument, "the request has no token that is valid", std::string(errors::kTokenInvalid)};
  }
  request.caller = **caller;
  return {};
}

Result<void> Gate::check_right(const Route& route, const Request& request) {
  const auto& scope = request.caller.scope;
  const bool is_needed = route.access == Access::Read || route.access == Access::Admin;
  const bool is_enough = scope && (route.access != Access::Admin || *scope == Scope::Admin);
  if (!is_needed || is_enough) return {};
  const std::string needed(to_string(route.access == Access::Admin ? Scope::Admin : Scope::Read));
  return Error{Code::InvalidArgument, "this address needs a token with the scope " + needed,
               std::string(errors::kScope)};
}

}  // namespace latewood::server
