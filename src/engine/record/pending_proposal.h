// What waits for the next commit: edits that were offered, and what was let in from streams.
#pragma once

#include <string>
#include <vector>

#include "engine/record/edit_call.h"
#include "intake/footprint.h"
#include "latewood/digest.h"
#include "latewood/intake.h"
#include "latewood/receipt.h"

namespace latewood::engine {

struct PendingProposal {
  Offer offer;
  Candidate candidate;          // what they do to the head
  intake::Footprint footprint;  // without nodes whose ids are issued by the commit
  std::string order;            // proposals are decided in ascending order of it
};

struct PendingAdmission {
  std::string bytes;  // docs/format/admission.md; empty: nothing was decided
  Blake3Digest digest;
  std::vector<std::string> policies;  // that decided, as canonical JSON, ascending
};

}  // namespace latewood::engine
