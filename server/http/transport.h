// The bytes of one connection: TCP, TLS or a Unix socket. The only headers of Asio that connections need are here.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace latewood::server {

namespace asio = boost::asio;

// For an operation that may take as long as it likes.
inline constexpr std::chrono::milliseconds kNoLimit = std::chrono::milliseconds::max();

struct Arrived {
  std::size_t bytes = 0;  // 0: none will follow
  bool is_late = false;   // the time was over
};

// Belongs to the thread of the io context. One coroutine may read while another writes.
class Transport {
 public:
  virtual ~Transport() = default;
  // Before everything else; false if the client does not speak TLS where it must.
  virtual asio::awaitable<bool> begin(std::chrono::milliseconds time) = 0;
  // At most `size` bytes into `data`, within `time`.
  virtual asio::awaitable<Arrived> read(char* data, std::size_t size, std::chrono::milliseconds time) = 0;
  // All bytes of both; false if they could not be sent within `time`.
  virtual asio::awaitable<bool> write(std::string_view first, std::string_view second,
                                      std::chrono::milliseconds time) = 0;
  // Tells the client that nothing follows.
  virtual asio::awaitable<void> end_output(std::chrono::milliseconds time) = 0;
  // Ends reading and writing that are pending, with an error; both may be used again.
  virtual void cancel() = 0;
  // Ends what is pending with an error.
  virtual void close() = 0;
  // Whether the other side is connected and has sent nothing that was not read.
  virtual bool is_quiet() = 0;
};

std::shared_ptr<Transport> make_transport(asio::ip::tcp::socket socket);
std::shared_ptr<Transport> make_transport(asio::local::stream_protocol::socket socket);

}  // namespace latewood::server
