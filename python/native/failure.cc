#include "python/native/failure.h"

#include <string>

#include "latewood/hint.h"

namespace latewood::python {
namespace {

// As long as the module, which is never unloaded.
PyObject* error_maker = nullptr;

PyObject* text_or_none(const std::string& text) {
  if (!text.empty()) return new_text(text);
  Py_INCREF(Py_None);
  return Py_None;
}

PyObject* place_of(const Error& error) {
  if (error.place) return Py_BuildValue("(KK)", error.place->offset, error.place->length);
  Py_INCREF(Py_None);
  return Py_None;
}

}  // namespace

void set_error_maker(PyObject* maker) {
  Py_XINCREF(maker);
  Py_XDECREF(error_maker);
  error_maker = maker;
}

PyObject* raise(const Error& plain) {
  const Error error = with_hint(plain);
  if (error_maker == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, error.message.c_str());
    return nullptr;
  }
  const Ref code(new_text(name_of(error)));
  const Ref kind(new_text(to_string(error.code)));
  const Ref message(new_text(error.message));
  const Ref rule(text_or_none(error.rule));
  const Ref place(place_of(error));
  const Ref hint(text_or_none(error.hint));
  if (!code || !kind || !message || !rule || !place || !hint) return nullptr;
  const Ref made(PyObject_CallFunctionObjArgs(error_maker, code.get(), kind.get(), message.get(), rule.get(),
                                              place.get(), hint.get(), nullptr));
  if (made) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.get())), made.get());
  return nullptr;
}

}  // namespace latewood::python
