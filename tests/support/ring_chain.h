// Histories as the engine maps them (design, section 3): one instance per sealed
// turn, chained from the newest to the oldest, and a trunk that sorts last.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "canon/binary_writer.h"
#include "warp/graph/state.h"
#include "warp/graph/tick_patch.h"
#include "warp/mapping/resumable_root.h"

namespace latewood::test {

// Nodes with one child edge each but the first, in encoding order, and the `older`
// slot. Five nodes: a turn, its core and three blocks.
struct Ring {
  std::uint64_t cycle = 0;
  std::vector<std::pair<warp::NodeId, warp::Node>> nodes;
  std::vector<std::pair<warp::EdgeId, warp::Edge>> edges;
  warp::NodeId turn;
};

warp::WarpId trunk_id();
warp::NodeKey trunk_root();
warp::WarpId ring_id(std::uint64_t cycle);
Ring make_ring(std::uint64_t cycle, std::size_t header_bytes);

// The canonical bytes of the ring when `newest` is the newest cycle, written
// without a state: its parent slot is the next ring's, or the trunk's.
void write_ring(BinaryWriter& out, const Ring& ring, std::uint64_t newest);
void write_trunk(BinaryWriter& out, std::uint64_t newest);

// The patch that seals `ring` on top of a history whose newest cycle is one less.
warp::TickPatch seal_patch(const Ring& ring);

// The history before its first ring.
warp::State empty_history();

}  // namespace latewood::test
