// Tick patches and commit headers as JSON, in the form of the golden vectors.
#pragma once

#include "canon/json_field.h"
#include "latewood/result.h"
#include "warp/commit_header.h"
#include "warp/graph/tick_patch.h"

namespace latewood::warp {

// {"kind":"node"|"edge", "warp", "local"} | {"kind":"attachment", "key"} |
// {"kind":"port", "port_key"}
Result<SlotId> read_slot_id(const JsonField& field);

// {"op": name, ...} with the members of that operation.
Result<TickOp> read_tick_op(const JsonField& field);

// {"policy_id", "rule_pack_id", "commit_status", "in_slots", "out_slots", "ops"}, in
// any order and with repetitions.
Result<TickPatch> read_patch(const JsonField& field);

// {"parents", "state_root", "patch_digest", "policy_id"}
Result<CommitHeader> read_commit_header(const JsonField& field);

}  // namespace latewood::warp
