#include "engine/stored/checkpoint_writer.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "engine/record/commit_extras.h"
#include "engine/record/outgoing_commit.h"
#include "engine/stored/checkpoint.h"
#include "engine/stored/commit_batch.h"
#include "tree/id_index.h"
#include "warp/mapping/resumable_root.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::Ring;
using tree::Subtree;
using tree::Tree;

// Adds hints for the nodes of `newer` that are not in `older`.
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

// Adds hints for the ids of all earlier commits, and for references, keys and marks of the nodes still in the tree.
void add_all(std::vector<Hint>& hints, const CommitState& state) {
  state.ids->for_each([&](const tree::IdIndex::Entry& entry) {
    add_hints(hints, *entry.node, entry.turn == nullptr ? 0 : entry.turn->cycle());
  });
  const auto add_subtree = [&hints](const Subtree& subtree, std::uint64_t turn) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      if (entry.node->extra() != nullptr) add_hints(hints, *entry.node, turn);
    }
  };
  add_subtree(*state.older->sys, 0);
  for (const Ring& ring : state.older->rings) add_subtree(*ring, ring->container().cycle());
}

// The size of the largest record that becomes a sample page. A larger patch has little in common with other patches.
constexpr std::size_t kMostSample = 1 << 14;

// Loads a page of a run that is merged into a larger one. E_PAGE_ABSENT if the page was collected.
Result<std::string> load_page_to_merge(store::Store& store, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(auto bytes, store.find_page(digest));
  if (!bytes) return broken(kPageAbsent, "page " + digest.hex() + " is missing", Code::NotFound);
  return *std::move(bytes);
}

// Appends all hints of the run.
Result<void> read_run(const RunRef& run, store::Store& store, std::vector<Hint>& hints) {
  LW_TRY_ASSIGN(std::string head, load_page_to_merge(store, run.digest));
  std::vector<std::string> pages;
  if (names_parts(head)) {
    LW_TRY_ASSIGN(const std::vector<RunPart> parts, decode_parts(head));
    for (const RunPart& part : parts) {
      LW_TRY_ASSIGN(std::string page, load_page_to_merge(store, part.page));
      pages.push_back(std::move(page));
    }
  } else {
    pages.push_back(std::move(head));
  }
  for (std::string& page : pages) {
    LW_TRY_ASSIGN(const HintRun read, HintRun::decode(std::move(page)));
    for (std::size_t i = 0; i < read.size(); ++i) hints.push_back(read[i]);
  }
  return {};
}

}  // namespace

std::optional<store::Blob> sample_of(const OutgoingCommit& commit) {
  std::string record = join_patch({commit.patch, commit.extras, {}});
  if (record.size() > kMostSample) return std::nullopt;
  const Blake3Digest digest = blake3_of(record);
  return store::Blob{digest, std::move(record)};
}

CheckpointWriter::CheckpointWriter(const Checkpoint& last)
    : last_(Last{last.ref, last.root.links, PageIndex(last.root.tree, last.pages, last.index_pages)}) {}

bool CheckpointWriter::follows(const CommitState& state) const { return last_.has_value() || state.position == noted_; }

bool CheckpointWriter::is_due(const CommitState& state) const {
  const bool knows_all = follows(state) || state.ids != nullptr;
  return state.is_plain && knows_all && (state.position + 1) % kCheckpointEvery == 0;
}

Result<CheckpointWriter::Addition> CheckpointWriter::prepare(const OutgoingCommit& commit, store::Store& store) const {
  Addition addition;
  if (last_) addition.sample = last_->links.sample;
  if (!commit.state || !commit.state->is_plain) return addition;
  const CommitState& state = *commit.state;
  addition.is_noted = follows(state);
  if (addition.is_noted || is_due(state)) add_new(addition.hints, *state.older, *state.tree, *state.changes);
  if (is_due(state)) LW_TRY(write_checkpoint(commit, store, addition));
  return addition;
}

