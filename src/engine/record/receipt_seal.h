// The digests of a receipt: what pins its plan, its decisions and its rewrites (docs/format/digests.md).
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

// The graph's names.
warp::WarpId warp_of(const Instance& instance);
warp::NodeKey key_of(const NodeRef& ref);

// The slots of the graph that a candidate reads and writes, canonical.
struct CandidateSlots {
  std::vector<warp::SlotId> in;
  std::vector<warp::SlotId> out;
};
CandidateSlots slots_of(const Candidate& candidate);

}  // namespace latewood::engine
