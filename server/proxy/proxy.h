// The recording proxy: passes calls to vendors on as they are, and records them when they are over.
//
// Bytes go through unchanged in both directions, each as soon as it is there. Of the heads only the first line, the
// host and what belongs to one connection differ. Nothing that goes wrong with the record reaches the client, unless
// the proxy is strict.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "server/access/token_book.h"
#include "server/http/host_check.h"
#include "server/http/relay.h"
#include "server/http/site.h"
#include "server/proxy/proxy_options.h"
#include "server/proxy/recorder.h"
#include "server/proxy/vendor.h"
#include "server/proxy/vendor_connector.h"

namespace latewood::server {

// The options, checked.
struct ProxySetup {
  std::map<std::string, VendorUrl, std::less<>> urls;  // by name of the vendor
  std::unique_ptr<VendorConnector> connector;
  std::FILE* log = nullptr;
  bool is_strict = false;
  bool needs_token = false;  // also clients of this machine need one
};

// E_OPTION_INVALID for an unknown vendor or an address that is none.
Result<ProxySetup> read_proxy_options(const ProxyOptions& options);

class Proxy : public Relay {
 public:
  // All references must outlive this object, and it the connections.
  Proxy(ProxySetup setup, HostCheck hosts, TokenBook& tokens, Site& site, Recorder& recorder);

  bool takes(std::string_view head) const override;
  std::shared_ptr<RelayedConnection> connect(std::shared_ptr<Transport> client, std::string peer) override;

 private:
  friend class ProxyConnection;

  ProxySetup setup_;
  HostCheck hosts_;
  TokenBook& tokens_;
  Site& site_;
  Recorder& recorder_;
};

}  // namespace latewood::server
