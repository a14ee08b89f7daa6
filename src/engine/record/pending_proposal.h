// The inputs that wait for the next commit besides direct edits: proposals and the admission.
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
  Candidate candidate;          // the effect of the edits on the head
  intake::Footprint footprint;  // leaves out nodes that get their ids at the commit
  std::string order;            // sort key: proposals are decided in ascending order
};

struct PendingAdmission {
  std::string bytes;  // docs/format/admission.md; empty: no admission
  Blake3Digest digest;
  std::vector<std::string> policies;  // the policies behind the decisions, as canonical JSON, ascending
};

}  // namespace latewood::engine
