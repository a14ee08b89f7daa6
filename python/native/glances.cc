#include "python/native/glances.h"

#include "latewood/selector.h"

namespace latewood::python {

Result<void> Glances::take(std::string_view selector) {
  const auto parsed = Selector::parse(selector);
  if (!parsed) return parsed.error();
  return for_each_glance(snapshot_, *parsed, [this](const NodeGlance& node) {
    add(node);
    return true;
  });
}

void Glances::add(const NodeGlance& node) {
  Entry entry;
  entry.begin = text_.size();
  entry.id_size = static_cast<std::uint32_t>(node.id.size());
  entry.type_size = static_cast<std::uint32_t>(node.node_type.size());
  const std::string_view role = node.role.value_or(std::string_view());
  const std::string_view kind = node.kind.value_or(std::string_view());
  entry.role_size = static_cast<std::uint32_t>(role.size());
  entry.kind_size = static_cast<std::uint32_t>(kind.size());
  entry.has_role = node.role.has_value();
  entry.has_kind = node.kind.has_value();
  entry.content_size = node.content_json.size();
  entry.ttl = node.ttl;
  text_.append(node.id).append(node.node_type).append(role).append(kind).append(node.content_json);
  entries_.push_back(entry);
}

// In a fork the snapshot is left alone: its store belongs to the parent.
void Glances::let_go() {
  if (--holders_ == 0 && owner_.is_this()) delete this;
}

std::string_view Glances::type(std::size_t at) const {
  const Entry& entry = entries_[at];
  return piece(entry, entry.id_size, entry.type_size);
}

std::optional<std::string_view> Glances::role(std::size_t at) const {
  const Entry& entry = entries_[at];
  if (!entry.has_role) return std::nullopt;
  return piece(entry, std::size_t{entry.id_size} + entry.type_size, entry.role_size);
}

std::optional<std::string_view> Glances::kind(std::size_t at) const {
  const Entry& entry = entries_[at];
  if (!entry.has_kind) return std::nullopt;
  return piece(entry, std::size_t{entry.id_size} + entry.type_size + entry.role_size, entry.kind_size);
}

std::string_view Glances::content_json(std::size_t at) const {
  const Entry& entry = entries_[at];
  const std::size_t before = std::size_t{entry.id_size} + entry.type_size + entry.role_size + entry.kind_size;
  return piece(entry, before, entry.content_size);
}

Result<NodeView> Glances::load(std::size_t at) const {
  if (const auto usable = owner_.check(); !usable) return usable.error();
  return snapshot_.node(id(at));
}

}  // namespace latewood::python
