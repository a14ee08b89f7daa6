#include "driver/http_wire.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace latewood::bench {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "bench: " << why << '\n';
  std::exit(1);
}

}  // namespace

HttpWire::HttpWire(unsigned short port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) give_up("cannot connect");
}

HttpWire::~HttpWire() {
  if (socket_ >= 0) ::close(socket_);
}

void HttpWire::send(std::string_view request) {
  while (!request.empty()) {
    const ssize_t count = ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
    if (count <= 0) give_up("cannot send");
    request.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string HttpWire::answer() {
  constexpr std::string_view kLength = "Content-Length: ";
  char piece[16384];
  std::size_t end = 0;
  std::size_t whole = 0;
  while (whole == 0 || ahead_.size() < whole) {
    const ssize_t count = ::recv(socket_, piece, sizeof piece, 0);
    if (count <= 0) give_up("the server closed the connection");
    ahead_.append(piece, static_cast<std::size_t>(count));
    if (whole != 0) continue;
    end = ahead_.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    const std::size_t length = ahead_.find(kLength);
    if (length > end || ahead_.compare(9, 3, "200") != 0) give_up(ahead_.substr(0, 600));
    whole = end + 4 + std::strtoul(ahead_.c_str() + length + kLength.size(), nullptr, 10);
  }
  std::string body = ahead_.substr(end + 4, whole - end - 4);
  ahead_.erase(0, whole);
  return body;
}

std::string request_text(std::string_view method, std::string_view target, std::string_view token,
                         std::string_view body) {
  std::string text;
  text.append(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
  if (!token.empty()) text.append("Authorization: Bearer ").append(token).append("\r\n");
  if (!body.empty()) {
    text.append("Content-Type: application/json\r\nContent-Length: ")
        .append(std::to_string(body.size()))
        .append("\r\n");
  }
  return text.append("\r\n").append(body);
}

}  // namespace latewood::bench
