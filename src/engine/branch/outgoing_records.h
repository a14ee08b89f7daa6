// The records beside commits as they leave a context: written where they were kept in memory only, and bound.
#pragma once

#include <optional>
#include <string>

#include "engine/branch/branch.h"
#include "engine/record/trail.h"
#include "latewood/result.h"

namespace latewood::engine {

// The records of a line of commits, asked for one after the other, oldest first: those of commits in memory are bound
// to those before them on the way.
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
