// The type `Session` of the module: operations on one store, JSON in and out.
#pragma once

#include "python/native/api.h"

namespace latewood::python {

// False with an exception set on failure.
bool add_session_type(PyObject* module);

// Takes the function that is called with (code, message, node or None) for each warning of the engine.
void set_warning_sink(PyObject* sink);

// open(url, options, tokens): a session. `options` is a JSON object with any of actor, branch, clock ("host",
// "logical"), context, profile, restore_purged, scope, system and tokens_name; `tokens` is a token counter or None.
PyObject* open_session(PyObject* module, PyObject* arguments);

}  // namespace latewood::python
