// One connection: reads requests one after another, and answers each before it reads the next.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "server/http/request_reader.h"
#include "server/http/response.h"
#include "server/http/site.h"
#include "server/http/transport.h"

namespace latewood::server {

struct Exchange;
struct EventWake;
class RelayedConnection;

// Belongs to the thread of the io context.
class Connection {
 public:
  Connection(std::shared_ptr<Transport> transport, Site& site, std::string peer);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // Until the client or the server ends the connection.
  asio::awaitable<void> run();

  // Ends it as soon as no request is running.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  asio::awaitable<bool> serve_one();
  asio::awaitable<bool> relay_one(const std::string& head);
  asio::awaitable<std::optional<std::string>> read_head();
  asio::awaitable<std::optional<Response>> admit(const std::shared_ptr<Exchange>& exchange);
  asio::awaitable<std::optional<Response>> read_body(RequestReader& reader, Exchange& exchange);
  asio::awaitable<Response> answer(const std::shared_ptr<Exchange>& exchange);
  asio::awaitable<bool> send(Exchange& exchange, const Response& response, bool keeps_alive);
  asio::awaitable<bool> send_pieces(Exchange& exchange, const Response& response, bool keeps_alive);
  asio::awaitable<bool> send_events(Exchange& exchange, const Response& response);
  asio::awaitable<bool> send_event_texts(Exchange& exchange, const EventQuery& query);
  asio::awaitable<bool> write_piece(Exchange& exchange, const std::string& text);
  asio::awaitable<void> drain();
  asio::awaitable<void> refuse(const Response& response);

  std::shared_ptr<Transport> transport_;
  Site& site_;
  std::string peer_;
  std::string buffer_;                    // bytes that arrived and belong to no request yet
  bool is_idle_ = true;                   // no request has begun
  std::shared_ptr<EventWake> wake_ = {};  // resumes the open stream of events, if there is one
  std::shared_ptr<RelayedConnection> relayed_ = {};
};

}  // namespace latewood::server
