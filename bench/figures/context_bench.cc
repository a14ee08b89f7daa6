#include "figures/context_bench.h"

#include <malloc.h>

#include <cstdio>
#include <string>

#include "canon/blake3.h"
#include "canon/label_hash.h"
#include "canon/sha256.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "history/snapshot_data.h"
#include "latewood/clock.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::bench {
namespace {

using engine::Branch;

constexpr int kContextBatch = 100;
constexpr std::size_t kContextMessage = 200;

// Two messages a turn, of 200 bytes each and all different.
class BranchChat {
 public:
  explicit BranchChat(std::size_t turns) {
    for (std::size_t i = 0; i < turns; ++i) turn();
  }

  void turn() {
    say("user");
    say("assistant");
    if (!branch_.commit()) std::abort();
  }

  void turns(int count) {
    for (int i = 0; i < count; ++i) turn();
  }

  Branch& branch() { return branch_; }

  // The root of the whole graph, built from scratch.
  bool is_correct() {
    const tree::Tree& tree = branch_.head()->tree;
    return warp::state_root(warp::state_of(tree), warp::root_key(tree)) == branch_.head()->state_root();
  }

 private:
  void say(const char* role) {
    Component block;
    block.role = role;
    block.kind = "text";
    std::string text = std::to_string(count_++);
    block.content = JsonValue(text.append(kContextMessage - text.size(), '.'));
    const auto added = branch_.edit({}, [&block](tree::Editor& editor) { return editor.insert(block, 0); });
    if (!added) std::abort();
  }

  Branch branch_{{make_logical_clock()}};
  std::size_t count_ = 0;
};

// Memory that was allocated and not freed, the allocator's own overhead included. Resident memory would
// count what earlier figures freed and the allocator kept.
double allocated_megabytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

// A commit after a block was attached to an old turn, against hashing the bytes after it.
Figure late_attachment(const Run& run, BranchChat& chat, std::size_t depth) {
  Branch& branch = chat.branch();
  const auto attach_and_commit = [&] {
    const tree::Tree& tree = branch.working();
    const std::string turn(tree.rings[tree.rings.size() - depth]->container().id());
    Component note;
    note.offset = 1;
    note.content = JsonValue("late");
    const auto added = branch.edit({}, [&](tree::Editor& editor) { return editor.insert_under(note, turn); });
    if (!added || !branch.commit()) std::abort();
  };
  attach_and_commit();
  // The share of the state's bytes that comes after the turn.
  const tree::Tree& tree = branch.head()->tree;
  const std::string whole = warp::encode_state(warp::state_of(tree), warp::root_key(tree));
  const std::string after = whole.substr(whole.size() - whole.size() * depth / tree.rings.size());
  Blake3Digest digest;
  const Pair pair = time_pair(
      attach_and_commit, [&] { digest = blake3_of(after); }, 1, run.repeats());
  return {"commit after a late attachment at depth " + std::to_string(depth),
          pair,
          "attach and commit",
          "BLAKE3 of the state bytes after it",
          1.5,
          chat.is_correct()};
}

// A turn's edits and commit against the bare hashing of the same bytes: contents, names,
// patch, the rings and the trunk that changed, header.
Figure commit_over_hashing(const Run& run, BranchChat& chat) {
  const history::SnapshotData& head = *chat.branch().head();
  const auto changes = warp::changed_rings(head.older(), head.tree);
  const std::string patch = warp::encode_patch(warp::TickPatch(warp::tree_patch(head.older(), head.tree, changes)));
  // Two rings and a trunk, as every commit feeds them.
  BranchChat two(2);
  const tree::Tree& tree = two.branch().head()->tree;
  const std::string state = warp::encode_state(warp::state_of(tree), warp::root_key(tree));
  const std::string content(kContextMessage + 2, 'x');
  const std::string hashed = R"({"content":)" + content + R"(,"kind":"text","role":"assistant"})";
  const std::string name = "cb:0123456789abcdef";
  const std::string header(4 * 32 + 8, 'x');
  unsigned sum = 0;  // keeps the hashing from being left out
  const auto hash = [&] {
    sum ^= blake3_of(patch).bytes[0] ^ blake3_of(state).bytes[0] ^ blake3_of(header).bytes[0];
    for (int message = 0; message < 2; ++message) {
      sum ^= blake3_of(content).bytes[0] ^ sha256_of(hashed).bytes[0] ^ blake3_of(header).bytes[0];
    }
    for (int node = 0; node < 4; ++node) sum ^= label_hash(kNodeDomain, name)[0] ^ label_hash(kEdgeDomain, name)[1];
  };
  const Pair pair = time_pair([&] { chat.turns(kContextBatch); },
                              [&] {
                                for (int i = 0; i < kContextBatch; ++i) hash();
                              },
                              kContextBatch, run.repeats());
  return {"commit of a two-message turn",         pair, "edits and commit",
          "hashing the same bytes, nothing else", 3.0,  chat.is_correct() && sum < 256U};
}

// Forks at cycles all over a history.
Figure forks(const Run& run, BranchChat& large, BranchChat& small) {
  const auto fork_all_over = [](BranchChat& chat) {
    const history::SnapshotData& head = *chat.branch().head();
    for (std::uint64_t i = 0; i < kContextBatch; ++i) {
      const auto& point = history::ancestor(head, head.position * i / kContextBatch);
      if (chat.branch().fork(point, engine::Receipts::No)->head() != &point) std::abort();
    }
  };
  const Pair pair =
      time_pair([&] { fork_all_over(large); }, [&] { fork_all_over(small); }, kContextBatch, run.repeats());
  return {"fork at any cycle", pair, "of 1,000,000 turns", "of 1,000 turns", kReportedOnly, true};
}

}  // namespace

Report context_figures(const Run& run) {
  const double before = allocated_megabytes();
  const std::size_t turns = run.pick(1000000, 10000);
  BranchChat large(turns);
  const double content = 2.0 * static_cast<double>(turns) * (kContextMessage + 2) / 1e6;
  const double per_node = (allocated_megabytes() - before - content) * 1e6 / (4.0 * static_cast<double>(turns));
  BranchChat small(1000);
  const Pair pair =
      time_pair([&] { large.turns(kContextBatch); }, [&] { small.turns(kContextBatch); }, kContextBatch, run.repeats());
  Report report;
  std::vector<Figure>& figures = report.figures;
  figures.push_back({"memory of 1,000,000 turns, all snapshots held", counted_pair(per_node, 256),
                     "bytes a node besides content", "allowed", 1.0, true, "bytes"});
  figures.push_back(
      {"commit of a two-message turn", pair, "at 1,000,000 turns", "at 1,000 turns", 1.2, small.is_correct()});
  figures.push_back(commit_over_hashing(run, small));
  figures.push_back(forks(run, large, small));
  BranchChat middle(run.pick(20000, 1000));
  figures.push_back(late_attachment(run, middle, run.pick(10000, 500)));
  return report;
}

}  // namespace latewood::bench
