#include "server/http/transport.h"

#include <utility>

#include "server/http/stream_transport.h"

namespace latewood::server {
namespace {

// A socket as a stream: nothing comes before or after the bytes.
template <class Socket>
class PlainStream : public Socket {
 public:
  explicit PlainStream(Socket socket) : Socket(std::move(socket)) {}
};

template <class Socket>
Socket& socket_of(PlainStream<Socket>& stream) {
  return stream;
}

template <class Socket>
asio::awaitable<void> shake_hands(PlainStream<Socket>&, boost::system::error_code&) {
  co_return;
}

template <class Socket>
asio::awaitable<void> say_goodbye(PlainStream<Socket>&, boost::system::error_code&) {
  co_return;
}

}  // namespace

std::shared_ptr<Transport> make_transport(asio::ip::tcp::socket socket) {
  boost::system::error_code ignored;
  // An answer is written at once and waits for nothing.
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  return std::make_shared<StreamTransport<PlainStream<asio::ip::tcp::socket>>>(std::move(socket));
}

std::shared_ptr<Transport> make_transport(asio::local::stream_protocol::socket socket) {
  return std::make_shared<StreamTransport<PlainStream<asio::local::stream_protocol::socket>>>(std::move(socket));
}

}  // namespace latewood::server
