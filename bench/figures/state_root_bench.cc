#include "figures/state_root_bench.h"

#include <cstdio>
#include <string>

#include "canon/blake3.h"
#include "support/ring_chain.h"
#include "warp/graph/apply.h"
#include "warp/graph/state_encoding.h"

namespace latewood::bench {
namespace {

using namespace warp;

constexpr std::size_t kNodes = 100000;
// The size of the header of a chat message.
constexpr std::size_t kRootHeaderBytes = 165;

// A turn in five nodes, twenty thousand times, made by replaying the patches.
State ring_state() {
  State state = test::empty_history();
  for (std::uint64_t cycle = 1; cycle <= kNodes / 5; ++cycle) {
    if (!apply(state, test::seal_patch(test::make_ring(cycle, kRootHeaderBytes)))) std::abort();
  }
  return state;
}

// One instance; every node but the root hangs below an earlier one.
State single_instance_state(const NodeKey& root) {
  State state;
  warp::Instance& instance = state.put(root.warp, warp::Instance(root.node, {}));
  const TypeId type = make_type_id("cb");
  std::vector<NodeId> ids = {root.node};
  instance.put_node(root.node, {type, {}});
  for (std::size_t i = 1; i < kNodes; ++i) {
    const std::string label = std::to_string(i);
    ids.push_back(make_node_id(label));
    instance.put_node(ids.back(), {type, Atom{type, std::string(kRootHeaderBytes, 'x')}});
    instance.put_edge(make_edge_id(label), {ids[i / 8], ids.back(), type, {}});
  }
  return state;
}

Report compare(const Run& run, const std::string& name, const State& state, const NodeKey& root) {
  const std::string bytes = encode_state(state, root);
  const auto reachable = reachable_from(state, root);
  StateRoot streamed;
  Blake3Digest plain;
  const Pair pair =
      time_pair([&] { streamed = root_of(root, reachable); }, [&] { plain = blake3_of(bytes); }, 1, run.repeats());
  Reachable again;
  const Pair traversal =
      time_pair([&] { again = reachable_from(state, root); }, [&] { plain = blake3_of(bytes); }, 1, run.repeats());
  Report report;
  report.figures.push_back(
      {name, pair, "encode and hash", "BLAKE3 of the bytes in memory", 2.0, streamed.bytes == plain.bytes});
  report.figures.push_back({"finding what is reachable of it", traversal, "traversal", "BLAKE3 of the bytes in memory",
                            kReportedOnly, again.nodes.size() == reachable.nodes.size()});
  return report;
}

}  // namespace

Report state_root_figures(const Run& run) {
  const NodeKey root{make_warp_id("w"), make_node_id("n")};
  Report report;
  append(report, compare(run, "state_root, 100,000 nodes in 20,000 instances", ring_state(), test::trunk_root()));
  append(report, compare(run, "state_root, 100,000 nodes in one instance", single_instance_state(root), root));
  return report;
}

}  // namespace latewood::bench
