// Reads one request from bytes as they arrive, with Boost.Beast behind it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "latewood/result.h"
#include "server/http/request.h"

namespace latewood::server {

class RequestReader {
 public:
  explicit RequestReader(std::size_t most_body);
  RequestReader(RequestReader&&) noexcept;
  RequestReader& operator=(RequestReader&&) noexcept;
  ~RequestReader();

  // The whole head, with its empty line. E_REQUEST_INVALID; E_REQUEST_TOO_LARGE if it declares a longer body.
  Result<Request> read_head(std::string_view head);

  // After the head: what it says about the rest.
  bool has_body() const;
  bool keeps_alive() const;         // whether another request may follow on the connection
  bool waits_for_continue() const;  // the client sends the body after "100 Continue"
  bool is_old_version() const;      // HTTP/1.0

  // Takes bytes of the body and returns how many; the rest belongs to the next request. E_REQUEST_INVALID,
  // E_REQUEST_TOO_LARGE.
  Result<std::size_t> read_body(std::string_view bytes);
  bool is_done() const;
  std::string take_body();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace latewood::server
