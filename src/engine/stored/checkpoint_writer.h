// Prepares the checkpoints that are written in the batch of every 64th commit. Remembers the last checkpoint, so that
// the cost of the next one depends on the changes since then: docs/commit.md.
// The writer itself writes nothing. If the process dies between two checkpoints, `open_line` replays the commits since
// the last one and rebuilds the pending hints with `note_replayed`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/stored/checkpoint_format.h"
#include "engine/stored/hint_run.h"
#include "engine/stored/page_index.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

struct Checkpoint;
struct CommitState;
struct OutgoingCommit;

// The commit at position p has a checkpoint if p + 1 is a multiple of this.
inline constexpr std::uint64_t kCheckpointEvery = 64;

// The sample page of a checkpoint: the patch record of its commit, against which later patches are compressed. nullopt
// if the record is too large to resemble other patches.
std::optional<store::Blob> sample_of(const OutgoingCommit& commit);

// The data that a commit adds to its batch and to this writer. Most commits add only hints.
struct CheckpointAddition {
  bool is_noted = false;  // whether `note_written` must remember the hints
  std::vector<Hint> hints;
  std::vector<store::Blob> pages;      // pages to write with the commit
  std::optional<Blake3Digest> needed;  // an older page that these pages refer to; the batch must expect it
  std::optional<Blake3Digest> sample;  // the sample page to compress the patch against
  std::optional<CheckpointRef> ref;    // reference to the new checkpoint; nullopt: the commit has none
  RootLinks links;                     // links of the new root page
  PageIndex index;                     // turn pages and index pages of the new checkpoint

  std::optional<Blake3Digest> root() const { return ref ? std::optional(ref->page) : std::nullopt; }
};

class CheckpointWriter {
 public:
  // For a branch without checkpoints.
  CheckpointWriter() = default;
  // For a branch that continues after `last`.
  explicit CheckpointWriter(const Checkpoint& last);

  using Addition = CheckpointAddition;
  // Computes the addition of the commit. Changes nothing. Reads older hint pages from `store` if they must be merged;
  // E_PAGE_ABSENT if one was collected.
  Result<Addition> prepare(const OutgoingCommit& commit, store::Store& store) const;
  // Call after the batch with the addition was written.
  void note_written(Addition addition);

  // Adds the hints of a commit that is in the store and was replayed after the last checkpoint.
  void note_replayed(const history::SnapshotData& commit);

  // Forgets the last checkpoint, because its pages were collected or are damaged. The next checkpoint is built from
  // memory if all ids are there; else this writer prepares no more checkpoints until the branch is opened again.
  void forget();

 private:
  // Returns true if the hints of all earlier commits are on pages or in `pending_`.
  bool follows(const CommitState& state) const;
  bool is_due(const CommitState& state) const;
  Result<void> write_checkpoint(const OutgoingCommit& commit, store::Store& store, Addition& addition) const;
  void write_sample(const OutgoingCommit& commit, Addition& addition) const;
  Result<void> write_runs(const CommitState& state, store::Store& store, Addition& addition) const;
  Result<std::optional<CheckpointRef>> jump(store::Store& store) const;

  struct Last {
    CheckpointRef ref;
    RootLinks links;
    PageIndex index;
  };
  std::optional<Last> last_;
  // Hints of the written commits since the last checkpoint; without a checkpoint, of all written commits.
  std::vector<Hint> pending_;
  std::uint64_t noted_ = 0;  // without a last checkpoint: the number of commits in `pending_`
};

}  // namespace latewood::engine
