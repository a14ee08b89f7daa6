#include "engine/branch/outgoing_records.h"

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/record/snapshot_annex.h"
#include "history/snapshot_data.h"

namespace latewood::engine {

using history::SnapshotData;

Result<OutgoingRecords::Records> OutgoingRecords::next(const Branch& branch, const SnapshotData& snapshot) {
  Records records;
  LW_TRY_ASSIGN(records.receipt, branch.load_receipt(snapshot));
  LW_TRY_ASSIGN(records.admission, branch.load_admission(snapshot));
  if (const CommitTrail* kept = trail_of(snapshot)) {
    records.trail = *kept;
  } else if (const auto& in_memory = snapshot.annex->records) {
    records.trail = make_trail({records.receipt.value_or(""), records.admission.value_or(""), in_memory->events},
                               snapshot.commit_id(), snapshot.note(), last_);
  }
  last_ = records.trail ? std::optional(records.trail->digest) : std::nullopt;
  return records;
}

}  // namespace latewood::engine
