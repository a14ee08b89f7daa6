// The options of the recording proxy.
#pragma once

#include <string>
#include <vector>

namespace latewood::server {

struct ProxyOptions {
  std::vector<std::string> upstreams = {};  // "openai=URL"; default: the vendors' own addresses
  std::string ca_file = {};                 // a PEM file of certificates to trust; default: those of the system
  std::string call_log = {};                // a file for a line for each call, or - for standard error; default: none
  bool is_strict = false;                   // a call that cannot be recorded is not passed on; default: false
};

}  // namespace latewood::server
