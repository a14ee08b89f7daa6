// The write-ahead sink of a branch. Each function is called before the edit or commit takes effect: if it fails, the
// edit or commit did not happen.
#pragma once

#include "latewood/result.h"

namespace latewood::engine {

struct EditCall;
struct Offer;
struct OutgoingCommit;

class Journal {
 public:
  virtual ~Journal() = default;
  virtual Result<void> write_edit(const EditCall& call) = 0;
  // Writes a proposal, whose edits have not been made.
  virtual Result<void> write_offer(const Offer& offer) = 0;
  // Removes all edits and proposals since the last commit.
  virtual Result<void> drop_edits() = 0;
  virtual Result<void> write_commit(const OutgoingCommit& commit) = 0;
};

}  // namespace latewood::engine
