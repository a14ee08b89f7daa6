// The rights of the token that a request carries.
#pragma once

#include <optional>
#include <string>

#include "latewood/operation.h"

namespace latewood::server {

struct Caller {
  std::string token_id = {};        // empty: no token
  std::optional<Scope> scope = {};  // nullopt: no operations
  bool may_proxy = false;           // whether calls to vendors may be relayed
  std::string context_prefix = {};  // empty: every context
  std::string actor = {};           // for calls that name none
};

}  // namespace latewood::server
