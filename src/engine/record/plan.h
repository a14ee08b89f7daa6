// The candidates of a cycle as they become known: direct edits when they are made, expiry and pruning when the commit
// has taken these steps, sealing when somebody writes the receipt, since the snapshot shows what it did.
// docs/receipts.md tells what is written down of each.
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
  tree::Tree unsealed;  // with the cores that turns lost put back
};

// What sealing did: of a head it made a turn below `^seq`.
struct Sealing {
  const tree::Subtree& head;
  const tree::Subtree& turn;
  std::string_view seq;
};

using FindPlace = std::function<std::optional<tree::Place>(const tree::Tree& tree, std::string_view id)>;

// What a call did, as a candidate. `find` finds nodes of the tree before it.
Candidate candidate_of(const EditCall& call, const tree::Tree& before, const tree::Tree& after, const FindPlace& find);

// What expiry and pruning did, in their order. `find` finds nodes of any of the trees.
std::vector<Candidate> departure_candidates(const CommitSteps& steps, const CommitReport& report,
                                            const FindPlace& find);

// What sealing did, the last of a commit.
std::vector<Candidate> seal_candidates(const Sealing& sealing);

// The name of the rule that an edit applies.
std::string_view rule_of(const tree::Edit& edit);

}  // namespace latewood::engine
