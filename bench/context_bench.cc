#include "context_bench.h"

#include <cstdio>
#include <fstream>
#include <string>

#include "canon/blake3.h"
#include "engine/branch.h"
#include "warp/state_encoding.h"
#include "warp/tree_root.h"
#include "warp/tree_state.h"

namespace latewood::bench {
namespace {

using engine::Branch;

constexpr int kRepeats = 15;
constexpr int kBatch = 100;
constexpr std::size_t kMessage = 200;
constexpr double kReportedOnly = 0;

// Two messages a turn, of 200 bytes each and all different.
class Chat {
 public:
  explicit Chat(std::size_t turns) {
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
    return warp::state_root(warp::state_of(tree), warp::root_key(tree)) == branch_.head()->state_root;
  }

 private:
  void say(const char* role) {
    Component block;
    block.role = role;
    block.kind = "text";
    std::string text = std::to_string(count_++);
    block.content = JsonValue(text.append(kMessage - text.size(), '.'));
    const auto added = branch_.edit({}, [&block](tree::Editor& editor) { return editor.insert(block, 0); });
    if (!added) std::abort();
  }

  Branch branch_{std::shared_ptr<Clock>(make_logical_clock())};
  std::size_t count_ = 0;
};

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * 4096 / 1e6;
}

// A commit after a block was attached to an old turn, against hashing the bytes after it.
Figure late_attachment(Chat& chat, std::size_t depth) {
  Branch& branch = chat.branch();
  const auto attach_and_commit = [&] {
    const tree::Tree& tree = branch.working();
    const std::string turn(tree.rings[tree.rings.size() - depth]->container().id);
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
      attach_and_commit, [&] { digest = blake3_of(after); }, 1, kRepeats);
  return {"commit after a late attachment at depth " + std::to_string(depth),
          pair,
          "attach and commit",
          "BLAKE3 of the state bytes after it",
          kReportedOnly,
          chat.is_correct()};
}

}  // namespace

std::vector<Figure> context_figures() {
  const double before = resident_megabytes();
  constexpr std::size_t kTurns = 1000000;
  Chat large(kTurns);
  const double content = 2.0 * kTurns * (kMessage + 2) / 1e6;
  const double per_node = (resident_megabytes() - before - content) * 1e6 / (4.0 * kTurns);
  std::printf("context of 1,000,000 turns: %.0f bytes a node besides content, all snapshots held\n", per_node);
  Chat small(1000);
  const Pair pair = time_pair([&] { large.turns(kBatch); }, [&] { small.turns(kBatch); }, kBatch, kRepeats);
  std::vector<Figure> figures;
  figures.push_back(
      {"commit of a two-message turn", pair, "at 1,000,000 turns", "at 1,000 turns", 1.2, small.is_correct()});
  Chat middle(20000);
  figures.push_back(late_attachment(middle, 10000));
  return figures;
}

}  // namespace latewood::bench
