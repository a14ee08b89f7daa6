// Connections to vendors: plain, or by TLS with the certificates that the system trusts.
#pragma once

#include <memory>
#include <string>

#include "latewood/result.h"
#include "server/http/transport.h"
#include "server/proxy/vendor.h"

namespace latewood::server {

class VendorConnector {
 public:
  // `ca_file`: a PEM file of certificates to trust instead; empty: those of the system. Unavailable if it cannot be
  // read.
  static Result<std::unique_ptr<VendorConnector>> make(const std::string& ca_file);
  VendorConnector(const VendorConnector&) = delete;
  VendorConnector& operator=(const VendorConnector&) = delete;
  ~VendorConnector();

  // A connection; null, with the reason in `why`, if there is none. This object must outlive it.
  asio::awaitable<std::shared_ptr<Transport>> connect(const VendorUrl& url, std::string& why);

 private:
  class State;
  explicit VendorConnector(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace latewood::server
