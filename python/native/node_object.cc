#include "python/native/node_object.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "latewood/json_text.h"
#include "python/native/failure.h"
#include "python/native/node_json.h"
#include "python/native/values.h"

namespace latewood::python {
namespace {

// Members of a class of Python are zero when it is made, so these are pointers.
struct NodeObject {
  PyObject ob_base;  // the header that every object of Python has
  NodeView* view;    // null: not loaded yet
  Glances* glances;  // the selection that found it; null: none
  std::size_t at;    // the place there
  PyObject* id;      // null: the node was loaded or found
  PyObject* loader;  // null: likewise
};

PyObject* node_type = nullptr;

NodeObject& node_at(PyObject* object) { return *reinterpret_cast<NodeObject*>(object); }

PyObject* none() {
  Py_INCREF(Py_None);
  return Py_None;
}

PyObject* text_or_none(const std::optional<std::string>& text) { return text ? new_text(*text) : none(); }
PyObject* view_or_none(const std::optional<std::string_view>& text) { return text ? new_text(*text) : none(); }

// Null with an exception set. The caller holds the node, and the node its selection.
const NodeView* load_found(NodeObject& node) {
  auto loaded = [&node] {
    const WithoutInterpreter released;
    return node.glances->load(node.at);
  }();
  if (!loaded) {
    raise(loaded.error());
    return nullptr;
  }
  // Another thread may have been faster: then its view stays, since it may be read right now.
  if (node.view == nullptr) node.view = new NodeView(*std::move(loaded));
  return node.view;
}

// Null with an exception set.
const NodeView* view_of(PyObject* object) {
  NodeObject& node = node_at(object);
  if (node.view != nullptr) return node.view;
  if (node.glances != nullptr) return load_found(node);
  if (node.loader == nullptr) {
    PyErr_SetString(PyExc_AttributeError, "a node that no context has");
    return nullptr;
  }
  const Ref loaded(PyObject_CallFunctionObjArgs(node.loader, node.id, nullptr));
  if (!loaded) return nullptr;
  const int is_node = PyObject_IsInstance(loaded.get(), node_type);
  if (is_node == 1 && view_of(loaded.get()) == nullptr) return nullptr;
  if (is_node != 1) {
    if (is_node >= 0) PyErr_SetString(PyExc_TypeError, "the loader of a node returned something else");
    return nullptr;
  }
  if (node.view == nullptr) node.view = new NodeView(*node_at(loaded.get()).view);
  return node.view;
}

// ---- members ----

PyObject* get_id(PyObject* self, void*) {
  const NodeObject& node = node_at(self);
  if (node.glances != nullptr) return new_text(node.glances->id(node.at));
  if (node.view == nullptr && node.id != nullptr) {
    Py_INCREF(node.id);
    return node.id;
  }
  const NodeView* view = view_of(self);
  return view != nullptr ? new_text(view->id) : nullptr;
}

PyObject* get_type(PyObject* self, void*) {
  const NodeObject& node = node_at(self);
  if (node.glances != nullptr) return new_text(node.glances->type(node.at));
  const NodeView* view = view_of(self);
  return view != nullptr ? new_text(view->node_type) : nullptr;
}

PyObject* get_role(PyObject* self, void*) {
  const NodeObject& node = node_at(self);
  if (node.glances != nullptr) return view_or_none(node.glances->role(node.at));
  const NodeView* view = view_of(self);
  return view != nullptr ? text_or_none(view->role) : nullptr;
}

PyObject* get_kind(PyObject* self, void*) {
  const NodeObject& node = node_at(self);
  if (node.glances != nullptr) return view_or_none(node.glances->kind(node.at));
  const NodeView* view = view_of(self);
  return view != nullptr ? text_or_none(view->kind) : nullptr;
}

PyObject* get_ttl(PyObject* self, void*) {
  const NodeObject& node = node_at(self);
  const NodeView* view = node.glances == nullptr ? view_of(self) : nullptr;
  if (node.glances == nullptr && view == nullptr) return nullptr;
  const auto ttl = view != nullptr ? view->ttl : node.glances->ttl(node.at);
  return ttl ? PyLong_FromLongLong(*ttl) : none();
}

// Most contents are texts without escapes.
PyObject* new_content(std::string_view json) {
  if (json.empty()) return none();
  const bool is_plain = json.front() == '"' && json.find('\\') == std::string_view::npos;
  if (is_plain) return new_text(json.substr(1, json.size() - 2));
  const auto value = parse_json_text(json);
  return value ? new_value(*value) : raise(value.error());
}

PyObject* get_content(PyObject* self, void*) {
  const NodeObject& node = node_at(self);
  if (node.glances != nullptr) return new_content(node.glances->content_json(node.at));
  const NodeView* view = view_of(self);
  if (view == nullptr) return nullptr;
  return view->content ? new_value(*view->content) : none();
}

// One function for each other member, made from a function that reads it.
template <auto read>
PyObject* get(PyObject* self, void*) {
  const NodeView* view = view_of(self);
  return view != nullptr ? read(*view) : nullptr;
}

PyObject* read_parent(const NodeView& node) { return text_or_none(node.parent_id); }
PyObject* read_offset(const NodeView& node) { return PyLong_FromLongLong(node.offset); }
PyObject* read_priority(const NodeView& node) { return PyLong_FromLongLong(node.priority); }
PyObject* read_cycle(const NodeView& node) { return PyLong_FromUnsignedLongLong(node.cycle); }
PyObject* read_created_at_ns(const NodeView& node) { return PyLong_FromLongLong(node.created_at_ns); }
PyObject* read_created_at_iso(const NodeView& node) { return new_text(node.created_at_iso); }
PyObject* read_creation_index(const NodeView& node) { return PyLong_FromUnsignedLongLong(node.creation_index); }
PyObject* read_purged(const NodeView& node) { return node.purged ? new_text(node.purged->hex()) : none(); }
PyObject* read_removable(const NodeView& node) {
  return node.removable ? PyBool_FromLong(*node.removable ? 1 : 0) : none();
}
PyObject* read_key(const NodeView& node) { return text_or_none(node.key); }
PyObject* read_provenance(const NodeView& node) { return text_or_none(node.provenance); }
PyObject* read_attributes(const NodeView& node) { return new_value(JsonValue(node.attributes)); }
PyObject* read_content_hash(const NodeView& node) { return new_text(node.content_hash.hex()); }
PyObject* read_pins(const NodeView& node) {
  return new_value(JsonValue(JsonValue::Array(node.pins.begin(), node.pins.end())));
}

PyGetSetDef node_members[] = {
    {"id", get_id, nullptr, "The id, unique in the history.", nullptr},
    {"node_type", get_type, nullptr, "`cb`, `cb:summary`, `mt`, `mc`, `^sys`, ...", nullptr},
    {"parent_id", get<read_parent>, nullptr, "The id of the node above; None for the root.", nullptr},
    {"offset", get<read_offset>, nullptr, "Below 0 before the core of its turn, above 0 after it.", nullptr},
    {"ttl", get_ttl, nullptr, "How many snapshots still contain it; None: no limit.", nullptr},
    {"priority", get<read_priority>, nullptr, "The lowest is pruned first.", nullptr},
    {"cycle", get<read_cycle>, nullptr, "The cycle of the commit that introduced it.", nullptr},
    {"created_at_ns", get<read_created_at_ns>, nullptr, "Nanoseconds since 1970.", nullptr},
    {"created_at_iso", get<read_created_at_iso>, nullptr, "The same as a text.", nullptr},
    {"creation_index", get<read_creation_index>, nullptr, "The place among nodes of its cycle.", nullptr},
    {"role", get_role, nullptr, "user, assistant, tool, system, other or a name with a prefix.", nullptr},
    {"kind", get_kind, nullptr, "text, call, result, image, ...", nullptr},
    {"content", get_content, nullptr, "A text or any JSON value; a new object at each read.", nullptr},
    {"purged", get<read_purged>, nullptr, "The digest of content that was purged; None: it was not.", nullptr},
    {"removable", get<read_removable>, nullptr, "Whether it leaves when its last child leaves.", nullptr},
    {"key", get<read_key>, nullptr, "The topic of which the newest node is the shallowest.", nullptr},
    {"provenance", get<read_provenance>, nullptr, "Where the content came from.", nullptr},
    {"pins", get<read_pins>, nullptr, "The names of the holders of its pins.", nullptr},
    {"attributes", get<read_attributes>, nullptr, "Custom attributes by name.", nullptr},
    {"content_hash", get<read_content_hash>, nullptr, "SHA-256 of the canonical content.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void destroy_node(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  NodeObject& node = node_at(self);
  delete node.view;
  if (node.glances != nullptr) node.glances->let_go();
  Py_XDECREF(node.id);
  Py_XDECREF(node.loader);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyType_Slot node_slots[] = {
    {Py_tp_getset, node_members},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_node)},
    {Py_tp_doc, const_cast<char*>("A node as the engine gives it.")},
    {0, nullptr},
};

PyType_Spec node_spec = {"latewood._native.Node", sizeof(NodeObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                         node_slots};

PyObject* allocate(PyObject* node_class) {
  if (PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(node_class), reinterpret_cast<PyTypeObject*>(node_type)) == 0) {
    PyErr_SetString(PyExc_TypeError, "a class derived from Node expected");
    return nullptr;
  }
  auto* type = reinterpret_cast<PyTypeObject*>(node_class);
  return reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

}  // namespace

bool add_node_type(PyObject* module) {
  node_type = PyType_FromSpec(&node_spec);
  if (node_type == nullptr) return false;
  Py_INCREF(node_type);
  return PyModule_AddObject(module, "Node", node_type) == 0;
}

PyObject* new_node(PyObject* node_class, std::unique_ptr<NodeView> view) {
  PyObject* object = allocate(node_class);
  if (object != nullptr) node_at(object).view = view.release();
  return object;
}

PyObject* new_nodes(PyObject* node_class, Glances* found) {
  const auto size = static_cast<Py_ssize_t>(found->size());
  Ref list(PyList_New(size));
  for (Py_ssize_t i = 0; list && i < size; ++i) {
    PyObject* object = allocate(node_class);
    if (object == nullptr) {
      list = Ref();
      break;
    }
    found->hold();
    node_at(object).glances = found;
    node_at(object).at = static_cast<std::size_t>(i);
    PyList_SetItem(list.get(), i, object);
  }
  found->let_go();
  return list.release();
}

PyObject* new_lazy_node(PyObject*, PyObject* arguments) {
  PyObject* node_class = nullptr;
  PyObject* id = nullptr;
  PyObject* loader = nullptr;
  if (PyArg_ParseTuple(arguments, "O!UO", &PyType_Type, &node_class, &id, &loader) == 0) return nullptr;
  PyObject* object = allocate(node_class);
  if (object == nullptr) return nullptr;
  node_at(object).id = Ref::borrowed(id).release();
  node_at(object).loader = Ref::borrowed(loader).release();
  return object;
}

PyObject* read_nodes(PyObject*, PyObject* arguments) {
  PyObject* node_class = nullptr;
  PyObject* json = nullptr;
  if (PyArg_ParseTuple(arguments, "O!U", &PyType_Type, &node_class, &json) == 0) return nullptr;
  const auto text = text_of(json);
  if (!text) return nullptr;
  const auto array = parse_json_text(*text);
  if (!array) return raise(array.error());
  Ref list(PyList_New(0));
  if (!list || array->as_array() == nullptr) return list.release();
  for (const JsonValue& item : *array->as_array()) {
    if (item.find("nodeType") == nullptr) continue;
    const Ref node(new_node(node_class, std::make_unique<NodeView>(node_of(item))));
    if (!node || PyList_Append(list.get(), node.get()) != 0) return nullptr;
  }
  return list.release();
}

}  // namespace latewood::python
