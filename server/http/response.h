// The answer to a request, without sockets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::server {

// A body that is sent while it is made.
class BodyPieces {
 public:
  virtual ~BodyPieces() = default;
  // The next piece; empty: the end. Called by one thread at a time, never by a thread that serves connections.
  virtual std::string next() = 0;
};

// A body that never ends by itself: commits as they happen.
struct EventQuery {
  std::optional<std::string> last_id = {};  // the event after which the client continues; nullopt: from now on
  std::string context_prefix = {};          // the caller's
  std::string context = {};                 // only this one; empty: all
};

struct ResponseHeader {
  std::string_view name;  // a literal
  std::string value;      // without line breaks
};

struct Response {
  int status = 200;
  std::string_view media_type = "application/json";
  std::string body = {};
  std::string_view fixed_body = {};  // instead of `body`: bytes that live as long as the process
  std::vector<ResponseHeader> headers = {};
  std::shared_ptr<BodyPieces> pieces = {};  // instead of `body`
  std::optional<EventQuery> events = {};    // instead of `body`

  std::string_view bytes() const { return body.empty() ? fixed_body : std::string_view(body); }
};

}  // namespace latewood::server
