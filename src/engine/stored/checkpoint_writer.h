// Writes checkpoints along with the commits of a branch. It knows the last one, so that the next
// costs what changed since: docs/commit.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/commit_record.h"
#include "engine/stored/checkpoint.h"
#include "engine/stored/checkpoint_format.h"
#include "engine/stored/hint_run.h"
#include "engine/stored/page_index.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// A checkpoint is written with every commit that has so many commits before it, counted with itself.
inline constexpr std::uint64_t kCheckpointEvery = 64;

// What the patches after a checkpoint are compressed against: the bytes of its commit. Nothing if they are too many.
std::optional<store::Blob> sample_of(const CommitRecord& commit);

class CheckpointWriter {
 public:
  // Before the first checkpoint.
  CheckpointWriter() = default;
  // After this one.
  explicit CheckpointWriter(const Checkpoint& last);

  // What a commit adds: nothing but hints to remember for most of them.
  struct Addition {
    bool is_noted = false;  // whether its hints are to be remembered
    std::vector<Hint> hints;
    std::vector<store::Blob> pages;          // to be written with the commit
    std::optional<Blake3Digest> needed;      // the page without which these are of no use
    std::optional<Blake3Digest> dictionary;  // the page to compress the patch against
    std::optional<CheckpointRef> ref;        // how later checkpoints name its checkpoint; nothing if it has none
    RootLinks links;                         // of its root page
    PageIndex index;                         // its pages of turns

    std::optional<Blake3Digest> root() const { return ref ? std::optional(ref->page) : std::nullopt; }
  };
  // Works out what the commit adds. `store` is asked for older pages that have to be merged;
  // E_PAGE_ABSENT if one was collected.
  Result<Addition> prepare(const CommitRecord& commit, store::Store& store) const;
  // Remembers it, after it was written.
  void keep(Addition addition);

  // Remembers a commit that was written before and read again.
  void note(const history::SnapshotData& commit);

  // The pages it knows were collected. The next checkpoint is written anew, if all that it takes is
  // in memory; otherwise there is none until the branch is opened again.
  void forget();

 private:
  // Whether the hints of every commit before this one are on pages or pending.
  bool follows(const CommitState& state) const { return last_.has_value() || state.position == noted_; }
  bool is_due(const CommitState& state) const;
  Result<void> write_checkpoint(const CommitRecord& commit, store::Store& store, Addition& addition) const;
  void write_sample(const CommitRecord& commit, Addition& addition) const;
  Result<void> write_runs(const CommitState& state, store::Store& store, Addition& addition) const;
  Result<std::optional<CheckpointRef>> jump(store::Store& store) const;

  struct Last {
    CheckpointRef ref;
    RootLinks links;
    PageIndex index;
  };
  std::optional<Last> last_;
  // Since the last one, or without one since the first commit, of commits that were written.
  std::vector<Hint> pending_;
  std::uint64_t noted_ = 0;  // without a last one: how many commits that were
};

}  // namespace latewood::engine
