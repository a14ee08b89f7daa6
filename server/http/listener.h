// The socket that a server listens on.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <optional>
#include <string>

#include "latewood/result.h"
#include "server/http/listen_address.h"
#include "server/http/site.h"
#include "server/http/transport.h"

namespace latewood::server {

class Listener {
 public:
  // Unavailable if the address cannot be used. A socket file that no server uses any more is replaced.
  static Result<Listener> open(asio::io_context& context, const ListenAddress& address);
  Listener(Listener&&) = default;
  ~Listener();

  // The port, which the system chose if the address has port 0; 0 for a Unix socket.
  unsigned short port() const;
  // Accepts connections until `close`.
  void start(asio::io_context& context, Site& site);
  void close();

 private:
  Listener() = default;

  std::optional<asio::ip::tcp::acceptor> tcp_;
  std::optional<asio::local::stream_protocol::acceptor> local_;
  std::string path_;  // socket file; empty: none
};

}  // namespace latewood::server
