#include "server/proxy/vendor_connector.h"

#include <openssl/ssl.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <chrono>
#include <utility>

#include "latewood/errors.h"
#include "server/http/stream_transport.h"

namespace latewood::server {
namespace {

constexpr std::chrono::seconds kConnectTime{20};

// The side of TLS that begins. Asks for the certificate of that host, and for no other.
class VendorTlsStream : public asio::ssl::stream<asio::ip::tcp::socket> {
 public:
  VendorTlsStream(asio::ip::tcp::socket socket, asio::ssl::context& context, const std::string& host)
      : asio::ssl::stream<asio::ip::tcp::socket>(std::move(socket), context) {
    boost::system::error_code no_address;
    asio::ip::make_address(host, no_address);
    set_verify_mode(asio::ssl::verify_peer, fault_);
    if (!fault_) set_verify_callback(asio::ssl::host_name_verification(host), fault_);
    // A server with several names is told which one is meant; an address is none.
    const bool is_told = !no_address || SSL_set_tlsext_host_name(native_handle(), host.c_str()) == 1;
    if (!fault_ && !is_told) fault_ = asio::error::invalid_argument;
  }

  // The reason why it cannot be used.
  const boost::system::error_code& fault() const { return fault_; }

 private:
  boost::system::error_code fault_;
};

asio::ip::tcp::socket& socket_of(VendorTlsStream& stream) { return stream.next_layer(); }

asio::awaitable<void> shake_hands(VendorTlsStream& stream, boost::system::error_code& error) {
  error = stream.fault();
  if (error) co_return;
  co_await stream.async_handshake(asio::ssl::stream_base::client, asio::redirect_error(asio::use_awaitable, error));
}

asio::awaitable<void> say_goodbye(VendorTlsStream& stream, boost::system::error_code& error) {
  co_await stream.async_shutdown(asio::redirect_error(asio::use_awaitable, error));
}

// A connection that is being made. Shared with its timer, which may expire when it is gone.
struct Connecting {
  explicit Connecting(const asio::any_io_executor& executor)
      : socket(executor), resolver(executor), timer(executor, kConnectTime) {}

  asio::ip::tcp::socket socket;
  asio::ip::tcp::resolver resolver;
  asio::steady_timer timer;
};

// Addresses of one host are tried one after the other.
asio::awaitable<boost::system::error_code> connect_socket(const std::shared_ptr<Connecting>& made,
                                                          const VendorUrl& url) {
  const std::weak_ptr<Connecting> weak = made;
  made->timer.async_wait([weak](const boost::system::error_code& code) {
    const auto late = weak.lock();
    if (code || !late) return;
    boost::system::error_code ignored;
    late->resolver.cancel();
    late->socket.close(ignored);
  });
  boost::system::error_code error;
  const std::string port = std::to_string(url.port);
  const auto found =
      co_await made->resolver.async_resolve(url.host, port, asio::redirect_error(asio::use_awaitable, error));
  if (!error) co_await asio::async_connect(made->socket, found, asio::redirect_error(asio::use_awaitable, error));
  made->timer.cancel();
  co_return error;
}

}  // namespace

class VendorConnector::State {
 public:
  asio::ssl::context context{asio::ssl::context::tls_client};
};

VendorConnector::VendorConnector(std::unique_ptr<State> state) : state_(std::move(state)) {}
VendorConnector::~VendorConnector() = default;

Result<std::unique_ptr<VendorConnector>> VendorConnector::make(const std::string& ca_file) {
  auto state = std::make_unique<State>();
  boost::system::error_code code;
  state->context.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                                 asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression,
                             code);
  if (!code && ca_file.empty()) state->context.set_default_verify_paths(code);
  if (!code && !ca_file.empty()) state->context.load_verify_file(ca_file, code);
  if (code) {
    return Error{Code::Unavailable,
                 "cannot use the certificates of " + (ca_file.empty() ? "the system" : ca_file) + ": " + code.message(),
                 {}};
  }
  return std::unique_ptr<VendorConnector>(new VendorConnector(std::move(state)));
}

asio::awaitable<std::shared_ptr<Transport>> VendorConnector::connect(const VendorUrl& url, std::string& why) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  const auto made = std::make_shared<Connecting>(executor);
  const boost::system::error_code error = co_await connect_socket(made, url);
  if (error) {
    const bool is_late = error == asio::error::operation_aborted || error == asio::error::bad_descriptor;
    why = is_late ? "no connection within 20 s" : error.message();
    co_return nullptr;
  }
  if (!url.is_secure) co_return make_transport(std::move(made->socket));
  boost::system::error_code ignored;
  made->socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  made->socket.set_option(asio::socket_base::keep_alive(true), ignored);
  const auto transport =
      std::make_shared<StreamTransport<VendorTlsStream>>(std::move(made->socket), state_->context, url.host);
  const bool is_begun = co_await transport->begin(kConnectTime);
  if (!is_begun) {
    why = "it does not speak TLS, or its certificate is not trusted";
    co_return nullptr;
  }
  co_return transport;
}

}  // namespace latewood::server
