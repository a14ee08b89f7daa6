#include "warp/slot.h"

#include <algorithm>

#include "base/try.h"

namespace latewood::warp {
namespace {

void encode_body(BinaryWriter& out, const NodeSlot& slot) {
  out.block(2 * 32, [&slot](BinaryCursor& cursor) {
    cursor.id(slot.warp);
    cursor.id(slot.node);
  });
}
void encode_body(BinaryWriter& out, const EdgeSlot& slot) {
  out.block(2 * 32, [&slot](BinaryCursor& cursor) {
    cursor.id(slot.warp);
    cursor.id(slot.edge);
  });
}
void encode_body(BinaryWriter& out, const AttachmentSlot& slot) { encode(out, slot.key); }
void encode_body(BinaryWriter& out, const PortSlot& slot) { out.u64(slot.port); }

Result<SlotId> decode_node_slot(BinaryReader& in) {
  NodeSlot slot;
  LW_TRY_ASSIGN(slot.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(slot.node, in.id<NodeId>());
  return SlotId(slot);
}

Result<SlotId> decode_edge_slot(BinaryReader& in) {
  EdgeSlot slot;
  LW_TRY_ASSIGN(slot.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(slot.edge, in.id<EdgeId>());
  return SlotId(slot);
}

// The order of `SlotId` itself. Every commit sorts a few dozen, and comparing two variants by
// their own operator takes several times as long.
bool comes_before(const SlotId& a, const SlotId& b) {
  if (a.index() != b.index()) return a.index() < b.index();
  if (const auto* node = std::get_if<NodeSlot>(&a)) return *node < *std::get_if<NodeSlot>(&b);
  if (const auto* edge = std::get_if<EdgeSlot>(&a)) return *edge < *std::get_if<EdgeSlot>(&b);
  return a < b;
}

}  // namespace

std::vector<SlotId> canonical_slots(std::vector<SlotId> slots) {
  std::sort(slots.begin(), slots.end(), comes_before);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

void encode(BinaryWriter& out, const SlotId& slot) {
  out.u8(static_cast<std::uint8_t>(slot.index() + 1));
  std::visit([&out](const auto& body) { encode_body(out, body); }, slot);
}

Result<SlotId> decode_slot_id(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint8_t tag, in.u8());
  switch (tag) {
    case 1: return decode_node_slot(in);
    case 2: return decode_edge_slot(in);
    case 3: {
      LW_TRY_ASSIGN(const AttachmentKey key, decode_attachment_key(in));
      return SlotId(AttachmentSlot{key});
    }
    case 4: {
      LW_TRY_ASSIGN(const std::uint64_t port, in.u64());
      return SlotId(PortSlot{port});
    }
    default: return BinaryReader::invalid(start, 1, "a slot tag cannot be " + std::to_string(tag));
  }
}

}  // namespace latewood::warp
