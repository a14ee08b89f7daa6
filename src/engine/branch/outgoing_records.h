// The records of commits for an export or a store. Records that were in memory only get their trail here.
#pragma once

#include <optional>
#include <string>

#include "engine/record/trail.h"
#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

class Branch;

// Reads the records of a line of commits. Call `next` for every commit, oldest first: the trail of a commit depends on
// the trail before it.
class OutgoingRecords {
 public:
  struct Records {
    std::optional<std::string> receipt;
    std::optional<std::string> admission;
    std::optional<CommitTrail> trail;
  };
  Result<Records> next(const Branch& branch, const history::SnapshotData& snapshot);

 private:
  std::optional<Blake3Digest> last_;  // the trail of the commit before
};

}  // namespace latewood::engine
