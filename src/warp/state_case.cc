#include "warp/state_case.h"

#include "base/try.h"

namespace latewood::warp {
namespace {

// The value of `field` as one of two words.
template <class Enum>
Result<Enum> read_word(const JsonField& object, const char* key, const char* first, Enum if_first, const char* second,
                       Enum if_second) {
  LW_TRY_ASSIGN(const JsonField field, object.member(key));
  LW_TRY_ASSIGN(const std::string_view word, field.text());
  if (word == first) return if_first;
  if (word == second) return if_second;
  return field.error("'" + std::string(first) + "' or '" + second + "' expected");
}

Result<Slot> read_attachment(const JsonField& owner) {
  const auto field = owner.find("attachment");
  if (!field) return Slot();
  return read_slot(*field);
}

Result<void> read_node(Instance& instance, const JsonField& field) {
  Node node;
  LW_TRY_ASSIGN(const NodeId id, read_id<NodeId>(field, "id"));
  LW_TRY_ASSIGN(node.type, read_id<TypeId>(field, "type"));
  LW_TRY_ASSIGN(node.alpha, read_attachment(field));
  instance.put_node(id, std::move(node));
  return {};
}

Result<void> read_edge(Instance& instance, const JsonField& field) {
  Edge edge;
  LW_TRY_ASSIGN(const EdgeId id, read_id<EdgeId>(field, "id"));
  LW_TRY_ASSIGN(edge.from, read_id<NodeId>(field, "from"));
  LW_TRY_ASSIGN(edge.to, read_id<NodeId>(field, "to"));
  LW_TRY_ASSIGN(edge.type, read_id<TypeId>(field, "type"));
  LW_TRY_ASSIGN(edge.beta, read_attachment(field));
  instance.put_edge(id, std::move(edge));
  return {};
}

Result<Instance> read_instance(const JsonField& field) {
  LW_TRY_ASSIGN(const NodeId root, read_id<NodeId>(field, "root_node"));
  std::optional<AttachmentKey> parent;
  if (const auto given = field.find("parent")) {
    LW_TRY_ASSIGN(parent, read_attachment_key(*given));
  }
  Instance instance(root, parent);
  LW_TRY_ASSIGN(const JsonField nodes, field.member("nodes"));
  LW_TRY_ASSIGN(const std::vector<JsonField> node_items, nodes.items());
  for (const JsonField& item : node_items) LW_TRY(read_node(instance, item));
  LW_TRY_ASSIGN(const JsonField edges, field.member("edges"));
  LW_TRY_ASSIGN(const std::vector<JsonField> edge_items, edges.items());
  for (const JsonField& item : edge_items) LW_TRY(read_edge(instance, item));
  return instance;
}

}  // namespace

Result<NodeKey> read_node_key(const JsonField& field) {
  NodeKey key;
  LW_TRY_ASSIGN(key.warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(key.node, read_id<NodeId>(field, "node"));
  return key;
}

Result<AttachmentKey> read_attachment_key(const JsonField& field) {
  AttachmentKey key;
  LW_TRY_ASSIGN(key.owner, read_word(field, "owner", "node", Owner::Node, "edge", Owner::Edge));
  LW_TRY_ASSIGN(key.plane, read_word(field, "plane", "alpha", Plane::Alpha, "beta", Plane::Beta));
  LW_TRY_ASSIGN(key.warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(key.local, read_id<LocalId>(field, "local"));
  return key;
}

Result<Slot> read_slot(const JsonField& field) {
  if (field.is_null()) return Slot();
  if (const auto child = field.find("descend")) {
    LW_TRY_ASSIGN(const WarpId warp, child->id<WarpId>());
    return Slot(Descend{warp});
  }
  const auto body = field.find("atom");
  if (!body) return field.error("null, an 'atom' or a 'descend' expected");
  Atom atom;
  LW_TRY_ASSIGN(atom.type, read_id<TypeId>(*body, "type"));
  LW_TRY_ASSIGN(const JsonField bytes, body->member("bytes"));
  LW_TRY_ASSIGN(atom.bytes, bytes.hex_bytes());
  return Slot(std::move(atom));
}

Result<State> read_state(const JsonField& warps) {
  State state;
  LW_TRY_ASSIGN(const std::vector<JsonField> items, warps.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(const WarpId warp, read_id<WarpId>(item, "warp_id"));
    LW_TRY_ASSIGN(Instance instance, read_instance(item));
    state.put(warp, std::move(instance));
  }
  return state;
}

}  // namespace latewood::warp
