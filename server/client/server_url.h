// The address of a server as `--store` takes it: http://HOST:PORT, https://HOST:PORT, or unix:PATH.
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::server {

struct ServerUrl {
  std::string text;  // as it was given, for messages
  bool is_secure = false;
  std::string host = {};  // without brackets; empty: a Unix socket
  std::string port = {};
  std::string path = {};  // of the Unix socket
  std::string base = {};  // in front of every path, where a proxy puts the server: "/latewood"; default: none

  // The value of the header Host.
  std::string authority() const;
};

// Whether the name of a store is the address of a server.
bool is_server_url(std::string_view store);

// E_OPTION_INVALID for a text without a host, with a query, or with a user or password: a token has its own place.
Result<ServerUrl> parse_server_url(std::string_view text);

}  // namespace latewood::server
