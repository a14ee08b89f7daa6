#include "python/native/values.h"

namespace latewood::python {
namespace {

PyObject* new_list(const JsonValue::Array& array) {
  Ref list(PyList_New(static_cast<Py_ssize_t>(array.size())));
  if (!list) return nullptr;
  for (std::size_t i = 0; i < array.size(); ++i) {
    PyObject* item = new_value(array[i]);
    if (item == nullptr) return nullptr;
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), item);
  }
  return list.release();
}

PyObject* new_dict(const JsonValue::Object& object) {
  Ref dict(PyDict_New());
  if (!dict) return nullptr;
  for (const JsonMember& member : object) {
    const Ref key(new_text(member.key));
    const Ref value(new_value(member.value));
    if (!key || !value || PyDict_SetItem(dict.get(), key.get(), value.get()) != 0) return nullptr;
  }
  return dict.release();
}

PyObject* same(PyObject* object) {
  Py_INCREF(object);
  return object;
}

}  // namespace

PyObject* new_value(const JsonValue& value) {
  if (const std::string* text = value.as_string()) return new_text(*text);
  if (value.is_null()) return same(Py_None);
  if (const bool* flag = value.as_bool()) return same(*flag ? Py_True : Py_False);
  if (const std::int64_t* integer = value.as_integer()) return PyLong_FromLongLong(*integer);
  if (const BigInteger* big = value.as_big_integer()) return PyLong_FromString(big->digits.c_str(), nullptr, 10);
  if (const double* number = value.as_double()) return PyFloat_FromDouble(*number);
  if (const JsonValue::Array* array = value.as_array()) return new_list(*array);
  return new_dict(*value.as_object());
}

}  // namespace latewood::python
