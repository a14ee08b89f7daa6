// A transport on a stream of Asio, with a time for each operation.
#pragma once

#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>

#include "server/http/transport.h"

namespace latewood::server {

// `Stream` is a socket, or a stream with a socket below; `socket_of` gives that.
template <class Stream>
class StreamTransport : public Transport {
 public:
  template <class... Given>
  explicit StreamTransport(Given&&... given) : timed_(std::make_shared<Timed>(std::forward<Given>(given)...)) {}

  asio::awaitable<bool> begin(std::chrono::milliseconds time) override {
    boost::system::error_code error;
    start_timer(timed_->writing, time);
    co_await shake_hands(timed_->stream, error);
    stop_timer(timed_->writing);
    co_return !error;
  }

  asio::awaitable<Arrived> read(char* data, std::size_t size, std::chrono::milliseconds time) override {
    boost::system::error_code error;
    start_timer(timed_->reading, time);
    const std::size_t count = co_await timed_->stream.async_read_some(asio::buffer(data, size),
                                                                      asio::redirect_error(asio::use_awaitable, error));
    stop_timer(timed_->reading);
    co_return Arrived{error ? 0 : count, timed_->reading.is_late};
  }

  asio::awaitable<bool> write(std::string_view first, std::string_view second,
                              std::chrono::milliseconds time) override {
    const std::array<asio::const_buffer, 2> buffers = {asio::const_buffer(first.data(), first.size()),
                                                       asio::const_buffer(second.data(), second.size())};
    boost::system::error_code error;
    start_timer(timed_->writing, time);
    co_await asio::async_write(timed_->stream, buffers, asio::redirect_error(asio::use_awaitable, error));
    stop_timer(timed_->writing);
    co_return !error;
  }

  asio::awaitable<void> end_output(std::chrono::milliseconds time) override {
    boost::system::error_code ignored;
    start_timer(timed_->writing, time);
    co_await say_goodbye(timed_->stream, ignored);
    stop_timer(timed_->writing);
    socket_of(timed_->stream).shutdown(asio::socket_base::shutdown_send, ignored);
  }

  void cancel() override {
    boost::system::error_code ignored;
    socket_of(timed_->stream).cancel(ignored);
  }

  void close() override {
    boost::system::error_code ignored;
    socket_of(timed_->stream).close(ignored);
  }

  bool is_quiet() override {
    auto& socket = socket_of(timed_->stream);
    char probe = 0;
    // Asio has no read that leaves the bytes where they are and waits for none.
    const auto seen = socket.is_open() ? recv(socket.native_handle(), &probe, 1, MSG_PEEK | MSG_DONTWAIT) : 0;
    return seen < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }

 private:
  // The time of an operation. Reading and writing may run at the same time, each with a time of its own.
  struct Span {
    explicit Span(const asio::any_io_executor& executor) : timer(executor) {}

    asio::steady_timer timer;
    std::uint64_t operation = 0;
    bool is_timed = false;
    bool is_late = false;
  };
  // Shared with the timers, which may expire after the transport is gone.
  struct Timed {
    template <class... Given>
    explicit Timed(Given&&... given)
        : stream(std::forward<Given>(given)...), reading(stream.get_executor()), writing(stream.get_executor()) {}

    Stream stream;
    Span reading;
    Span writing;
  };

  // Cancels the operation that starts now. A timer that expires together with the end of its operation must not cancel
  // the next one, so operations are numbered.
  void start_timer(Span& span, std::chrono::milliseconds time) {
    span.is_late = false;
    if (time == kNoLimit) return;
    span.is_timed = true;
    span.timer.expires_after(time);
    const std::weak_ptr<Timed> weak = timed_;
    span.timer.async_wait([weak, &span, number = ++span.operation](const boost::system::error_code& error) {
      const auto timed = weak.lock();
      if (error || !timed || span.operation != number) return;
      span.is_late = true;
      boost::system::error_code ignored;
      socket_of(timed->stream).cancel(ignored);
    });
  }

  static void stop_timer(Span& span) {
    ++span.operation;
    if (span.is_timed) span.timer.cancel();
    span.is_timed = false;
  }

  std::shared_ptr<Timed> timed_;
};

}  // namespace latewood::server
