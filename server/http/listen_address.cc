#include "server/http/listen_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "latewood/errors.h"

namespace latewood::server {
namespace {

Error bad_address(std::string_view text) {
  return {Code::InvalidArgument,
          "'" + std::string(text) + "' is no address to listen on; use 127.0.0.1:7070, [::1]:7070 or unix:PATH",
          std::string(errors::kOptionInvalid)};
}

bool is_number(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 || inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

}  // namespace

std::string ListenAddress::authority() const {
  if (host.empty()) return "localhost";
  const bool has_colon = host.find(':') != std::string::npos;
  return (has_colon ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<ListenAddress> parse_listen_address(std::string_view text) {
  constexpr std::string_view kUnix = "unix:";
  ListenAddress address;
  if (text.starts_with(kUnix)) {
    address.path = text.substr(kUnix.size());
    // The system keeps the path of a socket in so many bytes.
    if (address.path.empty() || address.path.size() > 100) return bad_address(text);
    return address;
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return bad_address(text);
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  address.host = host == "localhost" ? "127.0.0.1" : std::string(host);
  const std::string_view port = text.substr(colon + 1);
  const auto read = std::from_chars(port.data(), port.data() + port.size(), address.port);
  const bool is_port = !port.empty() && read.ec == std::errc() && read.ptr == port.data() + port.size();
  if (!is_port || !is_number(address.host)) return bad_address(text);
  return address;
}

}  // namespace latewood::server
