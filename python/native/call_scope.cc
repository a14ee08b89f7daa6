#include "python/native/call_scope.h"

#include <memory>
#include <utility>

#include "latewood/json_text.h"

namespace latewood::python {
namespace {

thread_local CallScope* current_scope = nullptr;

// Often enough for a person at the keyboard, and rarely enough to cost nothing.
constexpr std::chrono::milliseconds kBetweenSignals(25);

}  // namespace

CallScope::CallScope() { current_scope = this; }
CallScope::~CallScope() { current_scope = nullptr; }
CallScope* CallScope::current() { return current_scope; }

void CallScope::take_exception() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  Ref new_type(type);
  Ref new_value(value);
  Ref new_trace(trace);
  if (has_exception()) return;
  type_ = std::move(new_type);
  value_ = std::move(new_value);
  trace_ = std::move(new_trace);
}

bool CallScope::raise_again() {
  if (!has_exception()) return false;
  PyErr_Restore(type_.release(), value_.release(), trace_.release());
  return true;
}

std::optional<std::uint64_t> CallScope::find_count(std::string_view content_json) const {
  const auto known = counts_.find(content_json);
  return known == counts_.end() ? std::nullopt : std::optional(known->second);
}

Error stopped_by_callback() { return {Code::Unavailable, "a callback of Python ended the call", {}}; }

// The times of the calls are in an object of their own: a std::function is copied.
Progress watched_progress(PyObject* told) {
  const auto last = std::make_shared<std::chrono::steady_clock::time_point>();
  return [told, last](std::uint64_t done, std::uint64_t all) -> Result<void> {
    const auto now = std::chrono::steady_clock::now();
    const bool is_due = now - *last >= kBetweenSignals;
    if (told == Py_None && !is_due) return {};
    *last = now;
    const WithInterpreter held;
    CallScope* scope = CallScope::current();
    bool failed = PyErr_CheckSignals() != 0;
    if (!failed && told != Py_None) {
      const Ref answer(PyObject_CallFunction(told, "KK", static_cast<unsigned long long>(done),
                                             static_cast<unsigned long long>(all)));
      failed = !answer;
    }
    if (!failed) return {};
    if (scope != nullptr) scope->take_exception();
    return stopped_by_callback();
  };
}

// ---- counting tokens ----

CallableCounter::CallableCounter(PyObject* function, std::string name) : function_(function), name_(std::move(name)) {
  Py_INCREF(function_);
}

CallableCounter::~CallableCounter() {
  const WithInterpreter held;
  Py_DECREF(function_);
}

namespace {

// -1 with an exception set.
long long ask(PyObject* function, std::string_view content_json) {
  const auto value = parse_json_text(content_json);
  const std::string* text = value ? value->as_string() : nullptr;
  const Ref argument(new_text(text != nullptr ? std::string_view(*text) : content_json));
  if (!argument) return -1;
  const Ref answer(PyObject_CallFunctionObjArgs(function, argument.get(), nullptr));
  if (!answer) return -1;
  const long long count = PyLong_AsLongLong(answer.get());
  if (count < 0 && PyErr_Occurred() == nullptr) {
    PyErr_SetString(PyExc_ValueError, "the token counter returned a number below 0");
  }
  return count;
}

}  // namespace

// A failure counts as 0: `before_commit` and the end of the call see that there is an exception.
std::uint64_t CallableCounter::count(std::string_view content_json) {
  CallScope* scope = CallScope::current();
  if (scope == nullptr || scope->has_exception()) return 0;
  if (const auto known = scope->find_count(content_json)) return *known;
  const WithInterpreter held;
  const long long count = ask(function_, content_json);
  if (count < 0) {
    scope->take_exception();
    return 0;
  }
  scope->keep_count(content_json, static_cast<std::uint64_t>(count));
  return static_cast<std::uint64_t>(count);
}

}  // namespace latewood::python
