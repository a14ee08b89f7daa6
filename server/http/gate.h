// The decisions before the body of a request is read: its host, its route, its caller.
#pragma once

#include <string>
#include <variant>

#include "latewood/result.h"
#include "server/access/token_book.h"
#include "server/http/host_check.h"
#include "server/http/request.h"
#include "server/http/router.h"

namespace latewood::server {

class Gate {
 public:
  // Both must outlive this object.
  Gate(HostCheck hosts, const Router& router, TokenBook& tokens);

  // The host first, then the page that sent the request, then the address and the method.
  Result<FoundRoute> find_route(const Request& request) const;

  // Sets the caller of the request. Without the store: false if only `identify` can tell.
  bool identify_fresh(const Route& route, Request& request) const;
  // E_TOKEN_INVALID if the route needs a token and the request has none that is valid. May read the store.
  Result<void> identify(const Route& route, Request& request) const;
  // E_SCOPE if the caller, which is identified, has not the right that the route needs.
  static Result<void> check_right(const Route& route, const Request& request);

 private:
  HostCheck hosts_;
  const Router& router_;
  TokenBook& tokens_;
};

}  // namespace latewood::server
