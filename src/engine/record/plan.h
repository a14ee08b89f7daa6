// Builds the candidates of a receipt: of a direct edit when the edit is made, of expiry and pruning after the commit
// has done these steps, of sealing when the receipt is written, because the snapshot shows the result. docs/receipts.md
// lists the members of each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/edit_call.h"
#include "latewood/commit.h"
#include "latewood/receipt.h"
#include "tree/tree.h"

namespace latewood::engine {

// The trees between the steps of a commit.
struct CommitSteps {
  tree::Tree edited;    // with all edits of the cycle
  tree::Tree pruned;    // after expiry and pruning
  tree::Tree unsealed;  // after empty cores were added to turns that had lost theirs
};

// The input and output of sealing: `head` became `turn`, a child of the region `seq`.
struct Sealing {
  const tree::Subtree& head;
  const tree::Subtree& turn;
  std::string_view seq;
};

using FindPlace = std::function<std::optional<tree::Place>(const tree::Tree& tree, std::string_view id)>;

// The candidate of a direct edit. `find` must find nodes of `before`.
Candidate candidate_of(const EditCall& call, const tree::Tree& before, const tree::Tree& after, const FindPlace& find);

// The candidates of expiry and pruning, in the order of the steps. `find` must find nodes of any of the trees.
std::vector<Candidate> departure_candidates(const CommitSteps& steps, const CommitReport& report,
                                            const FindPlace& find);

// The candidates of sealing, the last step of a commit.
std::vector<Candidate> seal_candidates(const Sealing& sealing);

// The name of the rule that an edit applies.
std::string_view rule_of(const tree::Edit& edit);

}  // namespace latewood::engine
