// The eight operations a tick patch is made of.
#pragma once

#include <compare>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "warp/graph/attachment.h"
#include "warp/graph/ids.h"

namespace latewood::warp {

// Makes the slot `key` descend into `child_warp`. With a root type the child is
// created if it is missing, and its root must be of that type; without one it must exist.
struct OpenPortal {
  AttachmentKey key;
  WarpId child_warp;
  NodeId child_root;
  std::optional<TypeId> root_type;
  friend bool operator==(const OpenPortal&, const OpenPortal&) = default;
};

struct UpsertWarpInstance {
  WarpId warp;
  NodeId root_node;
  std::optional<AttachmentKey> parent;
  friend bool operator==(const UpsertWarpInstance&, const UpsertWarpInstance&) = default;
};

struct DeleteWarpInstance {
  WarpId warp;
  friend bool operator==(const DeleteWarpInstance&, const DeleteWarpInstance&) = default;
};

struct DeleteEdge {
  WarpId warp;
  NodeId from;
  EdgeId edge;
  friend bool operator==(const DeleteEdge&, const DeleteEdge&) = default;
};

// Also deletes the node's edges and their attachments.
struct DeleteNode {
  WarpId warp;
  NodeId node;
  friend bool operator==(const DeleteNode&, const DeleteNode&) = default;
};

// Keeps the attachment and edges of an existing node.
struct UpsertNode {
  WarpId warp;
  NodeId node;
  TypeId type;
  friend bool operator==(const UpsertNode&, const UpsertNode&) = default;
};

// Keeps the attachment of an existing edge, also if the edge moves.
struct UpsertEdge {
  WarpId warp;
  NodeId from;
  EdgeId edge;
  NodeId to;
  TypeId type;
  friend bool operator==(const UpsertEdge&, const UpsertEdge&) = default;
};

// An empty value clears the slot.
struct SetAttachment {
  AttachmentKey key;
  Slot value;
  friend bool operator==(const SetAttachment&, const SetAttachment&) = default;
};

// In replay order: kinds apply one after the other, in this order (PATCH-12).
using TickOp = std::variant<OpenPortal, UpsertWarpInstance, DeleteWarpInstance, DeleteEdge, DeleteNode, UpsertNode,
                            UpsertEdge, SetAttachment>;

// "OpenPortal", "UpsertNode", ...
std::string_view name_of(const TickOp& op);

// The tag byte of the encoding. It serves hashing only and is not the replay order (PATCH-24).
std::uint8_t tag_of(const TickOp& op);

// Compares by kind, then by target. Operations with the same target are equal here, regardless of their other members
// (D-58, D-61).
std::weak_ordering target_order(const TickOp& a, const TickOp& b);

// Sorts by target. If several have the same target, keeps the last given one (PATCH-14).
std::vector<TickOp> canonical_ops(std::vector<TickOp> ops);

void encode(BinaryWriter& out, const TickOp& op);
Result<TickOp> decode_tick_op(BinaryReader& in);

// The smallest encoded operation: DeleteWarpInstance and its tag.
inline constexpr std::uint64_t kLeastOpBytes = 33;

}  // namespace latewood::warp
