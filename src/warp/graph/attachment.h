// The contents of slots of the graph, and the keys that name slots.
//
// Every node has an alpha slot and every edge a beta slot. A slot is empty, holds
// an atom (typed bytes), or descends into another instance.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <variant>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "warp/graph/ids.h"

namespace latewood::warp {

enum class Owner : std::uint8_t { Node = 1, Edge = 2 };
enum class Plane : std::uint8_t { Alpha = 1, Beta = 2 };

// Names one slot. Any combination of owner and plane can be written down and
// hashed; only node + alpha and edge + beta can be applied (PATCH-27).
struct AttachmentKey {
  Owner owner = Owner::Node;
  Plane plane = Plane::Alpha;
  WarpId warp;
  LocalId local;

  bool is_valid() const { return (owner == Owner::Node) == (plane == Plane::Alpha); }
  NodeId node() const { return {local.bytes}; }
  EdgeId edge() const { return {local.bytes}; }

  friend bool operator==(const AttachmentKey&, const AttachmentKey&) = default;
};

inline AttachmentKey alpha_of(const WarpId& warp, const NodeId& node) {
  return {Owner::Node, Plane::Alpha, warp, local_of(node)};
}
inline AttachmentKey beta_of(const WarpId& warp, const EdgeId& edge) {
  return {Owner::Edge, Plane::Beta, warp, local_of(edge)};
}

// Slots among slots: owner, instance, local id, plane.
std::strong_ordering slot_order(const AttachmentKey& a, const AttachmentKey& b);

// The order of slots as targets of operations: instance, owner, plane, local id. It differs from `slot_order`, as in
// the engine that the vectors come from (D-58).
std::strong_ordering operation_order(const AttachmentKey& a, const AttachmentKey& b);

struct Atom {
  TypeId type;
  std::string bytes;
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Descend {
  WarpId child;
  friend bool operator==(const Descend&, const Descend&) = default;
};

using Attachment = std::variant<Atom, Descend>;
using Slot = std::optional<Attachment>;

// The child the slot descends into, or null.
inline const WarpId* child_of(const Slot& slot) {
  const Descend* descend = slot ? std::get_if<Descend>(&*slot) : nullptr;
  return descend == nullptr ? nullptr : &descend->child;
}

// 66 bytes: owner tag, plane tag, instance, local id.
void encode(BinaryWriter& out, const AttachmentKey& key);
void encode(BinaryWriter& out, const std::optional<AttachmentKey>& key);

// The bytes of a slot's value, and their number.
std::size_t encoded_size(const Slot& slot);
void encode(BinaryCursor& out, const Slot& slot);
void encode(BinaryWriter& out, const Slot& slot);

Result<AttachmentKey> decode_attachment_key(BinaryReader& in);
Result<std::optional<AttachmentKey>> decode_optional_key(BinaryReader& in);
Result<Slot> decode_slot(BinaryReader& in);

}  // namespace latewood::warp
