// Opens a branch at its head: from the newest checkpoint before the head, or from the first commit if there is no
// checkpoint. Older snapshots are loaded on request. Opening writes nothing to the store.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/rules.h"
#include "engine/stored/checkpoint_writer.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/retry.h"

namespace latewood::engine {

class Branch;
struct BranchSetup;

enum class Reading : std::uint8_t {
  FromCheckpoint,   // from the newest checkpoint, if there is one
  FromFirstCommit,  // replays all commits
};

struct OpenedBranch {
  std::unique_ptr<Branch> branch;
  CheckpointWriter writer;  // continues the checkpoints of the store
  // The message of the damage because of which all commits were replayed; nullopt: no damage was found.
  std::optional<std::string> damage = {};
};

// Without `head`, returns a branch without commits. Replays all commits if the checkpoint is damaged or was collected,
// or if `setup` has a token counter, which must see every turn. Unavailable if the store cannot be reached.
Result<OpenedBranch> open_line(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                               const std::optional<store::Head>& head, const BranchSetup& setup,
                               Reading reading = Reading::FromCheckpoint);

// Returns true if a checkpoint page was collected after the branch was opened.
inline bool is_collected_page(const Error& error) {
  return error.rule == kSnapshotCollected && error.code == Code::Conflict;
}
// Returns true if a checkpoint page cannot be read because it is damaged or was collected.
inline bool is_unread_page(const Error& error) { return error.rule == kPageDamaged || is_collected_page(error); }

// Turns E_SNAPSHOT_COLLECTED of a head or tagged commit into Corruption, because these are never collected. Returns any
// other error unchanged.
Error explain_lost_head(store::Store& store, store::ContextKey context, const CommitId& commit, Error error);

// Calls `open` again if a collection may have removed records while `open` was reading them. The collection writes
// their replacement first, so the next call finds it. A collected snapshot and damage give the same errors; only the
// number of tries distinguishes them from a race. The limits are lower than `store::kMostTries`, because these errors
// are ordinary answers that should be quick.
template <class Open>
auto open_despite_collecting(Open open) -> decltype(open()) {
  constexpr int kMostIfCollected = 8;
  constexpr int kMostIfDamaged = 3;
  int tries = 0;
  return store::retry_on_conflict(open, [&tries](const Error& error) {
    ++tries;
    const bool may_be_collected = error.rule == kSnapshotCollected && tries < kMostIfCollected;
    const bool may_be_incomplete = error.code == Code::Corruption && tries < kMostIfDamaged;
    return may_be_collected || may_be_incomplete;
  });
}

}  // namespace latewood::engine
