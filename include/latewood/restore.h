// Bringing back what left a context: expired, pruned, deleted or lost with a move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"

namespace latewood {

struct RestoreOptions {
  std::optional<std::int64_t> ttl = {};  // cycles that it is seen from now on; default: for ever
};

struct RestoredNode {
  std::string id;   // of the new block
  std::string was;  // the node that left
  friend bool operator==(const RestoredNode&, const RestoredNode&) = default;
};

// The last snapshot of the context that has the node. E_NODE_NOT_FOUND if no snapshot ever had it,
// E_SNAPSHOT_COLLECTED if that one is gone.
Result<Snapshot> last_with(const Context& context, std::string_view id);

// Inserts a node again, with all that was below it, as `from` has it: as new blocks of this cycle with ids of their
// own, since an id is never used twice. Content, role, kind, type, key, priority, offset and attributes are those it
// had; `data_restores` names the node. It goes where it was: below the same parent if that is there and may be
// added to, into the system region (which needs the capability), else into a turn of its own right behind the turn in
// which it was, or behind the nearest older one that is still there. A turn comes back as the blocks it held.
//
// E_NODE_PRESENT if the node is there, E_NODE_NOT_FOUND if `from` does not have it, E_PAYLOAD_PURGED if content was
// erased for good, and whatever an insertion is refused with. All of it or nothing; the blocks in document order.
Result<std::vector<RestoredNode>> restore_node(Context& context, std::string_view id, const Snapshot& from,
                                               const RestoreOptions& options = {});

}  // namespace latewood
