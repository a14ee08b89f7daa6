#include "warp/graph/state_encoding.h"

#include <algorithm>

namespace latewood::warp {
namespace {

// A large state does not fit the caches, and its records lie scattered. The encoder
// asks for the record two times `kAhead` steps ahead, and for the bytes of the atom
// `kAhead` steps ahead, whose record has arrived by then; so it waits for neither.
constexpr std::size_t kAhead = 8;

// Inlined by force: g++ takes a function that only prefetches for one without
// effect and drops the call.
[[gnu::always_inline]] inline void prefetch_bytes(const void* start, std::size_t length) {
  for (std::size_t at = 0; at < length; at += 64) __builtin_prefetch(static_cast<const char*>(start) + at);
}

const Slot& slot_of(const NodeEntry& entry) { return entry.second.alpha; }
const Slot& slot_of(const EdgeEntry& entry) { return entry.second.beta; }

template <class Entry>
[[gnu::always_inline]] inline void prefetch_ahead(const std::vector<const Entry*>& entries, std::size_t at) {
  if (at + 2 * kAhead < entries.size()) prefetch_bytes(entries[at + 2 * kAhead], sizeof(Entry));
  if (at + kAhead >= entries.size()) return;
  const Slot& slot = slot_of(*entries[at + kAhead]);
  const Atom* atom = slot ? std::get_if<Atom>(&*slot) : nullptr;
  if (atom != nullptr) prefetch_bytes(atom->bytes.data(), std::min<std::size_t>(atom->bytes.size(), 512));
}

}  // namespace

void encode_root_key(BinaryWriter& out, const NodeKey& root) {
  out.id(root.warp);
  out.id(root.node);
}

void encode_instance_header(BinaryWriter& out, const WarpId& warp, const NodeId& root,
                            const std::optional<AttachmentKey>& parent) {
  out.id(warp);
  out.id(root);
  encode(out, parent);
}

void encode_node(BinaryWriter& out, const NodeId& id, const Node& node) {
  out.block(2 * 32 + encoded_size(node.alpha), [&](BinaryCursor& cursor) {
    cursor.id(id);
    cursor.id(node.type);
    encode(cursor, node.alpha);
  });
}

void encode_bucket_header(BinaryWriter& out, const NodeId& from, std::uint64_t edge_count) {
  out.block(32 + 8, [&](BinaryCursor& cursor) {
    cursor.id(from);
    cursor.u64(edge_count);
  });
}

void encode_edge(BinaryWriter& out, const EdgeId& id, const Edge& edge) {
  out.block(3 * 32 + encoded_size(edge.beta), [&](BinaryCursor& cursor) {
    cursor.id(id);
    cursor.id(edge.type);
    cursor.id(edge.to);
    encode(cursor, edge.beta);
  });
}

void encode_instances(BinaryWriter& out, const Reachable& reachable) {
  std::size_t node = 0;
  std::size_t bucket = 0;
  std::size_t edge = 0;
  for (const Reachable::InstancePart& part : reachable.instances) {
    encode_instance_header(out, part.warp, part.root, part.parent);
    for (const std::size_t end = node + part.nodes; node < end; ++node) {
      prefetch_ahead(reachable.nodes, node);
      encode_node(out, reachable.nodes[node]->first, reachable.nodes[node]->second);
    }
    for (const std::size_t end = bucket + part.buckets; bucket < end; ++bucket) {
      encode_bucket_header(out, reachable.buckets[bucket].from, reachable.buckets[bucket].edges);
      for (const std::size_t last = edge + reachable.buckets[bucket].edges; edge < last; ++edge) {
        prefetch_ahead(reachable.edges, edge);
        encode_edge(out, reachable.edges[edge]->first, reachable.edges[edge]->second);
      }
    }
  }
}

StateRoot root_of(const NodeKey& root, const Reachable& reachable) {
  Blake3Hasher hasher;
  BinaryWriter out(hasher);
  encode_root_key(out, root);
  encode_instances(out, reachable);
  out.flush();
  return {hasher.finish().bytes};
}

StateRoot state_root(const State& state, const NodeKey& root) { return root_of(root, reachable_from(state, root)); }

std::string encode_state(const State& state, const NodeKey& root) {
  BinaryWriter out;
  encode_root_key(out, root);
  encode_instances(out, reachable_from(state, root));
  return out.take();
}

}  // namespace latewood::warp
