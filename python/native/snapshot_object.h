// The type `Snapshot` of the module: one moment of a context, read without JSON.
#pragma once

#include "latewood/snapshot.h"
#include "python/native/api.h"

namespace latewood::python {

// False with an exception set on failure.
bool add_snapshot_type(PyObject* module);

// Null with an exception set on failure.
PyObject* new_snapshot(Snapshot snapshot);

}  // namespace latewood::python
