// The hosts that requests may name, and the pages that may send them.
//
// A page of another site can make a browser send requests to 127.0.0.1, directly or under a name of its own that
// resolves to it (DNS rebinding). Such a request names a host that is not ours, or the page that sent it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "server/http/request.h"

namespace latewood::server {

class HostCheck {
 public:
  // Names and addresses without ports, in any case; "localhost", "127.0.0.1" and "[::1]" are always served.
  explicit HostCheck(std::vector<std::string> served);

  // E_HOST_REFUSED unless the header `Host` names one of them. Ports do not count.
  Result<void> check_host(const Request& request) const;

 private:
  std::vector<std::string> served_;
};

// E_ORIGIN_REFUSED if a page of another site sent the request: `Origin` is not the host of the request, or
// `Sec-Fetch-Site` names another site. A link to the page works from every site.
Result<void> check_origin(const Request& request);

// "[::1]:80" and "[::1]" give "[::1]"; "host:80" gives "host".
std::string_view host_without_port(std::string_view host);

}  // namespace latewood::server
