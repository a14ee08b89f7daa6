// Bringing back what left a context: expired, pruned, deleted, or replaced by a move.
//
//   const Snapshot from = last_with(context, "cb:leaflet").value();
//   for (const RestoredNode& node : restore_node(context, "cb:leaflet", from, {.ttl = 2}).value()) {
//     std::cout << node.id << " is " << node.was << " again\n";
//   }
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
  std::optional<std::int64_t> ttl = {};  // ttl of the new blocks, at least 1; default: no limit
};

struct RestoredNode {
  std::string id;   // id of the new block
  std::string was;  // id of the node that left
  friend bool operator==(const RestoredNode&, const RestoredNode&) = default;
};

// The latest snapshot that has the node. E_NODE_NOT_FOUND if no snapshot ever had it, E_SNAPSHOT_COLLECTED if the last
// one that had it was collected.
Result<Snapshot> last_with(const Context& context, std::string_view id);

// Inserts a node again with everything below it, as `from` has it, and returns the new blocks in document order: all or
// none. They are blocks of this cycle with ids of their own, since an id is never used twice; `data_restores` names the
// original. Content, role, kind, type, key, priority, offset and attributes are kept. The place is the original one:
// below the same parent if it exists and accepts children, in the system region (which needs the capability), else in a
// turn of its own right after the original turn, or after the nearest older turn that exists. A turn is restored as its
// blocks.
//
// E_NODE_PRESENT if the node has not left, E_NODE_NOT_FOUND if `from` does not have it, E_PAYLOAD_PURGED if its content
// was purged, and the failures of an insertion.
Result<std::vector<RestoredNode>> restore_node(Context& context, std::string_view id, const Snapshot& from,
                                               const RestoreOptions& options = {});

}  // namespace latewood
