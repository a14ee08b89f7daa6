// The module `latewood._native`: the few functions over the engine that everything in `python/latewood` is made of.
#include <string>

#include "latewood/version.h"
#include "python/native/api.h"
#include "python/native/failure.h"
#include "python/native/node_object.h"
#include "python/native/session_object.h"
#include "python/native/snapshot_object.h"

namespace latewood::python {
namespace {

// connect(make_error, warn): the functions of Python that make exceptions and take warnings.
PyObject* connect(PyObject*, PyObject* arguments) {
  PyObject* make_error = nullptr;
  PyObject* warn = nullptr;
  if (PyArg_ParseTuple(arguments, "OO", &make_error, &warn) == 0) return nullptr;
  set_error_maker(make_error);
  set_warning_sink(warn);
  Py_INCREF(Py_None);
  return Py_None;
}

PyMethodDef module_methods[] = {
    {"connect", connect, METH_VARARGS, "connect(make_error, warn): sets the functions that make exceptions and warn."},
    {"open", open_session, METH_VARARGS, "open(url, options, tokens): a session on a store."},
    {"lazy", new_lazy_node, METH_VARARGS, "lazy(node_class, id, loader): a node that is loaded when it is asked."},
    {"read", read_nodes, METH_VARARGS, "read(node_class, json): the nodes of a JSON array."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "latewood._native", "The engine.", -1, module_methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace
}  // namespace latewood::python

PyMODINIT_FUNC PyInit__native() {
  using namespace latewood::python;
  Ref module(PyModule_Create(&module_definition));
  if (!module || !add_node_type(module.get()) || !add_snapshot_type(module.get()) || !add_session_type(module.get()) ||
      PyModule_AddStringConstant(module.get(), "version", std::string(latewood::kVersion).c_str()) != 0) {
    return nullptr;
  }
  return module.release();
}
