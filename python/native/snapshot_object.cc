#include "python/native/snapshot_object.h"

#include <memory>
#include <utility>
#include <vector>

#include "latewood/selector.h"
#include "python/native/failure.h"
#include "python/native/glances.h"
#include "python/native/node_object.h"
#include "python/native/owner_process.h"

namespace latewood::python {
namespace {

struct HeldSnapshot {
  Snapshot snapshot;
  OwnerProcess owner = {};
};

struct SnapshotObject {
  PyObject ob_base;  // the header that every object of Python has
  HeldSnapshot* held;
};

PyObject* snapshot_type = nullptr;

HeldSnapshot& held_by(PyObject* self) { return *reinterpret_cast<SnapshotObject*>(self)->held; }

// select(class, selector): the nodes that match, in document order.
PyObject* select_nodes(PyObject* self, PyObject* arguments) {
  PyObject* node_class = nullptr;
  PyObject* written = nullptr;
  if (PyArg_ParseTuple(arguments, "O!U", &PyType_Type, &node_class, &written) == 0) return nullptr;
  const auto text = text_of(written);
  if (!text) return nullptr;
  HeldSnapshot& held = held_by(self);
  if (const auto usable = held.owner.check(); !usable) return raise(usable.error());
  auto glances = std::make_unique<Glances>(held.snapshot);
  const auto found = [&] {
    const WithoutInterpreter released;
    return glances->take(*text);
  }();
  return found ? new_nodes(node_class, glances.release()) : raise(found.error());
}

// ids(selector): the ids of the nodes that match, in document order.
PyObject* select_ids(PyObject* self, PyObject* written) {
  const auto text = text_of(written);
  if (!text) return nullptr;
  HeldSnapshot& held = held_by(self);
  if (const auto usable = held.owner.check(); !usable) return raise(usable.error());
  const auto found = [&]() -> Result<std::vector<std::string>> {
    const WithoutInterpreter released;
    const auto selector = Selector::parse(*text);
    if (!selector) return selector.error();
    return held.snapshot.select(*selector);
  }();
  if (!found) return raise(found.error());
  Ref list(PyList_New(static_cast<Py_ssize_t>(found->size())));
  if (!list) return nullptr;
  for (std::size_t i = 0; i < found->size(); ++i) {
    PyObject* id = new_text((*found)[i]);
    if (id == nullptr) return nullptr;
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), id);
  }
  return list.release();
}

// node(class, id)
PyObject* find_node(PyObject* self, PyObject* arguments) {
  PyObject* node_class = nullptr;
  PyObject* written = nullptr;
  if (PyArg_ParseTuple(arguments, "O!U", &PyType_Type, &node_class, &written) == 0) return nullptr;
  const auto id = text_of(written);
  if (!id) return nullptr;
  HeldSnapshot& held = held_by(self);
  if (const auto usable = held.owner.check(); !usable) return raise(usable.error());
  auto found = [&] {
    const WithoutInterpreter released;
    return held.snapshot.node(*id);
  }();
  if (!found) return raise(found.error());
  return new_node(node_class, std::make_unique<NodeView>(*std::move(found)));
}

PyObject* get_commit_id(PyObject* self, void*) { return new_text(held_by(self).snapshot.commit_id().hex()); }
PyObject* get_cycle(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(held_by(self).snapshot.cycle()); }

PyGetSetDef snapshot_members[] = {
    {"commit_id", get_commit_id, nullptr, "64 hexadecimal digits.", nullptr},
    {"cycle", get_cycle, nullptr, "The cycle of the commit.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef snapshot_methods[] = {
    {"select", select_nodes, METH_VARARGS, "select(node_class, selector): the nodes that match."},
    {"ids", select_ids, METH_O, "ids(selector): the ids of the nodes that match."},
    {"node", find_node, METH_VARARGS, "node(node_class, id): one node."},
    {nullptr, nullptr, 0, nullptr},
};

// In a fork the snapshot is left alone: its store belongs to the parent.
void destroy_snapshot(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  HeldSnapshot* held = reinterpret_cast<SnapshotObject*>(self)->held;
  if (held != nullptr && held->owner.is_this()) delete held;
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyType_Slot snapshot_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(refuse_new)},
    {Py_tp_getset, snapshot_members},
    {Py_tp_methods, snapshot_methods},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_snapshot)},
    {0, nullptr},
};

PyType_Spec snapshot_spec = {"latewood._native.Snapshot", sizeof(SnapshotObject), 0, Py_TPFLAGS_DEFAULT,
                             snapshot_slots};

}  // namespace

bool add_snapshot_type(PyObject* module) {
  snapshot_type = PyType_FromSpec(&snapshot_spec);
  if (snapshot_type == nullptr) return false;
  Py_INCREF(snapshot_type);
  return PyModule_AddObject(module, "Snapshot", snapshot_type) == 0;
}

PyObject* new_snapshot(Snapshot snapshot) {
  auto* type = reinterpret_cast<PyTypeObject*>(snapshot_type);
  PyObject* object = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (object != nullptr) {
    reinterpret_cast<SnapshotObject*>(object)->held = new HeldSnapshot{.snapshot = std::move(snapshot)};
  }
  return object;
}

}  // namespace latewood::python
