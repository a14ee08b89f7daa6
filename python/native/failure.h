// Errors of the engine as exceptions of Python.
#pragma once

#include "latewood/result.h"
#include "python/native/api.h"

namespace latewood::python {

// Takes the function that makes an exception of (code, kind, message, rule, place, hint).
void set_error_maker(PyObject* maker);

// Raises the error; returns null, as functions of the module do then.
PyObject* raise(const Error& error);

}  // namespace latewood::python
