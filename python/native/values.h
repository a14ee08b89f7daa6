// JSON values as objects of Python.
#pragma once

#include "latewood/json_value.h"
#include "python/native/api.h"

namespace latewood::python {

// A new reference: None, bool, int, float, str, list or dict. Null with an exception set if there is no memory.
PyObject* new_value(const JsonValue& value);

}  // namespace latewood::python
