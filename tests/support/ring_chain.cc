#include "support/ring_chain.h"

#include <algorithm>

#include "warp/graph/state_encoding.h"

namespace latewood::test {
namespace {

using namespace warp;

const NodeId& root_node() {
  static const NodeId id = make_node_id("root");
  return id;
}
const NodeId& seq_node() {
  static const NodeId id = make_node_id("seq");
  return id;
}
const EdgeId& newest_edge() {
  static const EdgeId id = make_edge_id(std::string("\0newest", 7));
  return id;
}
const TypeId& header_type() {
  static const TypeId id = make_type_id("header");
  return id;
}
const TypeId& child_type() {
  static const TypeId id = make_type_id("child");
  return id;
}

EdgeId older_edge(std::uint64_t cycle) { return make_edge_id(std::string("\0older:", 7) + std::to_string(cycle)); }
NodeId turn_node(std::uint64_t cycle) { return make_node_id("mt:" + std::to_string(cycle)); }

AttachmentKey newest_slot() { return beta_of(trunk_id(), newest_edge()); }
AttachmentKey older_slot(std::uint64_t cycle) { return beta_of(ring_id(cycle), older_edge(cycle)); }

Slot trunk_atom(std::uint64_t newest) { return Atom{header_type(), "cycle " + std::to_string(newest)}; }

Edge newest_edge_of(std::uint64_t newest) {
  Edge edge{seq_node(), seq_node(), child_type(), {}};
  if (newest != 0) edge.beta = Descend{ring_id(newest)};
  return edge;
}

}  // namespace

WarpId trunk_id() {
  WarpId id = make_warp_id("trunk");
  std::fill_n(id.bytes.begin(), 8, std::uint8_t{0xff});
  return id;
}

NodeKey trunk_root() { return {trunk_id(), root_node()}; }

WarpId ring_id(std::uint64_t cycle) {
  WarpId id = make_warp_id("mt:" + std::to_string(cycle));
  for (std::size_t i = 0; i < 8; ++i) id.bytes[i] = static_cast<std::uint8_t>(cycle >> (8 * (7 - i)));
  return id;
}

Ring make_ring(std::uint64_t cycle, std::size_t header_bytes) {
  Ring ring;
  ring.cycle = cycle;
  ring.turn = turn_node(cycle);
  const TypeId type = make_type_id("cb");
  ring.nodes.push_back({ring.turn, {type, Atom{header_type(), std::string(header_bytes, 't')}}});
  Edge older{ring.turn, ring.turn, child_type(), {}};
  if (cycle > 1) older.beta = Descend{ring_id(cycle - 1)};
  ring.edges.push_back({older_edge(cycle), older});
  for (int i = 1; i < 5; ++i) {
    const std::string label = "cb:" + std::to_string(cycle) + ":" + std::to_string(i);
    ring.nodes.push_back({make_node_id(label), {type, Atom{header_type(), std::string(header_bytes, 'b')}}});
    ring.edges.push_back({make_edge_id(label), {ring.turn, make_node_id(label), child_type(), {}}});
  }
  const auto by_id = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(ring.nodes.begin(), ring.nodes.end(), by_id);
  std::sort(ring.edges.begin(), ring.edges.end(), by_id);
  return ring;
}

void write_ring(BinaryWriter& out, const Ring& ring, std::uint64_t newest) {
  const AttachmentKey parent = ring.cycle == newest ? newest_slot() : older_slot(ring.cycle + 1);
  encode_instance_header(out, ring_id(ring.cycle), ring.turn, parent);
  for (const auto& [id, node] : ring.nodes) encode_node(out, id, node);
  encode_bucket_header(out, ring.turn, ring.edges.size());
  for (const auto& [id, edge] : ring.edges) encode_edge(out, id, edge);
}

void write_trunk(BinaryWriter& out, std::uint64_t newest) {
  encode_instance_header(out, trunk_id(), root_node(), {});
  const Node root{make_type_id("^root"), trunk_atom(newest)};
  const Node seq{make_type_id("^seq"), {}};
  const bool root_first = root_node() < seq_node();
  encode_node(out, root_first ? root_node() : seq_node(), root_first ? root : seq);
  encode_node(out, root_first ? seq_node() : root_node(), root_first ? seq : root);
  const auto root_bucket = [&out] {
    encode_bucket_header(out, root_node(), 1);
    encode_edge(out, make_edge_id("seq"), {root_node(), seq_node(), child_type(), {}});
  };
  if (root_first) root_bucket();
  encode_bucket_header(out, seq_node(), 1);
  encode_edge(out, newest_edge(), newest_edge_of(newest));
  if (!root_first) root_bucket();
}

TickPatch seal_patch(const Ring& ring) {
  const WarpId warp = ring_id(ring.cycle);
  PatchParts parts;
  for (const auto& [id, node] : ring.nodes) {
    if (id == ring.turn) parts.ops.push_back(OpenPortal{newest_slot(), warp, id, node.type});
    if (id != ring.turn) parts.ops.push_back(UpsertNode{warp, id, node.type});
    parts.ops.push_back(SetAttachment{alpha_of(warp, id), node.alpha});
    parts.out_slots.push_back(NodeSlot{warp, id});
    parts.out_slots.push_back(AttachmentSlot{alpha_of(warp, id)});
  }
  for (const auto& [id, edge] : ring.edges) {
    parts.ops.push_back(UpsertEdge{warp, edge.from, id, edge.to, edge.type});
    if (edge.beta) parts.ops.push_back(SetAttachment{beta_of(warp, id), edge.beta});
    parts.out_slots.push_back(EdgeSlot{warp, id});
  }
  if (ring.cycle > 1) {
    const std::uint64_t previous = ring.cycle - 1;
    parts.ops.push_back(UpsertWarpInstance{ring_id(previous), turn_node(previous), older_slot(ring.cycle)});
  }
  parts.ops.push_back(SetAttachment{alpha_of(trunk_id(), root_node()), trunk_atom(ring.cycle)});
  parts.in_slots.push_back(AttachmentSlot{newest_slot()});
  parts.out_slots.push_back(AttachmentSlot{newest_slot()});
  return TickPatch(std::move(parts));
}

State empty_history() {
  State state;
  Instance& trunk = state.put(trunk_id(), Instance(root_node(), {}));
  trunk.put_node(root_node(), {make_type_id("^root"), trunk_atom(0)});
  trunk.put_node(seq_node(), {make_type_id("^seq"), {}});
  trunk.put_edge(make_edge_id("seq"), {root_node(), seq_node(), child_type(), {}});
  trunk.put_edge(newest_edge(), newest_edge_of(0));
  return state;
}

}  // namespace latewood::test
