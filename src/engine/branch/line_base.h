// What came before the commit at which a branch was opened, as far as commits ask for it: hints
// like those of a ledger (ledger.h), and the ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "history/past.h"
#include "latewood/result.h"
#include "tree/id_scope.h"

namespace latewood::engine {

class Branch;

// Any thread may ask. What cannot be read is left out, and `StoredPast::status` tells.
class LineBase : public tree::IdSource {
 public:
  virtual void add_due(std::uint64_t cycle, std::vector<std::string>& ids) const = 0;
  virtual void add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) const = 0;
  virtual void add_referrers(std::string_view id, std::vector<std::string>& ids) const = 0;
  virtual void add_holders(std::string_view key, std::vector<std::string>& ids) const = 0;
  virtual void add_markers(std::string_view id, std::vector<std::string>& ids) const = 0;
};

// The snapshots of a stored line that are loaded when somebody asks for them.
class StoredPast : public history::Past {
 public:
  // What could not be read since the line was opened; success if there was nothing. An error
  // stays: answers that were given since may miss something.
  virtual Result<void> status() const = 0;
  // The branch in whose log this snapshot is; null if it was not loaded by this.
  virtual const Branch* owner_of(const history::SnapshotData& snapshot) const = 0;
};

// The snapshots of a stored line from before others that were collected. Every `history::KeptPast` of a branch is one.
class StoredKept : public history::KeptPast {
 public:
  // The branch in whose log this snapshot is; null if it was not loaded by this.
  virtual const Branch* owner_of(const history::SnapshotData& snapshot) const = 0;
};

}  // namespace latewood::engine
