#include "node/native/running_call.h"

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

#include "latewood/errors.h"
#include "node/native/node_columns.h"
#include "node/native/values.h"

namespace latewood::node {
namespace {

// The outcome of a call, for the thread of the environment.
struct Answer {
  std::size_t bytes = 0;
  // Null if the engine of JavaScript cannot hold the value.
  std::function<napi_value(napi_env)> make;
};

using Work = std::function<Result<Answer>(OwnedSession& session, const Stop& stop)>;

struct RunningCall {
  std::shared_ptr<OwnedSession> session;
  Work work;  // empty: close the session
  Stop stop;
  RunningCount running;
  Result<Answer> outcome = Answer{};
  napi_deferred promise = nullptr;
  napi_async_work handle = nullptr;
};

// Node.js cannot be given a C++ exception, such as that of memory that is exhausted.
template <class Act>
auto caught(const Act& act) -> decltype(act()) {
  try {
    return act();
  } catch (const std::exception& thrown) {
    return Error{Code::Unavailable, std::string("the call failed: ") + thrown.what(), {}, {}};
  }
}

Answer text_answer(std::string text) {
  const std::size_t bytes = text.size();
  auto kept = std::make_shared<const std::string>(std::move(text));
  return {bytes, [kept](napi_env env) { return make_text(env, *kept); }};
}

Answer columns_answer(std::shared_ptr<NodeColumns> columns) {
  const std::size_t bytes = columns->bytes();
  return {bytes, [columns = std::move(columns)](napi_env env) { return columns->make(env); }};
}

// On a thread of the pool.
void run(napi_env, void* data) {
  auto& call = *static_cast<RunningCall*>(data);
  if (call.work) {
    call.outcome = caught([&] { return call.work(*call.session, call.stop); });
  } else {
    call.outcome = text_answer("null");
  }
  call.session.reset();
}

Error too_large(std::size_t bytes) {
  return {Code::Unavailable,
          "the result has " + std::to_string(bytes) + " bytes, more than a string of JavaScript can hold",
          {},
          {},
          "ask for less at a time, with limit"};
}

// Called on the thread of the environment. While an environment ends, N-API refuses to run JavaScript. No code waits
// for the promise then.
void finish(napi_env env, napi_status, void* data) {
  const std::unique_ptr<RunningCall> call(static_cast<RunningCall*>(data));
  if (Environment* environment = Environment::of(env)) environment->end(call->stop);
  --*call->running;
  if (!call->outcome) {
    napi_reject_deferred(env, call->promise, make_error(env, call->outcome.error()));
  } else if (napi_value value = call->outcome->make(env)) {
    napi_resolve_deferred(env, call->promise, value);
  } else {
    napi_reject_deferred(env, call->promise, make_error(env, too_large(call->outcome->bytes)));
  }
  napi_delete_async_work(env, call->handle);
}

napi_value start(napi_env env, std::unique_ptr<RunningCall> call) {
  napi_value promise = nullptr;
  napi_value name = make_text(env, "latewood");
  Environment* environment = Environment::of(env);
  if (environment == nullptr || name == nullptr ||
      napi_create_async_work(env, nullptr, name, run, finish, call.get(), &call->handle) != napi_ok) {
    return throw_error(env, {Code::Unavailable, "Node.js cannot start the call", {}, {}});
  }
  if (napi_create_promise(env, &call->promise, &promise) != napi_ok ||
      napi_queue_async_work(env, call->handle) != napi_ok) {
    napi_delete_async_work(env, call->handle);
    return throw_error(env, {Code::Unavailable, "Node.js cannot queue the call", {}, {}});
  }
  ++*call->running;
  environment->begin(call.release()->stop);
  return promise;
}

}  // namespace

Progress progress_until(const Stop& stop) {
  return [stop](std::uint64_t, std::uint64_t) -> Result<void> {
    if (!stop->load(std::memory_order_relaxed)) return {};
    return Error{Code::Unavailable, "the call was aborted", std::string(errors::kInterrupted), {}};
  };
}

Result<std::string> call_on_this_thread(OwnedSession& session, const std::string& operation,
                                        const std::string& arguments) {
  return caught([&] { return session.call_here(operation, arguments); });
}

namespace {

napi_value start(napi_env env, std::shared_ptr<OwnedSession> session, Work work, Stop stop) {
  auto call = std::make_unique<RunningCall>();
  call->running = session == nullptr ? std::make_shared<std::atomic<int>>(0) : session->running();
  call->session = std::move(session);
  call->work = std::move(work);
  call->stop = std::move(stop);
  return start(env, std::move(call));
}

}  // namespace

napi_value start_call(napi_env env, std::shared_ptr<OwnedSession> session, std::string operation, std::string arguments,
                      Stop stop) {
  auto work = [operation = std::move(operation), arguments = std::move(arguments)](OwnedSession& engine,
                                                                                   const Stop& ends) -> Result<Answer> {
    auto result = engine.call(operation, arguments, progress_until(ends));
    if (!result) return result.error();
    return text_answer(*std::move(result));
  };
  return start(env, std::move(session), std::move(work), std::move(stop));
}

napi_value start_nodes(napi_env env, std::shared_ptr<OwnedSession> session, NodeQuestion question, Stop stop) {
  auto work = [asked = std::move(question)](OwnedSession& engine, const Stop& ends) -> Result<Answer> {
    const auto snapshot = engine.snapshot(asked.moment, asked.context, asked.branch);
    if (!snapshot) return snapshot.error();
    auto columns = std::make_shared<NodeColumns>();
    const Progress goes_on = progress_until(ends);
    const auto taken = columns->take(*snapshot, asked.selector, [&goes_on] { return goes_on(0, 0); });
    if (!taken) return taken.error();
    return columns_answer(std::move(columns));
  };
  return start(env, std::move(session), std::move(work), std::move(stop));
}

napi_value start_close(napi_env env, std::shared_ptr<OwnedSession> session) {
  return start(env, std::move(session), {}, std::make_shared<std::atomic<bool>>(false));
}

}  // namespace latewood::node
