// Decides between the proposals of one commit.
//
// A proposal is tried on the head without the other proposals, so its reads and writes depend on the head and the
// proposal only. The commit decides proposals in an order that depends on their contents. So the result does not depend
// on the order in which they arrive.
#pragma once

#include "engine/record/pending_proposal.h"
#include "latewood/result.h"

namespace latewood::engine {

class BranchTimeline;
class WorkingState;

// Tries a proposal on the head. E_OPTION_INVALID if it has no edits or no proposer, or if the branch keeps no receipts;
// the error of the edits if they fail on the head. Add the result with `WorkingState::add_proposal`.
Result<PendingProposal> try_proposal(Offer offer, const BranchTimeline& timeline, WorkingState& working);

// Decides all proposals in their order and makes the edits of the accepted ones. Adds each decision to the plan.
void arbitrate(WorkingState& working);

}  // namespace latewood::engine
