#include "server/http/tls.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <utility>

#include "latewood/errors.h"
#include "server/http/stream_transport.h"

namespace latewood::server {
namespace {

// A type of this namespace, so that the functions below are found.
class TlsStream : public asio::ssl::stream<asio::ip::tcp::socket> {
 public:
  using asio::ssl::stream<asio::ip::tcp::socket>::stream;
};

asio::ip::tcp::socket& socket_of(TlsStream& stream) { return stream.next_layer(); }

asio::awaitable<void> shake_hands(TlsStream& stream, boost::system::error_code& error) {
  co_await stream.async_handshake(asio::ssl::stream_base::server, asio::redirect_error(asio::use_awaitable, error));
}

asio::awaitable<void> say_goodbye(TlsStream& stream, boost::system::error_code& error) {
  co_await stream.async_shutdown(asio::redirect_error(asio::use_awaitable, error));
}

Error unusable(const std::string& file, const boost::system::error_code& code) {
  return {Code::Unavailable, "cannot use " + file + ": " + code.message(), {}};
}

}  // namespace

class TlsContext::State {
 public:
  asio::ssl::context context{asio::ssl::context::tls_server};
};

TlsContext::TlsContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
TlsContext::~TlsContext() = default;

Result<std::unique_ptr<TlsContext>> TlsContext::load(const std::string& certificate, const std::string& key) {
  auto state = std::make_unique<State>();
  asio::ssl::context& context = state->context;
  boost::system::error_code code;
  context.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                          asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression,
                      code);
  if (!code) context.use_certificate_chain_file(certificate, code);
  if (code) return unusable(certificate, code);
  context.use_private_key_file(key, asio::ssl::context::pem, code);
  if (code) return unusable(key, code);
  if (SSL_CTX_check_private_key(context.native_handle()) != 1) {
    return Error{Code::InvalidArgument, key + " is not the key of " + certificate, std::string(errors::kOptionInvalid)};
  }
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(state)));
}

std::shared_ptr<Transport> TlsContext::make_transport(asio::ip::tcp::socket socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  return std::make_shared<StreamTransport<TlsStream>>(std::move(socket), state_->context);
}

}  // namespace latewood::server
