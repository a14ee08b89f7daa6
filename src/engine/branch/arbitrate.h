// Proposals: edits that several proposers offer for one commit.
//
// Each proposal is tried on the head alone, so what it reads and writes follows from the head and the proposal. The
// order in which the commit decides them follows from the proposals. So neither the order of arrival nor the number of
// proposals makes a difference.
#pragma once

#include "engine/branch/working_state.h"
#include "engine/record/pending_proposal.h"
#include "latewood/result.h"

namespace latewood::engine {

// Tries a proposal on the head. E_OPTION_INVALID without edits, proposer or receipts; the head's error if it refuses
// the edits. The result waits in the working state until the commit (`WorkingState::add_proposal`).
Result<PendingProposal> try_proposal(Offer offer, const BranchTimeline& timeline, WorkingState& working);

// Decides all proposals, in their order, and makes the edits of those that win. The decisions are added to the plan.
void arbitrate(WorkingState& working);

}  // namespace latewood::engine
