#include "engine/why/trail_check.h"

#include "base/try.h"
#include "canon/blake3.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;

Error lie(const SnapshotData& snapshot, const std::string& message) {
  return {Code::Corruption, "cycle " + std::to_string(snapshot.cycle()) + ": " + message, {}, {}};
}

Result<void> check_record(const SnapshotData& snapshot, const std::string& name,
                          const std::optional<std::string>& found, const std::optional<Blake3Digest>& expected) {
  if (!found && expected) return lie(snapshot, "its " + name + " is missing");
  if (found && !expected) return lie(snapshot, "its " + name + " was not written with it");
  if (found && blake3_of(*found) != *expected) return lie(snapshot, "its " + name + " is not the one it was made with");
  return {};
}

Result<void> check_events(const SnapshotData& snapshot, const EventsMark& mark, const Streams& streams) {
  const auto chain = streams.chain_at(mark.number);
  const std::string name = "event " + std::to_string(mark.number) + " of the log";
  if (!chain) return lie(snapshot, name + " is missing");
  if (*chain != mark.chain) return lie(snapshot, name + ", or one before it, is not what it was");
  return {};
}

// The commit before on the line; null if there was none that can be asked.
const CommitTrail* trail_before(const SnapshotData& snapshot) {
  return snapshot.parent == nullptr ? nullptr : trail_of(*snapshot.parent);
}

}  // namespace

Result<void> check_trail(const SnapshotData& snapshot, const FoundRecords& found, const Streams& streams) {
  const CommitTrail* trail = trail_of(snapshot);
  const CommitTrail* before = trail_before(snapshot);
  if (trail == nullptr) {
    const bool has_records = found.receipt || found.admission;
    if (has_records && before != nullptr) return lie(snapshot, "what binds its records is missing");
    return {};
  }
  LW_TRY(check_record(snapshot, "receipt", found.receipt, trail->receipt));
  LW_TRY(check_record(snapshot, "admission", found.admission, trail->admission));
  if (trail->events) LW_TRY(check_events(snapshot, *trail->events, streams));
  // What came before a history that begins in the middle is not there to be asked.
  if (snapshot.parent != nullptr && snapshot.parent->is_collected()) return {};
  const auto digest = trail_digest(*trail, snapshot.commit_id(), snapshot.note(),
                                   before == nullptr ? std::nullopt : std::optional(before->digest));
  if (digest != trail->digest) return lie(snapshot, "its note, or what binds its records, was changed");
  return {};
}

}  // namespace latewood::engine
