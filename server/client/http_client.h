// A connection to a server: one request after another, over TCP, TLS or a Unix socket.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/result.h"
#include "server/client/server_url.h"

namespace latewood::server {

struct ClientOptions {
  std::string token = {};                     // sent as `Authorization: Bearer`; empty: none
  std::string ca_file = {};                   // certificates (PEM) that are trusted besides those of the system
  std::chrono::seconds connect_time{10};      // until the connection stands
  std::chrono::seconds answer_time{60 * 60};  // from the request to the end of its answer; long work takes long
  std::vector<std::pair<std::string, std::string>> headers = {};  // sent with every request; default: none
};

struct ClientAnswer {
  int status = 0;
  std::string media_type = {};
  std::string body = {};
  std::string retry_after = {};  // the header Retry-After; empty: none
};

class HttpClient {
 public:
  HttpClient(ServerUrl url, ClientOptions options);
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;
  ~HttpClient();

  // Sends a request and waits for its answer; follows no redirection. `body` is JSON; empty: none. Unavailable if the
  // server cannot be reached; E_OUTCOME_UNKNOWN if the connection was lost after the request was sent.
  Result<ClientAnswer> send(std::string_view method, std::string_view target, std::string_view body);
  const ServerUrl& url() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace latewood::server
