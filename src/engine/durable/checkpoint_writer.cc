#include "engine/durable/checkpoint_writer.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"
#include "canon/blake3.h"
#include "engine/commit_extras.h"
#include "warp/tree_replay.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::Ring;
using tree::Subtree;
using tree::Tree;

// Hints for what `newer` has and `older` has not.
void add_new(std::vector<Hint>& hints, const Ring& older, const Ring& newer, std::uint64_t turn) {
  if (older == newer) return;
  std::set<const Node*> known;
  if (older) {
    for (const Subtree::Entry& entry : older->entries()) known.insert(entry.node);
  }
  for (const Subtree::Entry& entry : newer->entries()) {
    if (!known.contains(entry.node)) add_hints(hints, *entry.node, turn);
  }
}

void add_new(std::vector<Hint>& hints, const Tree& older, const Tree& newer,
             const std::vector<warp::ChangedRing>& changes) {
  add_new(hints, older.sys, newer.sys, 0);
  for (const warp::ChangedRing& change : changes) {
    if (!change.newer) continue;
    const Ring& ring = newer.rings[*change.newer];
    add_new(hints, change.older ? older.rings[*change.older] : Ring(), ring, ring->container().cycle());
  }
}

// Everything that was ever there: ids of all commits, the rest of the nodes that still are.
void add_all(std::vector<Hint>& hints, const CommitState& state) {
  for (std::size_t i = 0; i < state.ids->size(); ++i) {
    const tree::IdIndex::Entry& entry = (*state.ids)[i];
    add_hints(hints, *entry.node, entry.turn == nullptr ? 0 : entry.turn->cycle());
  }
  const auto add_subtree = [&hints](const Subtree& subtree, std::uint64_t turn) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      if (entry.node->extra() != nullptr) add_hints(hints, *entry.node, turn);
    }
  };
  add_subtree(*state.older->sys, 0);
  for (const Ring& ring : state.older->rings) add_subtree(*ring, ring->container().cycle());
}

// A run is written in pages of at most this many hints.
constexpr std::size_t kMostHints = 1 << 19;

}  // namespace

CheckpointWriter::CheckpointWriter(const Checkpoint& last)
    : last_(Last{last.ref, last.root.jump, PageIndex(last.root.tree, last.pages, last.index_pages), last.root.runs}) {}

bool CheckpointWriter::is_due(const CommitState& state) const {
  const bool knows_all = follows(state) || state.ids != nullptr;
  return state.is_plain && knows_all && (state.position + 1) % kCheckpointEvery == 0;
}

Result<CheckpointWriter::Addition> CheckpointWriter::prepare(const CommitRecord& commit, store::Store& store) const {
  Addition addition;
  if (!commit.state || !commit.state->is_plain) return addition;
  const CommitState& state = *commit.state;
  addition.is_noted = follows(state);
  if (addition.is_noted || is_due(state)) add_new(addition.hints, *state.older, *state.tree, *state.changes);
  if (is_due(state)) LW_TRY(write_checkpoint(commit, store, addition));
  return addition;
}

Result<void> CheckpointWriter::write_checkpoint(const CommitRecord& commit, store::Store& store,
                                                Addition& addition) const {
  const CommitState& state = *commit.state;
  static const PageIndex kNone;
  addition.index = (last_ ? last_->index : kNone).next(*state.tree, addition.pages);
  LW_TRY(write_runs(state, store, addition));

  RootPage root;
  root.position = state.position;
  root.number = last_ ? last_->ref.number + 1 : 0;
  root.nodes = state.nodes;
  root.bytes = state.bytes;
  root.last_stamp = state.last_stamp;
  root.tree = *state.tree;
  root.turn_count = state.tree->rings.size();
  root.turns = addition.index.top();
  root.genesis = frame_headers(*state.genesis);
  root.root = state.root->encoded();
  root.runs = addition.runs;
  if (last_) root.previous = last_->ref;
  LW_TRY_ASSIGN(root.jump, jump(store));
  addition.jump = root.jump;
  std::string bytes = encode_root(root);
  addition.page = blake3_of(bytes);
  addition.ref = CheckpointRef{*addition.page, commit.id, commit.cycle, root.position, root.number};
  addition.pages.push_back({*addition.page, std::move(bytes)});
  return {};
}

Result<void> CheckpointWriter::write_runs(const CommitState& state, store::Store& store, Addition& addition) const {
  std::vector<Hint> hints = pending_;
  hints.insert(hints.end(), addition.hints.begin(), addition.hints.end());
  if (last_) addition.runs = last_->runs;
  if (!follows(state)) add_all(hints, state);
  std::vector<std::uint64_t> sizes;
  for (const RunRef& run : addition.runs) sizes.push_back(run.size);
  for (std::size_t merged = runs_to_merge(sizes, hints.size()); merged > 0; --merged) {
    LW_TRY_ASSIGN(auto bytes, store.find_page(addition.runs.back().digest));
    if (!bytes) return warp::corrupt("page " + addition.runs.back().digest.hex() + " is missing");
    LW_TRY_ASSIGN(const HintRun run, HintRun::decode(*std::move(bytes)));
    for (std::size_t i = 0; i < run.size(); ++i) hints.push_back(run[i]);
    addition.runs.pop_back();
  }
  for (std::size_t first = 0; first < hints.size(); first += kMostHints) {
    const auto begin = hints.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = hints.begin() + static_cast<std::ptrdiff_t>(std::min(hints.size(), first + kMostHints));
    std::string bytes = encode_run(std::vector(begin, end));
    addition.runs.push_back({blake3_of(bytes), static_cast<std::uint64_t>(end - begin)});
    addition.pages.push_back({addition.runs.back().digest, std::move(bytes)});
  }
  return {};
}

// As history::link does for snapshots: two skips of one length in a row are followed by one over
// both.
Result<std::optional<CheckpointRef>> CheckpointWriter::jump(store::Store& store) const {
  if (!last_) return std::optional<CheckpointRef>();
  const auto previous = std::optional(last_->ref);
  if (!last_->jump) return previous;
  LW_TRY_ASSIGN(const auto bytes, store.find_page(last_->jump->page));
  if (!bytes) return previous;
  LW_TRY_ASSIGN(const RootLinks links, decode_links(*bytes));
  if (!links.jump) return previous;
  const bool are_equal = last_->ref.number - last_->jump->number == last_->jump->number - links.jump->number;
  return are_equal ? links.jump : previous;
}

void CheckpointWriter::keep(Addition addition) {
  if (!addition.ref) {
    if (!addition.is_noted) return;
    pending_.insert(pending_.end(), addition.hints.begin(), addition.hints.end());
    ++noted_;
    return;
  }
  Last next;
  next.ref = *addition.ref;
  next.jump = addition.jump;
  next.index = std::move(addition.index);
  next.runs = std::move(addition.runs);
  last_ = std::move(next);
  pending_.clear();
}

void CheckpointWriter::note(const history::SnapshotData& commit) {
  if (!last_) return;
  const Tree& older = commit.older();
  add_new(pending_, older, commit.tree, warp::changed_rings(older, commit.tree));
}

}  // namespace latewood::engine
