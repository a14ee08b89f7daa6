// The figures that the branches of a store keep: read for a line of commits, and written after commits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/figures_chunk.h"
#include "latewood/ext/store.h"
#include "latewood/policy.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

class Branch;
class StoredBranch;

// Computes the entry of a commit; `older` is null if there is no request before.
Result<CycleFigures> compute_figures(const Branch& branch, const history::SnapshotData* older,
                                     const history::SnapshotData& newer, const std::string& profile,
                                     TokenCounter& counter);

// The snapshot before that position on the line; null for a first one, and if it was collected.
const history::SnapshotData* before_on_line(const history::SnapshotData& head, std::uint64_t position);

// The newest chunk whose last entry is a commit of the line that ends with `head`: entries of other lines are cut off.
// Looks into the figures of `branch` first, then into those of the other branches, since a fork has none at first.
// nullopt if nothing is kept, or if it cannot be read: figures can be computed again.
std::optional<FiguresChunk> find_figures(store::Store& store, store::ContextKey context, const std::string& branch,
                                         const history::SnapshotData& head);
// The chunk before; nullopt as above.
std::optional<FiguresChunk> find_page_before(store::Store& store, const FiguresChunk& chunk);

// Keeps the figures of one open branch. They are computed after commits, at most some for each commit, and written in
// groups and when the branch is closed. A process that makes few commits on a long thread computes none, since it would
// have to render the whole thread first. Nothing here fails: a reader computes what is not kept.
class FiguresKeeper {
 public:
  explicit FiguresKeeper(StoredBranch& stored) : stored_(stored) {}
  FiguresKeeper(const FiguresKeeper&) = delete;
  FiguresKeeper& operator=(const FiguresKeeper&) = delete;
  ~FiguresKeeper();

  // After each commit.
  void note_commit(const Branch& branch);
  // Computes what is missing up to the head, however much, and writes it. The number of commits with figures.
  Result<std::uint64_t> catch_up(const Branch& branch);

 private:
  void load(const Branch& branch);
  void take_settings();
  void begin_chunk();
  bool follows(const history::SnapshotData& head) const;
  Result<void> advance(const Branch& branch, std::uint64_t most);
  Result<void> write();

  StoredBranch& stored_;
  std::uint64_t commits_ = 0;  // of this process
  bool is_loaded_ = false;
  bool gives_up_ = false;
  FiguresChunk chunk_;
  std::optional<CommitId> last_;    // of the newest entry; nullopt: there is none
  std::vector<store::Blob> pages_;  // full chunks that are not written yet
  std::uint64_t unwritten_ = 0;     // entries
  std::shared_ptr<TokenCounter> counter_;
};

}  // namespace latewood::engine
