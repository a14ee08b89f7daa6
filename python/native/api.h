// The limited API of CPython 3.8, owned references, and texts across the border.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace latewood::python {

// Owns one reference; null: none. The thread that destroys it must hold the interpreter.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : held_(owned) {}
  Ref(Ref&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~Ref() { Py_XDECREF(held_); }

  static Ref borrowed(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }

  PyObject* get() const { return held_; }
  PyObject* release() { return std::exchange(held_, nullptr); }
  explicit operator bool() const { return held_ != nullptr; }

 private:
  PyObject* held_ = nullptr;
};

// Holds the interpreter for its lifetime, on any thread.
class WithInterpreter {
 public:
  WithInterpreter() : state_(PyGILState_Ensure()) {}
  WithInterpreter(const WithInterpreter&) = delete;
  WithInterpreter& operator=(const WithInterpreter&) = delete;
  ~WithInterpreter() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

// Lets other threads of Python run for its lifetime.
class WithoutInterpreter {
 public:
  WithoutInterpreter() : state_(PyEval_SaveThread()) {}
  WithoutInterpreter(const WithoutInterpreter&) = delete;
  WithoutInterpreter& operator=(const WithoutInterpreter&) = delete;
  ~WithoutInterpreter() { PyEval_RestoreThread(state_); }

 private:
  PyThreadState* state_;
};

// A new `str`.
inline PyObject* new_text(std::string_view text) {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
}

// For types that only the module makes.
inline PyObject* refuse_new(PyTypeObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError, "only the module makes objects of this type");
  return nullptr;
}

// The UTF-8 of a `str`; lone surrogates pass, so that the engine names them. nullopt with an exception set for another
// type.
inline std::optional<std::string> text_of(PyObject* object) {
  if (PyUnicode_Check(object) == 0) {
    PyErr_SetString(PyExc_TypeError, "a str expected");
    return std::nullopt;
  }
  const Ref bytes(PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass"));
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (!bytes || PyBytes_AsStringAndSize(bytes.get(), &data, &size) != 0) return std::nullopt;
  return std::string(data, static_cast<std::size_t>(size));
}

}  // namespace latewood::python
