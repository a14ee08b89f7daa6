#include "diff/node_fields.h"

#include <algorithm>
#include <string>
#include <utility>

namespace latewood::diff {
namespace {

using tree::Node;

JsonValue value_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }
JsonValue value_of(tree::Symbol symbol) { return symbol == nullptr ? JsonValue() : JsonValue(*symbol); }
template <class T>
JsonValue value_of(const std::optional<T>& value) {
  return value ? JsonValue(*value) : JsonValue();
}

JsonValue parent_value(const SeenNode& seen) {
  return seen.parent == nullptr ? JsonValue() : JsonValue(std::string(seen.parent->id()));
}
JsonValue removable_value(const Node& node) {
  return node.extra() == nullptr ? JsonValue() : value_of(node.extra()->removable);
}
JsonValue key_value(const Node& node) { return node.extra() == nullptr ? JsonValue() : value_of(node.extra()->key); }

bool is_scalar(const JsonValue& value) { return value.as_array() == nullptr && value.as_object() == nullptr; }

class Fields {
 public:
  void compare(std::string_view name, JsonValue newer, JsonValue older) {
    if (!(newer == older)) add(name, std::move(newer), std::move(older));
  }

  void add(std::string_view name, JsonValue newer, JsonValue older) {
    FieldChange change{std::string(name), std::nullopt};
    if (is_scalar(newer) && is_scalar(older)) change.delta = FieldDelta{std::move(newer), std::move(older)};
    changes_.push_back(std::move(change));
  }

  std::vector<FieldChange> take() { return std::move(changes_); }

 private:
  std::vector<FieldChange> changes_;
};

// By their holders; the node is the same.
bool same_pins(const SeenNode& newer, const SeenNode& older) {
  return std::equal(newer.pins.begin(), newer.pins.end(), older.pins.begin(), older.pins.end());
}

JsonValue holders_value(std::span<const Pin> pins) {
  JsonValue::Array holders;
  for (const Pin& pin : pins) holders.emplace_back(pin.holder);
  return holders;
}

void compare_pins(Fields& fields, const SeenNode& newer, const SeenNode& older) {
  if (!same_pins(newer, older)) fields.add("pins", holders_value(newer.pins), holders_value(older.pins));
}

bool same_parent(const SeenNode& newer, const SeenNode& older) {
  if (newer.parent == older.parent) return true;
  return newer.parent != nullptr && older.parent != nullptr && newer.parent->id() == older.parent->id();
}

const std::vector<JsonMember>& attributes_of(const Node& node) {
  static const std::vector<JsonMember> kNoAttributes;
  return node.extra() == nullptr ? kNoAttributes : node.extra()->attributes;
}

// Both lists are sorted by name, so one walk over both meets every name in order.
void compare_attributes(Fields& fields, const Node& newer, const Node& older) {
  const auto& left = attributes_of(newer);
  const auto& right = attributes_of(older);
  auto a = left.begin();
  auto b = right.begin();
  while (a != left.end() || b != right.end()) {
    const bool is_left = b == right.end() || (a != left.end() && a->key <= b->key);
    const bool is_right = a == left.end() || (b != right.end() && b->key <= a->key);
    const std::string& name = is_left ? a->key : b->key;
    fields.compare(name, is_left ? a->value : JsonValue(), is_right ? b->value : JsonValue());
    if (is_left) ++a;
    if (is_right) ++b;
  }
}

// Whether its `created_at_iso` does not follow from `created_at_ns`.
bool is_spelled(const Node& node) { return node.extra() != nullptr && node.extra()->iso; }

void compare_stamps(Fields& fields, const Node& newer, const Node& older) {
  fields.compare("cycle", value_of(newer.cycle()), value_of(older.cycle()));
  fields.compare("created_at_ns", newer.created_at_ns(), older.created_at_ns());
  if (newer.created_at_ns() != older.created_at_ns() || is_spelled(newer) || is_spelled(older)) {
    fields.compare("created_at_iso", newer.created_at_iso(), older.created_at_iso());
  }
  fields.compare("creation_index", value_of(newer.creation_index()), value_of(older.creation_index()));
}

}  // namespace

std::vector<FieldChange> changed_fields(const SeenNode& newer, const SeenNode& older) {
  const Node& after = *newer.node;
  const Node& before = *older.node;
  const bool is_same_record = &after == &before;
  Fields fields;
  fields.compare("ttl", value_of(shown_ttl(after, newer.at)), value_of(shown_ttl(before, older.at)));
  if (!is_same_record) {
    fields.compare("priority", after.priority(), before.priority());
    if (after.content_hash() != before.content_hash()) {
      fields.add("content_hash", after.content_hash().hex(), before.content_hash().hex());
    }
  }
  if (!same_parent(newer, older)) fields.add("parent", parent_value(newer), parent_value(older));
  if (is_same_record) {
    compare_pins(fields, newer, older);
    return fields.take();
  }
  fields.compare("offset", after.offset(), before.offset());
  fields.compare("nodeType", after.type(), before.type());
  fields.compare("role", value_of(after.role()), value_of(before.role()));
  fields.compare("kind", value_of(after.kind()), value_of(before.kind()));
  compare_stamps(fields, after, before);
  fields.compare("provenance", value_of(after.provenance()), value_of(before.provenance()));
  fields.compare("removable", removable_value(after), removable_value(before));
  fields.compare("key", key_value(after), key_value(before));
  compare_pins(fields, newer, older);
  compare_attributes(fields, after, before);
  return fields.take();
}

bool is_changed(const SeenNode& newer, const SeenNode& older) {
  if (newer.node != older.node) return !changed_fields(newer, older).empty();
  return shown_ttl(*newer.node, newer.at) != shown_ttl(*older.node, older.at) || !same_parent(newer, older) ||
         !same_pins(newer, older);
}

}  // namespace latewood::diff
