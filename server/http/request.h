// A request as routes see it: text, without sockets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/access/caller.h"
#include "server/http/target.h"

namespace latewood::server {

struct Header {
  std::string name;  // in lower case
  std::string value;
};

struct Request {
  std::string method;  // "GET"
  Target target;
  std::vector<Header> headers;
  std::string body;
  Caller caller;

  // The first header of that name, which is in lower case; null if there is none.
  const std::string* find_header(std::string_view name) const {
    for (const Header& header : headers) {
      if (header.name == name) return &header.value;
    }
    return nullptr;
  }
};

}  // namespace latewood::server
