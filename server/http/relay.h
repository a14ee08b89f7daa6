// Addresses that are not answered here but by another server: the interface of the proxy to the connections.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "server/http/transport.h"

namespace latewood::server {

// One connection of a client, with the connection to the other server that belongs to it. Belongs to the thread of the
// io context.
class RelayedConnection {
 public:
  virtual ~RelayedConnection() = default;
  // Relays one call. `head` is the whole head of a request; `buffer` has the bytes that arrived behind it, and at the
  // end those of the next request. True if the connection can take that one.
  virtual asio::awaitable<bool> serve(const std::string& head, std::string& buffer) = 0;
};

class Relay {
 public:
  virtual ~Relay() = default;
  // Whether the address in this head is one that is relayed.
  virtual bool takes(std::string_view head) const = 0;
  virtual std::shared_ptr<RelayedConnection> connect(std::shared_ptr<Transport> client, std::string peer) = 0;
};

}  // namespace latewood::server
