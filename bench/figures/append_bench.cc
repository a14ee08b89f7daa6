#include "figures/append_bench.h"

#include <memory>
#include <string>

#include "support/ring_chain.h"
#include "warp/commit_header.h"
#include "warp/mapping/resumable_root.h"

namespace latewood::bench {
namespace {

using namespace warp;

constexpr std::uint64_t kRingBatch = 200;
// The size of the header of a chat message.
constexpr std::size_t kRingHeaderBytes = 165;

// A history of which only the end is held, as far as this benchmark needs it.
class RingHistory {
 public:
  explicit RingHistory(std::uint64_t rings) {
    for (std::uint64_t cycle = 1; cycle < rings; ++cycle) {
      test::write_ring(root_.begin(test::ring_id(cycle)), test::make_ring(cycle, kRingHeaderBytes), rings);
    }
    newest_ = test::make_ring(rings, kRingHeaderBytes);
    test::write_ring(root_.begin(test::ring_id(rings), Boundary::NextChange), newest_, rings);
    test::write_trunk(root_.begin(test::trunk_id()), rings);
    state_root_ = root_.finish();
  }

  std::uint64_t cycle() const { return newest_.cycle; }
  const StateRoot& root() const { return state_root_; }

  // Seals `ring`: its patch, the patch's digest, the new root and the commit id.
  void seal(const test::Ring& ring) {
    const TickPatch patch = test::seal_patch(ring);
    root_.rewind(test::ring_id(newest_.cycle));
    test::write_ring(root_.begin(test::ring_id(newest_.cycle)), newest_, ring.cycle);
    test::write_ring(root_.begin(test::ring_id(ring.cycle), Boundary::NextChange), ring, ring.cycle);
    test::write_trunk(root_.begin(test::trunk_id()), ring.cycle);
    state_root_ = root_.finish();
    commit_ = commit_id({{commit_}, state_root_, patch_digest(patch), patch.policy_id()});
    newest_ = ring;
  }

 private:
  ResumableRoot root_{test::trunk_root()};
  test::Ring newest_;
  StateRoot state_root_;
  CommitId commit_;
};

std::vector<test::Ring> next_rings(const Run& run, std::uint64_t after) {
  std::vector<test::Ring> rings;
  for (std::uint64_t i = 1; i <= kRingBatch * (static_cast<std::uint64_t>(run.repeats()) + 1); ++i) {
    rings.push_back(test::make_ring(after + i, kRingHeaderBytes));
  }
  return rings;
}

// Seals the next batch of prepared rings.
struct Sealing {
  Sealing(const Run& run, std::uint64_t size) : history(size), rings(next_rings(run, size)) {}

  void run() {
    for (std::uint64_t i = 0; i < kRingBatch; ++i) history.seal(rings[next++]);
  }

  // A history of the same length hashed from its start.
  bool is_correct() const { return RingHistory(history.cycle()).root() == history.root(); }

  RingHistory history;
  std::vector<test::Ring> rings;
  std::size_t next = 0;
};

}  // namespace

Report append_figures(const Run& run) {
  Sealing large(run, run.pick(1000000, 10000));
  Sealing small(run, 1000);
  const Pair pair = time_pair([&] { large.run(); }, [&] { small.run(); }, kRingBatch, run.repeats());
  const bool correct = large.is_correct() && small.is_correct();
  Report report;
  report.figures.push_back({"append five nodes: root, patch digest, commit id", pair, "at 1,000,000 instances",
                            "at 1,000 instances", 1.2, correct});
  return report;
}

}  // namespace latewood::bench
