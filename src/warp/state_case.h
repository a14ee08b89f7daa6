// States as JSON, in the form of the golden vectors.
#pragma once

#include "canon/json_field.h"
#include "latewood/result.h"
#include "warp/graph/attachment.h"
#include "warp/graph/state.h"

namespace latewood::warp {

// {"warp", "node"}
Result<NodeKey> read_node_key(const JsonField& field);

// {"owner":"node"|"edge", "plane":"alpha"|"beta", "warp", "local"}
Result<AttachmentKey> read_attachment_key(const JsonField& field);

// null | {"atom":{"type","bytes"}} | {"descend": warp}
Result<Slot> read_slot(const JsonField& field);

// [{"warp_id", "root_node", "parent", "nodes":[..], "edges":[..]}], in any order; of
// entries with the same id the later one stays.
Result<State> read_state(const JsonField& warps);

}  // namespace latewood::warp
