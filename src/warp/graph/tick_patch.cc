#include "warp/graph/tick_patch.h"

#include <utility>

#include "base/try.h"

namespace latewood::warp {
namespace {

// The version is part of the hashed bytes: raising it changes every commit id. Raise it only with a new row in
// docs/format/tick_patch.md, section 8.
constexpr std::uint16_t kPatchVersion = 2;

template <class Items>
void encode_list(BinaryWriter& out, const Items& items) {
  out.u64(items.size());
  for (const auto& item : items) encode(out, item);
}

Error out_of_order(std::uint64_t start, std::uint64_t end, const char* what) {
  return BinaryReader::invalid(start, end - start, std::string(what) + " out of canonical order, or twice");
}

Result<std::vector<SlotId>> decode_slots(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(kLeastSlotBytes));
  std::vector<SlotId> slots;
  slots.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t start = in.offset();
    LW_TRY_ASSIGN(SlotId slot, decode_slot_id(in));
    if (!slots.empty() && slots.back() >= slot) return out_of_order(start, in.offset(), "a slot");
    slots.push_back(std::move(slot));
  }
  return slots;
}

Result<std::vector<TickOp>> decode_ops(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(kLeastOpBytes));
  std::vector<TickOp> ops;
  ops.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t start = in.offset();
    LW_TRY_ASSIGN(TickOp op, decode_tick_op(in));
    if (!ops.empty() && target_order(ops.back(), op) >= 0) return out_of_order(start, in.offset(), "an operation");
    ops.push_back(std::move(op));
  }
  return ops;
}

Result<void> decode_version(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint16_t version, in.u16());
  if (version == kPatchVersion) return {};
  return Error{Code::Unsupported, "tick patch version " + std::to_string(version), {}, Place{0, 2}};
}

Result<CommitStatus> decode_status(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint8_t status, in.u8());
  if (status == 1 || status == 2) return static_cast<CommitStatus>(status);
  return BinaryReader::invalid(start, 1, "a commit status cannot be " + std::to_string(status));
}

}  // namespace

TickPatch::TickPatch(PatchParts parts) : parts_(std::move(parts)) {
  parts_.in_slots = canonical_slots(std::move(parts_.in_slots));
  parts_.out_slots = canonical_slots(std::move(parts_.out_slots));
  parts_.ops = canonical_ops(std::move(parts_.ops));
}

bool operator==(const TickPatch& a, const TickPatch& b) {
  return a.policy_id() == b.policy_id() && a.rule_pack_id() == b.rule_pack_id() && a.status() == b.status() &&
         a.in_slots() == b.in_slots() && a.out_slots() == b.out_slots() && a.ops() == b.ops();
}

void encode(BinaryWriter& out, const TickPatch& patch) {
  out.u16(kPatchVersion);
  out.u32(patch.policy_id());
  out.id(patch.rule_pack_id());
  out.u8(static_cast<std::uint8_t>(patch.status()));
  encode_list(out, patch.in_slots());
  encode_list(out, patch.out_slots());
  encode_list(out, patch.ops());
}

std::string encode_patch(const TickPatch& patch) {
  BinaryWriter out;
  encode(out, patch);
  return out.take();
}

Result<TickPatch> decode_patch(std::string_view bytes) {
  BinaryReader in(bytes);
  PatchParts parts;
  LW_TRY(decode_version(in));
  LW_TRY_ASSIGN(parts.policy_id, in.u32());
  LW_TRY_ASSIGN(parts.rule_pack_id, in.id<RulePackId>());
  LW_TRY_ASSIGN(parts.status, decode_status(in));
  LW_TRY_ASSIGN(parts.in_slots, decode_slots(in));
  LW_TRY_ASSIGN(parts.out_slots, decode_slots(in));
  LW_TRY_ASSIGN(parts.ops, decode_ops(in));
  LW_TRY(in.expect_end());
  return TickPatch(std::move(parts));
}

PatchDigest patch_digest(const TickPatch& patch) {
  Blake3Hasher hasher;
  BinaryWriter out(hasher);
  encode(out, patch);
  out.flush();
  return {hasher.finish().bytes};
}

}  // namespace latewood::warp
