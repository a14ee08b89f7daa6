#include "node/native/running_call.h"

#include <exception>
#include <utility>

#include "latewood/errors.h"
#include "node/native/values.h"

namespace latewood::node {
namespace {

struct RunningCall {
  std::shared_ptr<OwnedSession> session;
  std::string operation;  // empty: close the session
  std::string arguments;
  Stop stop;
  RunningCount running;
  Result<std::string> outcome = std::string("null");
  napi_deferred promise = nullptr;
  napi_async_work work = nullptr;
};

// Node.js cannot be given a C++ exception, such as that of memory that is exhausted.
template <class Act>
Result<std::string> caught(const Act& act) {
  try {
    return act();
  } catch (const std::exception& thrown) {
    return Error{Code::Unavailable, std::string("the call failed: ") + thrown.what(), {}, {}};
  }
}

// On a thread of the pool.
void run(napi_env, void* data) {
  auto& call = *static_cast<RunningCall*>(data);
  if (!call.operation.empty()) {
    call.outcome =
        caught([&] { return call.session->call(call.operation, call.arguments, progress_until(call.stop)); });
  }
  call.session.reset();
}

// On the thread of the environment. While an environment ends, N-API refuses to run JavaScript; then nobody waits for
// the promise.
void finish(napi_env env, napi_status, void* data) {
  const std::unique_ptr<RunningCall> call(static_cast<RunningCall*>(data));
  if (Environment* environment = Environment::of(env)) environment->end(call->stop);
  --*call->running;
  if (call->outcome) {
    if (napi_value text = make_text(env, *call->outcome)) {
      napi_resolve_deferred(env, call->promise, text);
    } else {
      napi_reject_deferred(env, call->promise,
                           make_error(env, {Code::Unavailable,
                                            "the result has " + std::to_string(call->outcome->size()) +
                                                " bytes, more than a string of JavaScript can hold",
                                            {},
                                            {},
                                            "ask for less at a time, with limit"}));
    }
  } else {
    napi_reject_deferred(env, call->promise, make_error(env, call->outcome.error()));
  }
  napi_delete_async_work(env, call->work);
}

napi_value start(napi_env env, std::unique_ptr<RunningCall> call) {
  napi_value promise = nullptr;
  napi_value name = make_text(env, "latewood");
  Environment* environment = Environment::of(env);
  if (environment == nullptr || name == nullptr ||
      napi_create_async_work(env, nullptr, name, run, finish, call.get(), &call->work) != napi_ok) {
    return throw_error(env, {Code::Unavailable, "Node.js cannot start the call", {}, {}});
  }
  if (napi_create_promise(env, &call->promise, &promise) != napi_ok ||
      napi_queue_async_work(env, call->work) != napi_ok) {
    napi_delete_async_work(env, call->work);
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

napi_value start_call(napi_env env, std::shared_ptr<OwnedSession> session, std::string operation, std::string arguments,
                      Stop stop) {
  auto call = std::make_unique<RunningCall>();
  call->running = session == nullptr ? std::make_shared<std::atomic<int>>(0) : session->running();
  call->session = std::move(session);
  call->operation = std::move(operation);
  call->arguments = std::move(arguments);
  call->stop = std::move(stop);
  return start(env, std::move(call));
}

napi_value start_close(napi_env env, std::shared_ptr<OwnedSession> session) {
  auto call = std::make_unique<RunningCall>();
  call->running = session == nullptr ? std::make_shared<std::atomic<int>>(0) : session->running();
  call->session = std::move(session);
  call->stop = std::make_shared<std::atomic<bool>>(false);
  return start(env, std::move(call));
}

}  // namespace latewood::node
