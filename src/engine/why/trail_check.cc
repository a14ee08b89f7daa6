#include "engine/why/trail_check.h"

#include "base/try.h"
#include "canon/blake3.h"
#include "engine/record/snapshot_annex.h"
#include "engine/record/trail.h"
#include "engine/session/streams.h"
#include "history/snapshot_data.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;

Error wrong_trail(const SnapshotData& snapshot, const std::string& message) {
  return {Code::Corruption, "cycle " + std::to_string(snapshot.cycle()) + ": " + message, {}, {}};
}

Result<void> check_record(const SnapshotData& snapshot, const std::string& name,
                          const std::optional<std::string>& found, const std::optional<Blake3Digest>& expected) {
  if (!found && expected) return wrong_trail(snapshot, "its " + name + " is missing");
  if (found && !expected) return wrong_trail(snapshot, "its " + name + " was added after the commit");
  if (found && blake3_of(*found) != *expected)
    return wrong_trail(snapshot, "its " + name + " was changed after the commit");
  return {};
}

Result<void> check_events(const SnapshotData& snapshot, const EventsMark& mark, const Streams& streams) {
  const auto chain = streams.chain_at(mark.number);
  const std::string name = "event " + std::to_string(mark.number) + " of the log";
  if (!chain) return wrong_trail(snapshot, name + " is missing");
  if (*chain != mark.chain) return wrong_trail(snapshot, name + ", or an event before it, was changed");
  return {};
}

// The trail of the commit before on the line; null if there is no such commit or it has no trail.
const CommitTrail* trail_before(const SnapshotData& snapshot) {
  return snapshot.parent == nullptr ? nullptr : trail_of(*snapshot.parent);
}

}  // namespace

Result<void> check_trail(const SnapshotData& snapshot, const FoundRecords& found, const Streams& streams) {
  const CommitTrail* trail = trail_of(snapshot);
  const CommitTrail* before = trail_before(snapshot);
  if (trail == nullptr) {
    const bool has_records = found.receipt || found.admission;
    if (has_records && before != nullptr) return wrong_trail(snapshot, "the trail of its records is missing");
    return {};
  }
  LW_TRY(check_record(snapshot, "receipt", found.receipt, trail->receipt));
  LW_TRY(check_record(snapshot, "admission", found.admission, trail->admission));
  if (trail->events) LW_TRY(check_events(snapshot, *trail->events, streams));
  // The trail before the oldest kept commit is not known.
  if (snapshot.parent != nullptr && snapshot.parent->is_collected()) return {};
  const auto digest = trail_digest(*trail, snapshot.commit_id(), snapshot.note(),
                                   before == nullptr ? std::nullopt : std::optional(before->digest));
  if (digest != trail->digest) return wrong_trail(snapshot, "its note or its trail was changed");
  return {};
}

}  // namespace latewood::engine
