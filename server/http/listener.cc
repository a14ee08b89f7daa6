#include "server/http/listener.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "latewood/errors.h"
#include "server/http/connection.h"
#include "server/http/problem.h"
#include "server/http/response_head.h"

namespace latewood::server {
namespace {

using Tcp = asio::ip::tcp;
using Local = asio::local::stream_protocol;

constexpr std::chrono::milliseconds kPause{100};

Error cannot_listen(const std::string& where, const boost::system::error_code& code) {
  return {Code::Unavailable, "cannot listen on " + where + ": " + code.message(), {}};
}

template <class Acceptor, class Endpoint>
boost::system::error_code bind(Acceptor& acceptor, const Endpoint& endpoint) {
  boost::system::error_code code;
  acceptor.open(endpoint.protocol(), code);
  if (!code) acceptor.set_option(asio::socket_base::reuse_address(true), code);
  if (!code) acceptor.bind(endpoint, code);
  if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
  return code;
}

// Removes the file of a socket without a listener, and no other file.
void remove_dead_socket(asio::io_context& context, const std::string& path) {
  struct stat found = {};
  const bool is_socket = lstat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode);
  if (!is_socket) return;
  Local::socket probe(context);
  boost::system::error_code code;
  probe.connect(Local::endpoint(path), code);
  if (code == asio::error::connection_refused) unlink(path.c_str());
}

std::string peer_of(const Tcp::socket& socket) {
  boost::system::error_code ignored;
  return socket.remote_endpoint(ignored).address().to_string();
}
std::string peer_of(const Local::socket&) { return "unix"; }

std::shared_ptr<Transport> transport_of(Tcp::socket socket, const Site& site) {
  return site.tls == nullptr ? make_transport(std::move(socket)) : site.tls->make_transport(std::move(socket));
}
std::shared_ptr<Transport> transport_of(Local::socket socket, const Site&) { return make_transport(std::move(socket)); }

asio::awaitable<void> serve(std::shared_ptr<Transport> transport, Site& site, std::string peer) {
  Connection connection(std::move(transport), site, std::move(peer));
  co_await connection.run();
}

// Tells a client why it is not served.
asio::awaitable<void> turn_away(std::shared_ptr<Transport> transport) {
  const bool is_begun = co_await transport->begin(std::chrono::seconds(1));
  if (!is_begun) co_return;
  const Response response =
      problem({Code::Unavailable, "the server has as many connections as it takes", std::string(errors::kOverloaded)});
  const std::string head = head_text(response, BodyEnd::Length, false);
  const bool ignored = co_await transport->write(head, response.body, std::chrono::seconds(1));
  static_cast<void>(ignored);
  co_await transport->end_output(std::chrono::seconds(1));
  transport->close();
}

template <class Acceptor>
asio::awaitable<void> accept_all(Acceptor& acceptor, Site& site) {
  const asio::any_io_executor executor = acceptor.get_executor();
  while (acceptor.is_open()) {
    boost::system::error_code code;
    auto socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, code));
    if (code == asio::error::operation_aborted) co_return;
    if (code) {
      // No file descriptor is free: one may be soon.
      asio::steady_timer pause(executor, kPause);
      boost::system::error_code ignored;
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
      continue;
    }
    std::string peer = peer_of(socket);
    auto transport = transport_of(std::move(socket), site);
    if (site.connections.size() >= site.limits.connections) {
      ++site.metrics.refused_connections;
      asio::co_spawn(executor, turn_away(std::move(transport)), asio::detached);
    } else {
      asio::co_spawn(executor, serve(std::move(transport), site, std::move(peer)), asio::detached);
    }
  }
}

}  // namespace

Result<Listener> Listener::open(asio::io_context& context, const ListenAddress& address) {
  Listener listener;
  boost::system::error_code code;
  if (address.host.empty()) {
    remove_dead_socket(context, address.path);
    listener.local_.emplace(context);
    // Only the user may connect, from the first moment on.
    const mode_t before = umask(0177);
    code = bind(*listener.local_, Local::endpoint(address.path));
    umask(before);
    if (code) return cannot_listen(address.path, code);
    listener.path_ = address.path;
    return listener;
  }
  listener.tcp_.emplace(context);
  const auto host = asio::ip::make_address(address.host, code);
  if (!code) code = bind(*listener.tcp_, Tcp::endpoint(host, address.port));
  if (code) return cannot_listen(address.authority(), code);
  return listener;
}

Listener::~Listener() { close(); }

unsigned short Listener::port() const {
  boost::system::error_code ignored;
  return tcp_ ? tcp_->local_endpoint(ignored).port() : static_cast<unsigned short>(0);
}

void Listener::start(asio::io_context& context, Site& site) {
  if (tcp_) asio::co_spawn(context, accept_all(*tcp_, site), asio::detached);
  if (local_) asio::co_spawn(context, accept_all(*local_, site), asio::detached);
}

void Listener::close() {
  boost::system::error_code ignored;
  if (tcp_) tcp_->close(ignored);
  if (local_) local_->close(ignored);
  if (local_ && !path_.empty()) unlink(path_.c_str());
  path_.clear();
}

}  // namespace latewood::server
