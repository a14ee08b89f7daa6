// The digests over the plan, the decisions and the rewrites of a receipt (docs/format/digests.md).
#pragma once

#include <vector>

#include "latewood/receipt.h"
#include "warp/graph/ids.h"
#include "warp/graph/slot.h"

namespace latewood::engine {

struct ReceiptDigests {
  Blake3Digest plan;
  Blake3Digest decision;
  Blake3Digest rewrites;
  friend bool operator==(const ReceiptDigests&, const ReceiptDigests&) = default;
};

ReceiptDigests digests_of(const std::vector<Candidate>& candidates);

// The ids of an instance and of a node in the graph.
warp::WarpId warp_of(const Instance& instance);
warp::NodeKey key_of(const NodeRef& ref);

// The slots of the graph that a candidate reads (`in`, which includes `out`) and writes (`out`), canonical.
struct CandidateSlots {
  std::vector<warp::SlotId> in;
  std::vector<warp::SlotId> out;
};
CandidateSlots slots_of(const Candidate& candidate);

}  // namespace latewood::engine
