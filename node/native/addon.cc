// The functions that node/src/transport/native.js calls. Nothing here is global: an environment of Node.js, be it the
// main thread or a worker, has its own data, and objects carry what they own.
//
//   open(url, options, tokens, name)        a session; tokens: undefined or a function (token_callback.h), and its name
//   call(session, operation, args, stop)    a promise of the JSON of the result; stop: undefined or a stop
//   callSync(session, operation, args)      the JSON of the result
//   nodes(session, moment, context, branch, selector, stop)
//                                           a promise of the columns of nodes (node_columns.h); empty texts: default
//   close(session)                          a promise; the session is of no use from now on
//   makeStop()                              something that ends calls
//   stop(stop)                              ends the calls that were given it, at their next step
//   schema()                                the JSON of all operations
//   version()                               that of the library
//
// Errors are thrown, and promises rejected, with the text of `error_json`.
#include <node_api.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "latewood/operation.h"
#include "latewood/version.h"
#include "node/native/environment.h"
#include "node/native/owned_session.h"
#include "node/native/running_call.h"
#include "node/native/token_callback.h"
#include "node/native/values.h"

namespace latewood::node {
namespace {

// Marks the objects of each kind, so that a stop that is given for a session is an error and no crash.
constexpr napi_type_tag kSessionTag = {0x6c61746577f04401, 0x73657373696f6e01};
constexpr napi_type_tag kStopTag = {0x6c61746577f04402, 0x73746f7073746f02};

// An object of JavaScript that owns a shared pointer; the collection of garbage releases it.
template <class T>
napi_value make_owner(napi_env env, std::shared_ptr<T> owned, const napi_type_tag& tag) {
  napi_value object = nullptr;
  auto kept = std::make_unique<std::shared_ptr<T>>(std::move(owned));
  const auto destroy = [](napi_env, void* data, void*) { delete static_cast<std::shared_ptr<T>*>(data); };
  if (napi_create_object(env, &object) != napi_ok || napi_type_tag_object(env, object, &tag) != napi_ok ||
      napi_wrap(env, object, kept.get(), destroy, nullptr, nullptr) != napi_ok) {
    return throw_wrong_argument(env, "Node.js cannot make an object");
  }
  kept.release();  // NOLINT(bugprone-unused-return-value): `destroy` deletes it.
  return object;
}

// The native value that the object owns; null if the object is of another kind.
template <class T>
std::shared_ptr<T>* owned_by(napi_env env, napi_value object, const napi_type_tag& tag) {
  bool is_one = false;
  void* data = nullptr;
  if (napi_check_object_type_tag(env, object, &tag, &is_one) != napi_ok || !is_one) return nullptr;
  return napi_unwrap(env, object, &data) == napi_ok ? static_cast<std::shared_ptr<T>*>(data) : nullptr;
}

template <std::size_t Count>
std::array<napi_value, Count> arguments_of(napi_env env, napi_callback_info info) {
  std::array<napi_value, Count> values{};
  std::size_t count = Count;
  napi_get_cb_info(env, info, &count, values.data(), nullptr, nullptr);
  return values;
}

bool is_given(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  return napi_typeof(env, value, &type) == napi_ok && type != napi_undefined;
}

// The session of the first argument; throws if it is none, or closed.
std::shared_ptr<OwnedSession> session_of(napi_env env, napi_value value) {
  const auto* owned = owned_by<OwnedSession>(env, value, kSessionTag);
  if (owned == nullptr) {
    throw_wrong_argument(env, "this is no session");
    return nullptr;
  }
  if (*owned == nullptr) {
    throw_error(env, {Code::InvalidArgument, "the repository is closed", {}, {}, "open it again"});
  }
  return *owned;
}

napi_value open(napi_env env, napi_callback_info info) {
  const auto values = arguments_of<4>(env, info);
  auto url = text_of(env, values[0]);
  const auto json = text_of(env, values[1]);
  if (!url || !json) return throw_wrong_argument(env, "open takes two texts");
  auto options = read_session_options(*json);
  if (!options) return throw_error(env, options.error());
  if (!is_given(env, values[2])) {
    return make_owner(env, std::make_shared<OwnedSession>(*std::move(url), *std::move(options)), kSessionTag);
  }
  const auto tokens = TokenCallback::make(env, values[2], text_of(env, values[3]).value_or(""));
  if (tokens == nullptr) return throw_wrong_argument(env, "tokens is no function");
  options->tokens = tokens;
  options->before_commit = [counter = tokens.get()] { return counter->check(); };
  auto session = std::make_shared<OwnedSession>(*std::move(url), *std::move(options));
  session->set_counter({[tokens] { return tokens->check(); }, [tokens] { tokens->end_call(); }});
  return make_owner(env, std::move(session), kSessionTag);
}

// The stop of a call, or a new one; null after throwing.
Stop stop_of(napi_env env, napi_value value) {
  if (!is_given(env, value)) return std::make_shared<std::atomic<bool>>(false);
  const auto* stop = owned_by<std::atomic<bool>>(env, value, kStopTag);
  if (stop != nullptr) return *stop;
  throw_wrong_argument(env, "this is no stop");
  return nullptr;
}

napi_value call(napi_env env, napi_callback_info info) {
  const auto values = arguments_of<4>(env, info);
  auto session = session_of(env, values[0]);
  if (session == nullptr) return nullptr;
  auto operation = text_of(env, values[1]);
  auto arguments = text_of(env, values[2]);
  if (!operation || !arguments) return throw_wrong_argument(env, "call takes two texts");
  Stop stop = stop_of(env, values[3]);
  if (stop == nullptr) return nullptr;
  return start_call(env, std::move(session), *std::move(operation), *std::move(arguments), std::move(stop));
}

napi_value nodes(napi_env env, napi_callback_info info) {
  const auto values = arguments_of<6>(env, info);
  auto session = session_of(env, values[0]);
  if (session == nullptr) return nullptr;
  auto moment = text_of(env, values[1]);
  auto context = text_of(env, values[2]);
  auto branch = text_of(env, values[3]);
  auto selector = text_of(env, values[4]);
  if (!moment || !context || !branch || !selector) return throw_wrong_argument(env, "nodes takes four texts");
  Stop stop = stop_of(env, values[5]);
  if (stop == nullptr) return nullptr;
  NodeQuestion question = {*std::move(moment), *std::move(context), *std::move(branch), *std::move(selector)};
  return start_nodes(env, std::move(session), std::move(question), std::move(stop));
}

napi_value call_sync(napi_env env, napi_callback_info info) {
  const auto values = arguments_of<3>(env, info);
  const auto session = session_of(env, values[0]);
  if (session == nullptr) return nullptr;
  const auto operation = text_of(env, values[1]);
  const auto arguments = text_of(env, values[2]);
  if (!operation || !arguments) return throw_wrong_argument(env, "callSync takes two texts");
  const auto result = call_on_this_thread(*session, *operation, *arguments);
  return result ? make_text(env, *result) : throw_error(env, result.error());
}

napi_value close(napi_env env, napi_callback_info info) {
  const auto values = arguments_of<1>(env, info);
  auto* owned = owned_by<OwnedSession>(env, values[0], kSessionTag);
  if (owned == nullptr) return throw_wrong_argument(env, "this is no session");
  return start_close(env, std::move(*owned));
}

napi_value make_stop(napi_env env, napi_callback_info) {
  return make_owner(env, std::make_shared<std::atomic<bool>>(false), kStopTag);
}

napi_value set_stop(napi_env env, napi_callback_info info) {
  const auto* stop = owned_by<std::atomic<bool>>(env, arguments_of<1>(env, info)[0], kStopTag);
  if (stop == nullptr) return throw_wrong_argument(env, "this is no stop");
  (*stop)->store(true, std::memory_order_relaxed);
  return nullptr;
}

napi_value schema(napi_env env, napi_callback_info) { return make_text(env, operations_json()); }

napi_value version(napi_env env, napi_callback_info) { return make_text(env, kVersion); }

bool add(napi_env env, napi_value exports, const char* name, napi_callback function) {
  napi_value made = nullptr;
  return napi_create_function(env, name, NAPI_AUTO_LENGTH, function, nullptr, &made) == napi_ok &&
         napi_set_named_property(env, exports, name, made) == napi_ok;
}

napi_value fill(napi_env env, napi_value exports) {
  const bool is_complete = Environment::make(env) != nullptr && add(env, exports, "open", open) &&
                           add(env, exports, "call", call) && add(env, exports, "callSync", call_sync) &&
                           add(env, exports, "nodes", nodes) && add(env, exports, "close", close) &&
                           add(env, exports, "makeStop", make_stop) && add(env, exports, "stop", set_stop) &&
                           add(env, exports, "schema", schema) && add(env, exports, "version", version);
  return is_complete ? exports : throw_wrong_argument(env, "Node.js cannot load the addon");
}

}  // namespace
}  // namespace latewood::node

NAPI_MODULE_INIT() { return latewood::node::fill(env, exports); }
