// The collector of OpenTelemetry that gets the spans of a server, as the variables of the environment name it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "latewood/result.h"
#include "server/client/server_url.h"

namespace latewood::server {

struct Collector {
  ServerUrl url = {};
  std::string path = {};                                          // of the requests, behind the base of `url`
  std::vector<std::pair<std::string, std::string>> headers = {};  // sent with every request; they may hold keys
  std::string service = "latewood";                               // the attribute service.name
};

// Texts of variables by their names; those that are not set are absent.
using Variables = std::map<std::string, std::string, std::less<>>;

// The variables that `find_collector` reads.
std::vector<std::string> collector_variables();

// nullopt if no endpoint is set or if OTEL_SDK_DISABLED=true or OTEL_TRACES_EXPORTER=none. E_OPTION_INVALID for an
// address or headers that cannot be used; the error never repeats a header.
Result<std::optional<Collector>> find_collector(const Variables& variables);

}  // namespace latewood::server
