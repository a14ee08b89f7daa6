// The traces of callbacks of Python during one call of the engine: the first exception, and warnings.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/policy.h"
#include "latewood/repository.h"
#include "latewood/warning.h"
#include "python/native/api.h"

namespace latewood::python {

// One for each call, on the stack of its thread. Engine code below it may run without the interpreter.
class CallScope {
 public:
  CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;
  ~CallScope();

  // The one of this thread; null outside of a call.
  static CallScope* current();

  // Keeps the exception that is set now, unless there is one. Needs the interpreter.
  void take_exception();
  bool has_exception() const { return static_cast<bool>(type_); }
  // Raises the kept exception. Returns false if there is none. Needs the interpreter.
  bool raise_again();

  // Warnings of the engine, in order; given to the sink of the module after the call.
  void add_warning(const Warning& warning) { warnings_.push_back(warning); }
  const std::vector<Warning>& warnings() const { return warnings_; }

  // The answer of the token counter for a content: one content has one count within a call.
  std::optional<std::uint64_t> find_count(std::string_view content_json) const;
  void keep_count(std::string_view content_json, std::uint64_t count) { counts_.emplace(content_json, count); }

 private:
  Ref type_;
  Ref value_;
  Ref trace_;
  std::vector<Warning> warnings_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

// Progress of long work: runs the handlers of signals (Ctrl-C) now and then, and calls `told`, which may be None.
// Needs a scope on the thread that it is called on.
Progress watched_progress(PyObject* told);

// The error of a call that a callback ended; the exception itself is in the scope.
Error stopped_by_callback();

// Counts with a function of Python from a text to an int. The text is the content, or the JSON of one that is no text.
class CallableCounter : public TokenCounter {
 public:
  CallableCounter(PyObject* function, std::string name);
  CallableCounter(const CallableCounter&) = delete;
  CallableCounter& operator=(const CallableCounter&) = delete;
  ~CallableCounter() override;
  std::uint64_t count(std::string_view content_json) override;
  std::string_view name() const override { return name_; }

 private:
  PyObject* function_;
  std::string name_;
};

}  // namespace latewood::python
