// "127.0.0.1:7070", "[::1]:7070", "localhost:7070" or "unix:PATH".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::server {

struct ListenAddress {
  std::string host;  // a number: "127.0.0.1", "::1"; empty: a Unix socket
  std::uint16_t port = 0;
  std::string path;  // Unix socket

  bool is_local() const { return host.empty() || host == "::1" || host.starts_with("127."); }
  // For a URL: "[::1]:7070", or "localhost" for a Unix socket.
  std::string authority() const;
};

// E_OPTION_INVALID for another form. "localhost" is 127.0.0.1; other names are refused, since they could mean any
// address.
Result<ListenAddress> parse_listen_address(std::string_view text);

}  // namespace latewood::server
