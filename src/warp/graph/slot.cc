#include "warp/graph/slot.h"

#include <algorithm>

#include "base/try.h"
#include "warp/graph/sort_key.h"

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

// The sort key of a slot in the order of `SlotId`.
SortKey key_of(const SlotId& slot, std::size_t at, SameWarps& warps) {
  static constexpr WarpId kNone{};
  SortKey key;
  key.kind = static_cast<std::uint32_t>(slot.index());
  key.at = static_cast<std::uint32_t>(at);
  key.warp = &kNone;
  if (const auto* node = std::get_if<NodeSlot>(&slot)) {
    key.warp = warps.find(node->warp);
    key.next = head_of(node->node.bytes);
  } else if (const auto* edge = std::get_if<EdgeSlot>(&slot)) {
    key.warp = warps.find(edge->warp);
    key.next = head_of(edge->edge.bytes);
  } else if (const auto* attachment = std::get_if<AttachmentSlot>(&slot)) {
    if (attachment->key.owner == Owner::Edge) ++key.kind;  // attachments of edges sort after those of nodes
    key.warp = warps.find(attachment->key.warp);
    key.next = head_of(attachment->key.local.bytes);
  } else {
    ++key.kind;
    key.next = std::get<PortSlot>(slot).port;
  }
  key.warp_head = head_of(key.warp->bytes);
  return key;
}

}  // namespace

std::vector<SlotId> canonical_slots(std::vector<SlotId> slots) {
  SameWarps warps;
  std::vector<SortKey> keys;
  keys.reserve(slots.size());
  for (const SlotId& slot : slots) keys.push_back(key_of(slot, keys.size(), warps));
  std::sort(keys.begin(), keys.end(), [&slots](const SortKey& a, const SortKey& b) {
    const std::strong_ordering order = a <=> b;
    return order != 0 ? order < 0 : slots[a.at] < slots[b.at];
  });
  std::vector<SlotId> canonical;
  canonical.reserve(slots.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool may_be_double = i > 0 && keys[i] == keys[i - 1];
    if (may_be_double && slots[keys[i].at] == canonical.back()) continue;
    canonical.push_back(slots[keys[i].at]);
  }
  return canonical;
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
