// The base class of `latewood.Node`: a node of the engine whose members become objects of Python when they are read.
#pragma once

#include <memory>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/result.h"
#include "python/native/api.h"
#include "python/native/glances.h"

namespace latewood::python {

// Adds the type `Node` to the module. False with an exception set on failure.
bool add_node_type(PyObject* module);

// A new node of a class that is `Node` or derived from it. Null with an exception set on failure.
PyObject* new_node(PyObject* node_class, std::unique_ptr<NodeView> view);

// A list of nodes of the class, one for each of `found`, which it takes over. Null with an exception set on failure.
PyObject* new_nodes(PyObject* node_class, Glances* found);

// lazy(class, id, loader): a node of which only the id is known. The first question for another member calls
// loader(id), which returns a node with everything.
PyObject* new_lazy_node(PyObject* module, PyObject* arguments);

// read(class, json): the nodes of a JSON array as the operations write them, as a list. Elements that are no nodes
// (without `nodeType`) are left out.
PyObject* read_nodes(PyObject* module, PyObject* arguments);

}  // namespace latewood::python
