#include "state_root_bench.h"

#include <cstdio>
#include <string>

#include "canon/blake3.h"
#include "support/ring_chain.h"
#include "warp/apply.h"
#include "warp/state_encoding.h"

namespace latewood::bench {
namespace {

using namespace warp;

constexpr int kRepeats = 15;
constexpr std::size_t kNodes = 100000;
// What the header of a chat message takes.
constexpr std::size_t kHeaderBytes = 165;

// A turn in five nodes, twenty thousand times, made by replaying the patches.
State ring_state() {
  State state = test::empty_history();
  for (std::uint64_t cycle = 1; cycle <= kNodes / 5; ++cycle) {
    if (!apply(state, test::seal_patch(test::make_ring(cycle, kHeaderBytes)))) std::abort();
  }
  return state;
}

// One instance; every node but the root hangs below an earlier one.
State single_instance_state(const NodeKey& root) {
  State state;
  Instance& instance = state.put(root.warp, Instance(root.node, {}));
  const TypeId type = make_type_id("cb");
  std::vector<NodeId> ids = {root.node};
  instance.put_node(root.node, {type, {}});
  for (std::size_t i = 1; i < kNodes; ++i) {
    const std::string label = std::to_string(i);
    ids.push_back(make_node_id(label));
    instance.put_node(ids.back(), {type, Atom{type, std::string(kHeaderBytes, 'x')}});
    instance.put_edge(make_edge_id(label), {ids[i / 8], ids.back(), type, {}});
  }
  return state;
}

Figure compare(const std::string& name, const State& state, const NodeKey& root) {
  const std::string bytes = encode_state(state, root);
  const auto reachable = reachable_from(state, root);
  StateRoot streamed;
  Blake3Digest plain;
  const Pair pair =
      time_pair([&] { streamed = root_of(root, reachable); }, [&] { plain = blake3_of(bytes); }, 1, kRepeats);
  Reachable again;
  const Pair traversal =
      time_pair([&] { again = reachable_from(state, root); }, [&] { plain = blake3_of(bytes); }, 1, kRepeats);
  std::printf("%s: %.1f MB encoded, BLAKE3 %.2f GB/s, traversal %.1f ms (reported, no target)\n", name.c_str(),
              static_cast<double>(bytes.size()) / 1e6, static_cast<double>(bytes.size()) / pair.second.median,
              traversal.first.median / 1e6);
  return {name, pair, "encode and hash", "BLAKE3 of the bytes in memory", 2.0, streamed.bytes == plain.bytes};
}

}  // namespace

std::vector<Figure> state_root_figures() {
  const NodeKey root{make_warp_id("w"), make_node_id("n")};
  std::vector<Figure> figures;
  figures.push_back(compare("state_root, 100,000 nodes in 20,000 instances", ring_state(), test::trunk_root()));
  figures.push_back(compare("state_root, 100,000 nodes in one instance", single_instance_state(root), root));
  return figures;
}

}  // namespace latewood::bench
