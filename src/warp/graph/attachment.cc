#include "warp/graph/attachment.h"

#include <tuple>

#include "base/try.h"

namespace latewood::warp {
namespace {

constexpr std::uint8_t kAbsent = 0;
constexpr std::uint8_t kPresent = 1;
constexpr std::uint8_t kAtomTag = 1;
constexpr std::uint8_t kDescendTag = 2;

// Reads a byte that must be `low` or `high`. Refuses any other, so that each value has one encoding.
Result<std::uint8_t> one_of(BinaryReader& in, std::uint8_t low, std::uint8_t high, const char* what) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint8_t tag, in.u8());
  if (tag == low || tag == high) return tag;
  return BinaryReader::invalid(start, 1, std::string(what) + " cannot be " + std::to_string(tag));
}

}  // namespace

std::strong_ordering slot_order(const AttachmentKey& a, const AttachmentKey& b) {
  return std::tie(a.owner, a.warp, a.local, a.plane) <=> std::tie(b.owner, b.warp, b.local, b.plane);
}

std::strong_ordering operation_order(const AttachmentKey& a, const AttachmentKey& b) {
  return std::tie(a.warp, a.owner, a.plane, a.local) <=> std::tie(b.warp, b.owner, b.plane, b.local);
}

void encode(BinaryWriter& out, const AttachmentKey& key) {
  out.block(1 + 1 + 2 * 32, [&key](BinaryCursor& cursor) {
    cursor.u8(static_cast<std::uint8_t>(key.owner));
    cursor.u8(static_cast<std::uint8_t>(key.plane));
    cursor.id(key.warp);
    cursor.id(key.local);
  });
}

void encode(BinaryWriter& out, const std::optional<AttachmentKey>& key) {
  out.u8(key ? kPresent : kAbsent);
  if (key) encode(out, *key);
}

std::size_t encoded_size(const Slot& slot) {
  if (!slot) return 1;
  const Atom* atom = std::get_if<Atom>(&*slot);
  return atom == nullptr ? 1 + 1 + 32 : 1 + 1 + 32 + 8 + atom->bytes.size();
}

void encode(BinaryCursor& out, const Slot& slot) {
  out.u8(slot ? kPresent : kAbsent);
  if (!slot) return;
  if (const Atom* atom = std::get_if<Atom>(&*slot)) {
    out.u8(kAtomTag);
    out.id(atom->type);
    out.u64(atom->bytes.size());
    out.raw(atom->bytes);
  } else {
    out.u8(kDescendTag);
    out.id(std::get<Descend>(*slot).child);
  }
}

void encode(BinaryWriter& out, const Slot& slot) {
  out.block(encoded_size(slot), [&slot](BinaryCursor& cursor) { encode(cursor, slot); });
}

Result<AttachmentKey> decode_attachment_key(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t owner, one_of(in, 1, 2, "an owner tag"));
  LW_TRY_ASSIGN(const std::uint8_t plane, one_of(in, 1, 2, "a plane tag"));
  AttachmentKey key;
  key.owner = static_cast<Owner>(owner);
  key.plane = static_cast<Plane>(plane);
  LW_TRY_ASSIGN(key.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(key.local, in.id<LocalId>());
  return key;
}

Result<std::optional<AttachmentKey>> decode_optional_key(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t present, one_of(in, kAbsent, kPresent, "a presence byte"));
  if (present == kAbsent) return std::optional<AttachmentKey>();
  LW_TRY_ASSIGN(const AttachmentKey key, decode_attachment_key(in));
  return std::optional(key);
}

Result<Slot> decode_slot(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t present, one_of(in, kAbsent, kPresent, "a presence byte"));
  if (present == kAbsent) return Slot();
  LW_TRY_ASSIGN(const std::uint8_t tag, one_of(in, kAtomTag, kDescendTag, "a value tag"));
  if (tag == kDescendTag) {
    LW_TRY_ASSIGN(const WarpId child, in.id<WarpId>());
    return Slot(Descend{child});
  }
  LW_TRY_ASSIGN(const TypeId type, in.id<TypeId>());
  LW_TRY_ASSIGN(const std::string_view bytes, in.sized());
  return Slot(Atom{type, std::string(bytes)});
}

}  // namespace latewood::warp
