// Waits in a coroutine for a call that a worker runs.
//
// A rule for all coroutines here: an expression with `co_await` makes no temporary object that has a destructor, since
// g++ 12 destroys some of them twice. So arguments are references to named objects.
#pragma once

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "server/http/transport.h"
#include "server/http/workers.h"

namespace latewood::server {

// The result of `call`; nullopt if too many calls are waiting. Everything that the call uses must be part of it: the
// coroutine may be gone when it runs.
template <class T>
asio::awaitable<std::optional<T>> run_on(Workers& workers, const std::function<T()>& call) {
  // A timer that never expires is an event: cancelling it resumes the coroutine.
  struct State {
    explicit State(const asio::any_io_executor& executor) : done(executor, asio::steady_timer::time_point::max()) {}
    std::optional<T> result;
    asio::steady_timer done;
  };
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  const auto state = std::make_shared<State>(executor);
  const std::function<void()> job = [state, executor, call] {
    state->result.emplace(call());
    asio::post(executor, [state] { state->done.cancel(); });
  };
  const bool is_taken = workers.submit(job);
  if (!is_taken) co_return std::nullopt;
  boost::system::error_code ignored;
  co_await state->done.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  co_return std::move(state->result);
}

}  // namespace latewood::server
