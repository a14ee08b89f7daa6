#include "warp/state_encoding.h"

namespace latewood::warp {
namespace {

// How far ahead the encoder asks for the records it will write: far enough to
// hide a cache miss behind the hashing, near enough to still be cached.
constexpr std::size_t kAhead = 8;

template <class Pointers>
void prefetch_ahead(const Pointers& pointers, std::size_t at) {
  if (at + kAhead >= pointers.size()) return;
  const char* record = reinterpret_cast<const char*>(pointers[at + kAhead]);
  __builtin_prefetch(record);
  __builtin_prefetch(record + 64);
}

void encode_stream(BinaryWriter& out, const NodeKey& root, std::span<const ReachableInstance> instances) {
  encode_root_key(out, root);
  for (const ReachableInstance& instance : instances) encode_instance(out, instance);
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
  out.id(id);
  out.id(node.type);
  encode(out, node.alpha);
}

void encode_bucket_header(BinaryWriter& out, const NodeId& from, std::uint64_t edge_count) {
  out.id(from);
  out.u64(edge_count);
}

void encode_edge(BinaryWriter& out, const EdgeId& id, const Edge& edge) {
  out.id(id);
  out.id(edge.type);
  out.id(edge.to);
  encode(out, edge.beta);
}

void encode_instance(BinaryWriter& out, const ReachableInstance& instance) {
  encode_instance_header(out, instance.warp, instance.instance->root, instance.instance->parent);
  for (std::size_t i = 0; i < instance.nodes.size(); ++i) {
    prefetch_ahead(instance.nodes, i);
    encode_node(out, instance.nodes[i]->first, instance.nodes[i]->second);
  }
  std::size_t next = 0;
  for (const ReachableInstance::Bucket& bucket : instance.buckets) {
    encode_bucket_header(out, bucket.from, bucket.edge_count);
    for (const std::size_t end = next + bucket.edge_count; next < end; ++next) {
      prefetch_ahead(instance.edges, next);
      encode_edge(out, instance.edges[next]->first, instance.edges[next]->second);
    }
  }
}

StateRoot root_of(const NodeKey& root, std::span<const ReachableInstance> instances) {
  Blake3Hasher hasher;
  BinaryWriter out(hasher);
  encode_stream(out, root, instances);
  out.flush();
  return {hasher.finish().bytes};
}

StateRoot state_root(const State& state, const NodeKey& root) { return root_of(root, reachable_from(state, root)); }

std::string encode_state(const State& state, const NodeKey& root) {
  BinaryWriter out;
  encode_stream(out, root, reachable_from(state, root));
  return out.take();
}

}  // namespace latewood::warp
