// An HTTP server on one store: operations, events, and the inspector.
//
//   const auto server = server::Server::open({.store = "agent.db", .listen = "127.0.0.1:7070"});
//   if (server) server.value()->run();
//
// Nothing but this header is used outside of the folder `server`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "latewood/result.h"
#include "server/access/token_book.h"
#include "server/http/limits.h"
#include "server/proxy/proxy_options.h"
#include "server/telemetry/collector.h"

namespace latewood::server {

struct ServeOptions {
  std::string store = {};                   // a URL of `store::open_store`
  bool create = false;                      // whether a missing store is made; default: false
  std::string listen = "127.0.0.1:7070";    // see `parse_listen_address`; port 0: one that is free
  std::vector<std::string> hosts = {};      // names that requests may use, besides those of the own machine
  std::string certificate = {};             // a PEM file with its chain; empty: no TLS
  std::string key = {};                     // of the certificate, a PEM file
  bool is_behind_proxy = false;             // another program in front of it speaks TLS; default: false
  std::string access_log = {};              // a file, or - for standard error; default: none
  std::string clock = {};                   // "logical": a counter, for repeatable ids; default: the host's
  std::optional<Collector> collector = {};  // gets the spans of attempts; default: none
  Limits limits = {};
  std::optional<ProxyOptions> proxy = {};  // passes calls to vendors on and records them; default: it does not
  bool is_proxy_only = false;              // besides that, it tells its health and nothing else; default: false
};

class Server {
 public:
  // Opens the store and listens; requests are answered when `run` is called. E_OPTION_INVALID if it would listen beyond
  // the machine without TLS, or without a token in the store.
  static Result<std::unique_ptr<Server>> open(const ServeOptions& options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  // "http://127.0.0.1:7070", with the port in use.
  const std::string& url() const;
  TokenBook& tokens();

  // Serves until the process gets SIGINT or SIGTERM, then ends what is running.
  void run();

 private:
  class State;
  explicit Server(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace latewood::server
