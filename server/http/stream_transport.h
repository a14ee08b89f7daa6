// A transport on a stream of Asio, with a time for each operation.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
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
    start_timer(time);
    co_await shake_hands(timed_->stream, error);
    stop_timer();
    co_return !error;
  }

  asio::awaitable<Arrived> read(char* data, std::size_t size, std::chrono::milliseconds time) override {
    boost::system::error_code error;
    start_timer(time);
    const std::size_t count = co_await timed_->stream.async_read_some(asio::buffer(data, size),
                                                                      asio::redirect_error(asio::use_awaitable, error));
    stop_timer();
    co_return Arrived{error ? 0 : count, timed_->is_late};
  }

  asio::awaitable<bool> write(std::string_view first, std::string_view second,
                              std::chrono::milliseconds time) override {
    const std::array<asio::const_buffer, 2> buffers = {asio::const_buffer(first.data(), first.size()),
                                                       asio::const_buffer(second.data(), second.size())};
    boost::system::error_code error;
    start_timer(time);
    co_await asio::async_write(timed_->stream, buffers, asio::redirect_error(asio::use_awaitable, error));
    stop_timer();
    co_return !error;
  }

  asio::awaitable<void> end_output(std::chrono::milliseconds time) override {
    boost::system::error_code ignored;
    start_timer(time);
    co_await say_goodbye(timed_->stream, ignored);
    stop_timer();
    socket_of(timed_->stream).shutdown(asio::socket_base::shutdown_send, ignored);
  }

  void close() override {
    boost::system::error_code ignored;
    socket_of(timed_->stream).close(ignored);
  }

 private:
  // Shared with the timer, which may expire after the transport is gone.
  struct Timed {
    template <class... Given>
    explicit Timed(Given&&... given) : stream(std::forward<Given>(given)...), timer(stream.get_executor()) {}

    Stream stream;
    asio::steady_timer timer;
    std::uint64_t operation = 0;
    bool is_late = false;
  };

  // Cancels the operation that starts now. A timer that expires together with the end of its operation must not cancel
  // the next one, so operations are numbered.
  void start_timer(std::chrono::milliseconds time) {
    timed_->is_late = false;
    timed_->timer.expires_after(time);
    const std::weak_ptr<Timed> weak = timed_;
    timed_->timer.async_wait([weak, number = ++timed_->operation](const boost::system::error_code& error) {
      const auto timed = weak.lock();
      if (error || !timed || timed->operation != number) return;
      timed->is_late = true;
      boost::system::error_code ignored;
      socket_of(timed->stream).cancel(ignored);
    });
  }

  void stop_timer() {
    ++timed_->operation;
    timed_->timer.cancel();
  }

  std::shared_ptr<Timed> timed_;
};

}  // namespace latewood::server
