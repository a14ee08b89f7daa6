#include "python/native/session_object.h"

#include <memory>
#include <utility>

#include "latewood/json_text.h"
#include "latewood/session.h"
#include "python/native/call_scope.h"
#include "python/native/failure.h"
#include "python/native/owner_process.h"
#include "python/native/session_options.h"
#include "python/native/snapshot_object.h"

namespace latewood::python {
namespace {

// The session is shared with the calls that run: `close` ends it when the last of them has returned.
struct HeldSession {
  std::shared_ptr<Session> session;
  OwnerProcess owner = {};
};

struct SessionObject {
  PyObject ob_base;  // the header that every object of Python has
  HeldSession* held;
};

PyObject* session_type = nullptr;
// As long as the module, which is never unloaded.
PyObject* warning_sink = nullptr;

HeldSession& held_by(PyObject* self) { return *reinterpret_cast<SessionObject*>(self)->held; }

// The session for a call. Null with an exception set if it cannot be used here and now.
std::shared_ptr<Session> usable_session(PyObject* self) {
  const HeldSession& held = held_by(self);
  if (const auto usable = held.owner.check(); !usable) {
    raise(usable.error());
    return nullptr;
  }
  if (!held.session) {
    raise({Code::InvalidArgument, "the repository is closed", {}});
    return nullptr;
  }
  if (CallScope::current() != nullptr) {
    raise({Code::InvalidArgument, "a callback called the engine that waits for it", {}});
    return nullptr;
  }
  return held.session;
}

// False with an exception set if the sink raised one.
bool give_warnings(const CallScope& scope) {
  if (warning_sink == nullptr) return true;
  for (const Warning& warning : scope.warnings()) {
    const Ref code(new_text(to_string(warning.code)));
    const Ref message(new_text(warning.message));
    const Ref node(new_text(warning.node));
    const Ref done(PyObject_CallFunctionObjArgs(warning_sink, code.get(), message.get(), node.get(), nullptr));
    if (!done) return false;
  }
  return true;
}

// Runs `act` without the interpreter, and then raises what callbacks left behind.
template <class Act>
auto run_engine(const std::shared_ptr<Session>& session, CallScope& scope, const Act& act) -> decltype(act(*session)) {
  auto result = [&] {
    const WithoutInterpreter released;
    return act(*session);
  }();
  if (!scope.has_exception() && !give_warnings(scope)) scope.take_exception();
  if (scope.has_exception()) return stopped_by_callback();
  return result;
}

// call(operation, arguments, progress): the result of the operation as JSON. `progress` is called with (done, all)
// during long work, or None.
PyObject* call_operation(PyObject* self, PyObject* arguments) {
  PyObject* operation = nullptr;
  PyObject* json = nullptr;
  PyObject* told = Py_None;
  if (PyArg_ParseTuple(arguments, "UU|O", &operation, &json, &told) == 0) return nullptr;
  const auto name = text_of(operation);
  const auto text = name ? text_of(json) : std::nullopt;
  if (!text) return nullptr;
  const std::shared_ptr<Session> session = usable_session(self);
  if (!session) return nullptr;
  CallScope scope;
  const auto result =
      run_engine(session, scope, [&](Session& engine) { return engine.call(*name, *text, watched_progress(told)); });
  if (scope.raise_again()) return nullptr;
  return result ? new_text(*result) : raise(result.error());
}

// snapshot(moment, context, branch): the snapshot of a moment; empty texts: default.
PyObject* find_snapshot(PyObject* self, PyObject* arguments) {
  PyObject* parts[3] = {nullptr, nullptr, nullptr};
  if (PyArg_ParseTuple(arguments, "UUU", &parts[0], &parts[1], &parts[2]) == 0) return nullptr;
  const auto moment = text_of(parts[0]);
  const auto context = moment ? text_of(parts[1]) : std::nullopt;
  const auto branch = context ? text_of(parts[2]) : std::nullopt;
  if (!branch) return nullptr;
  const std::shared_ptr<Session> session = usable_session(self);
  if (!session) return nullptr;
  CallScope scope;
  auto found = run_engine(session, scope, [&](Session& engine) { return engine.snapshot(*moment, *context, *branch); });
  if (scope.raise_again()) return nullptr;
  return found ? new_snapshot(*std::move(found)) : raise(found.error());
}

PyObject* close_session(PyObject* self, PyObject*) {
  HeldSession& held = held_by(self);
  std::shared_ptr<Session> last;
  if (held.owner.is_this()) last = std::exchange(held.session, nullptr);
  {
    const WithoutInterpreter released;
    last.reset();
  }
  Py_INCREF(Py_None);
  return Py_None;
}

PyMethodDef session_methods[] = {
    {"call", call_operation, METH_VARARGS, "call(operation, arguments, progress=None): the result as JSON."},
    {"snapshot", find_snapshot, METH_VARARGS, "snapshot(moment, context, branch): the snapshot of a moment."},
    {"close", close_session, METH_NOARGS, "close(): closes the store when the calls that run have returned."},
    {nullptr, nullptr, 0, nullptr},
};

// In a fork the session is left alone: its store belongs to the parent.
void destroy_session(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  HeldSession* held = reinterpret_cast<SessionObject*>(self)->held;
  if (held != nullptr && held->owner.is_this()) delete held;
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyType_Slot session_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(refuse_new)},
    {Py_tp_methods, session_methods},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_session)},
    {0, nullptr},
};

PyType_Spec session_spec = {"latewood._native.Session", sizeof(SessionObject), 0, Py_TPFLAGS_DEFAULT, session_slots};

Result<void> check_callbacks() {
  const CallScope* scope = CallScope::current();
  if (scope != nullptr && scope->has_exception()) return stopped_by_callback();
  return {};
}

void keep_warning(const Warning& warning) {
  if (CallScope* scope = CallScope::current()) scope->add_warning(warning);
}

// The name under which a store may keep the counts.
std::string name_of_counter(std::string_view options) {
  const auto given = parse_json_text(options);
  const JsonValue* name = given ? given->find("tokens_name") : nullptr;
  return name != nullptr && name->as_string() != nullptr ? *name->as_string() : std::string();
}

}  // namespace

bool add_session_type(PyObject* module) {
  session_type = PyType_FromSpec(&session_spec);
  if (session_type == nullptr) return false;
  Py_INCREF(session_type);
  return PyModule_AddObject(module, "Session", session_type) == 0;
}

void set_warning_sink(PyObject* sink) {
  Py_XINCREF(sink);
  Py_XDECREF(warning_sink);
  warning_sink = sink;
}

PyObject* open_session(PyObject*, PyObject* arguments) {
  PyObject* written_url = nullptr;
  PyObject* written_options = nullptr;
  PyObject* tokens = Py_None;
  if (PyArg_ParseTuple(arguments, "UUO", &written_url, &written_options, &tokens) == 0) return nullptr;
  const auto url = text_of(written_url);
  const auto json = url ? text_of(written_options) : std::nullopt;
  if (!json) return nullptr;
  auto options = session_options_of(*json);
  if (!options) return raise(options.error());
  options->warn = keep_warning;
  if (tokens != Py_None) {
    options->tokens = std::make_shared<CallableCounter>(tokens, name_of_counter(*json));
    options->before_commit = check_callbacks;
  }
  auto* type = reinterpret_cast<PyTypeObject*>(session_type);
  PyObject* object = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (object == nullptr) return nullptr;
  reinterpret_cast<SessionObject*>(object)->held =
      new HeldSession{.session = std::make_shared<Session>(*url, *std::move(options))};
  return object;
}

}  // namespace latewood::python
