// The target of a request: "/v1/contexts/a%2Fb/log?limit=3" as segments of its path and members of its query.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/result.h"

namespace latewood::server {

struct Target {
  std::string path;                   // as it was sent, without the query
  std::vector<std::string> segments;  // decoded: {"v1", "contexts", "a/b", "log"}
  // Decoded, in order; a name without "=" has an empty value.
  std::vector<std::pair<std::string, std::string>> query;

  // The first value of that name; nullopt if there is none.
  std::optional<std::string> find(std::string_view name) const;
};

// E_REQUEST_INVALID unless it is a path in origin form, in which every escape is complete and gives UTF-8 without NUL,
// and no segment is "." or "..".
Result<Target> parse_target(std::string_view text);

// `text` as one segment of a path: everything but letters, digits and "-._~@" is escaped.
std::string escaped_segment(std::string_view text);

}  // namespace latewood::server
