// TLS on a TCP connection, by OpenSSL.
#pragma once

#include <memory>
#include <string>

#include "latewood/result.h"
#include "server/http/transport.h"

namespace latewood::server {

class TlsContext {
 public:
  // A certificate with its chain, and its key, as PEM files. TLS 1.2 and newer. Unavailable if a file cannot be read,
  // E_OPTION_INVALID if the key does not belong to the certificate.
  static Result<std::unique_ptr<TlsContext>> load(const std::string& certificate, const std::string& key);
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;
  ~TlsContext();

  // `begin` of the transport shakes hands. This object must outlive it.
  std::shared_ptr<Transport> make_transport(asio::ip::tcp::socket socket);

 private:
  class State;
  explicit TlsContext(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace latewood::server
