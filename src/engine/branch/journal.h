// What a branch tells whoever keeps it, before anybody sees it: if it cannot be kept, it did not
// happen.
#pragma once

#include "engine/record/commit_record.h"
#include "engine/record/edit_call.h"
#include "latewood/result.h"

namespace latewood::engine {

class Journal {
 public:
  virtual ~Journal() = default;
  virtual Result<void> keep_edit(const EditCall& call) = 0;
  // Edits that are offered to the next commit: the call has not been made.
  virtual Result<void> keep_offer(const Offer& offer) = 0;
  // Every edit and offer since the last commit.
  virtual Result<void> drop_edits() = 0;
  virtual Result<void> keep_commit(const CommitRecord& commit) = 0;
};

}  // namespace latewood::engine