Result<void> CheckpointWriter::write_checkpoint(const OutgoingCommit& commit, store::Store& store,
                                                Addition& addition) const {
  const CommitState& state = *commit.state;
  static const PageIndex kNone;
  addition.index = (last_ ? last_->index : kNone).next(*state.tree, addition.pages);
  RootLinks& links = addition.links;
  links.turns = addition.index.top();
  if (last_) links.previous = last_->ref;
  if (last_) addition.needed = last_->ref.page;
  LW_TRY_ASSIGN(links.jump, jump(store));
  LW_TRY(write_runs(state, store, addition));
  write_sample(commit, addition);

  RootPage root;
  root.links = links;
  root.position = state.position;
  root.number = last_ ? last_->ref.number + 1 : 0;
  root.nodes = state.nodes;
  root.bytes = state.bytes;
  root.last_stamp = state.last_stamp;
  root.tree = *state.tree;
  root.turn_count = state.tree->rings.size();
  root.genesis = frame_headers(*state.genesis);
  root.root = state.root->encoded();
  std::string bytes = encode_root(root);
  addition.ref = CheckpointRef{blake3_of(bytes), commit.id, commit.cycle, root.position, root.number};
  addition.pages.push_back({addition.ref->page, std::move(bytes)});
  return {};
}

// Patches of one history differ mostly in their digests, so one of them is a good sample to compress the rest against.
void CheckpointWriter::write_sample(const OutgoingCommit& commit, Addition& addition) const {
  if (last_) addition.links.sample = last_->links.sample;
  auto sample = sample_of(commit);
  if (!sample) return;
  addition.links.sample = sample->digest;
  addition.pages.push_back(*std::move(sample));
}

Result<void> CheckpointWriter::write_runs(const CommitState& state, store::Store& store, Addition& addition) const {
  std::vector<Hint> hints = pending_;
  hints.insert(hints.end(), addition.hints.begin(), addition.hints.end());
  std::vector<RunRef>& runs = addition.links.runs;
  if (last_) runs = last_->links.runs;
  if (!follows(state)) add_all(hints, state);
  std::vector<std::uint64_t> sizes;
  for (const RunRef& run : runs) sizes.push_back(run.size);
  std::uint64_t size = hints.size();
  for (std::size_t merged = runs_to_merge(sizes, size); merged > 0; --merged) {
    size += runs.back().size;
    LW_TRY(read_run(runs.back(), store, hints));
    runs.pop_back();
  }
  std::vector<store::Blob> pages = encode_run(std::move(hints));
  runs.push_back({pages.front().digest, size});
  std::move(pages.begin(), pages.end(), std::back_inserter(addition.pages));
  return {};
}

// Builds a skip list like `history::link` does for snapshots: after two jumps of equal length follows one over both.
// If a page is missing or damaged, the jump goes to the previous checkpoint.
Result<std::optional<CheckpointRef>> CheckpointWriter::jump(store::Store& store) const {
  if (!last_) return std::optional<CheckpointRef>();
  const auto previous = std::optional(last_->ref);
  const auto& skipped = last_->links.jump;
  if (!skipped) return previous;
  const auto bytes = store.find_page(skipped->page);
  if (!bytes && bytes.error().code != Code::Corruption) return bytes.error();
  if (!bytes || !*bytes) return previous;
  const auto links = decode_links(**bytes);
  if (!links || !links->jump) return previous;
  const bool are_equal = last_->ref.number - skipped->number == skipped->number - links->jump->number;
  return are_equal ? links->jump : previous;
}

void CheckpointWriter::note_written(Addition addition) {
  if (!addition.ref) {
    if (!addition.is_noted) return;
    pending_.insert(pending_.end(), addition.hints.begin(), addition.hints.end());
    ++noted_;
    return;
  }
  Last next;
  next.ref = *addition.ref;
  next.links = std::move(addition.links);
  next.index = std::move(addition.index);
  last_ = std::move(next);
  pending_.clear();
}

void CheckpointWriter::forget() {
  last_.reset();
  pending_.clear();
  noted_ = UINT64_MAX;
}

void CheckpointWriter::note_replayed(const history::SnapshotData& commit) {
  if (!last_) return;
  const Tree& older = commit.older();
  add_new(pending_, older, commit.tree, warp::changed_rings(older, commit.tree));
}

}  // namespace latewood::engine
