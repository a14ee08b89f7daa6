// A line of history opened where it ends: from the newest checkpoint before the head, or from the first
// commit if there is none. Older moments are loaded when somebody asks for them.
#pragma once

#include <memory>
#include <optional>

#include "base/rules.h"
#include "engine/branch/branch.h"
#include "engine/stored/checkpoint_writer.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/retry.h"

namespace latewood::engine {

enum class Reading : std::uint8_t {
  Late,   // from the newest checkpoint, if there is one
  Whole,  // from the first commit
};

struct OpenedLine {
  std::unique_ptr<Branch> branch;
  CheckpointWriter writer;  // goes on with what the store has
};

// A branch without commits if there is no head. Whatever is wrong with a checkpoint, the commits
// have the last word: then all of them are replayed. A counter makes that necessary too, since it
// counts the tokens of every turn.
Result<OpenedLine> open_line(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                             const std::optional<store::Head>& head, const BranchSetup& setup,
                             Reading reading = Reading::Late);

// That a page of a checkpoint was collected after the line was opened; and that, or that one is damaged.
inline bool is_collected_page(const Error& error) {
  return error.rule == kSnapshotCollected && error.code == Code::Conflict;
}
inline bool is_unread_page(const Error& error) { return error.rule == kPageDamaged || is_collected_page(error); }

// Heads and tagged commits are never collected: what says so of one of them is damage. Any other error is as it was.
Error as_lost(store::Store& store, store::ContextKey context, const CommitId& commit, Error error);

// Opens again if a collection may have removed what the line was being read from. The collection writes what is read
// instead before that, and `open` finds out from the store where to begin. A snapshot that was collected for good and
// damage fail in the same way, and only the number of tries tells them apart from a race: it is smaller here than
// `store::kMostTries`, since these failures are ordinary answers that should not take long.
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
