// A place a tick can read or write: a node, an edge, an attachment, a port.
// Slots carry no version; slicing finds the tick that wrote one last.
#pragma once

#include <compare>
#include <cstdint>
#include <variant>
#include <vector>

#include "warp/graph/attachment.h"
#include "warp/graph/ids.h"

namespace latewood::warp {

struct NodeSlot {
  WarpId warp;
  NodeId node;
  friend auto operator<=>(const NodeSlot&, const NodeSlot&) = default;
};

struct EdgeSlot {
  WarpId warp;
  EdgeId edge;
  friend auto operator<=>(const EdgeSlot&, const EdgeSlot&) = default;
};

struct AttachmentSlot {
  AttachmentKey key;
  friend bool operator==(const AttachmentSlot&, const AttachmentSlot&) = default;
  friend std::strong_ordering operator<=>(const AttachmentSlot& a, const AttachmentSlot& b) {
    return slot_order(a.key, b.key);
  }
};

struct PortSlot {
  std::uint64_t port = 0;
  friend auto operator<=>(const PortSlot&, const PortSlot&) = default;
};

// Ordered first by kind, in this order (PATCH-09). The tag of a kind is its
// position plus one.
using SlotId = std::variant<NodeSlot, EdgeSlot, AttachmentSlot, PortSlot>;

// Ascending, each slot once.
std::vector<SlotId> canonical_slots(std::vector<SlotId> slots);

void encode(BinaryWriter& out, const SlotId& slot);
Result<SlotId> decode_slot_id(BinaryReader& in);

// The smallest encoded slot: a port and its tag.
inline constexpr std::uint64_t kLeastSlotBytes = 9;

}  // namespace latewood::warp
