// A connection to a server, with blocking sockets: one request after another.
#pragma once

#include <string>
#include <string_view>

namespace latewood::bench {

class HttpWire {
 public:
  // To a port of this machine. Ends the program if it cannot connect.
  explicit HttpWire(unsigned short port);
  HttpWire(HttpWire&& other) noexcept : socket_(other.socket_), ahead_(std::move(other.ahead_)) { other.socket_ = -1; }
  HttpWire& operator=(HttpWire&&) = delete;
  HttpWire(const HttpWire&) = delete;
  ~HttpWire();

  void send(std::string_view request);
  // The body of an answer that has a length. Ends the program for another status than 200.
  std::string answer();
  std::string ask(std::string_view request) {
    send(request);
    return answer();
  }

 private:
  int socket_ = -1;
  std::string ahead_;  // bytes that were read and belong to the next answer
};

// The bytes of a request; `body` is JSON, empty: none.
std::string request_text(std::string_view method, std::string_view target, std::string_view token,
                         std::string_view body);

}  // namespace latewood::bench
