// A tick patch: the changes of one tick, in a form that can be replayed, hashed and sliced.
// Layout: docs/format/tick_patch.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "warp/graph/slot.h"
#include "warp/graph/tick_op.h"

namespace latewood::warp {

using RulePackId = Bytes32<struct RulePackIdTag>;

// The policy of a commit without one: the bytes "NOP0", read little-endian (D-62).
inline constexpr std::uint32_t kNoPolicy = 0x30504F4E;

enum class CommitStatus : std::uint8_t {
  Committed = 1,
  Aborted = 2,  // reserved: read and hashed, never written by the engine (PATCH-06)
};

// The parts of a patch in any order and with repetitions.
struct PatchParts {
  std::uint32_t policy_id = kNoPolicy;
  RulePackId rule_pack_id;
  CommitStatus status = CommitStatus::Committed;
  std::vector<SlotId> in_slots;   // read; too many is harmless, too few is a fault (PATCH-28)
  std::vector<SlotId> out_slots;  // written; all of them (PATCH-29)
  std::vector<TickOp> ops;
};

// Canonical by construction: slots and operations are sorted and unique.
class TickPatch {
 public:
  TickPatch() = default;
  explicit TickPatch(PatchParts parts);

  std::uint32_t policy_id() const { return parts_.policy_id; }
  const RulePackId& rule_pack_id() const { return parts_.rule_pack_id; }
  CommitStatus status() const { return parts_.status; }
  const std::vector<SlotId>& in_slots() const { return parts_.in_slots; }
  const std::vector<SlotId>& out_slots() const { return parts_.out_slots; }
  const std::vector<TickOp>& ops() const { return parts_.ops; }

 private:
  PatchParts parts_;
};

bool operator==(const TickPatch& a, const TickPatch& b);

void encode(BinaryWriter& out, const TickPatch& patch);
std::string encode_patch(const TickPatch& patch);

// Accepts exactly the output of `encode_patch`. Refuses another version, an unknown tag, a list that is not in
// canonical order, and bytes at the end, so that a patch has one encoding and one digest.
Result<TickPatch> decode_patch(std::string_view bytes);

// BLAKE3 of the encoding.
PatchDigest patch_digest(const TickPatch& patch);

}  // namespace latewood::warp
