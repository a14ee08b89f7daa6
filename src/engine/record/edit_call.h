// Edits and proposals as values, with all inputs that their replay needs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latewood/receipt.h"
#include "tree/edit/edit.h"
#include "tree/edit/permissions.h"

namespace latewood::engine {

// The answers of a clock: previous stamp -> the stamp issued after it.
using Stamps = std::map<std::int64_t, std::int64_t>;

// Edits that take effect together or not at all, with all their inputs except the tree. Replaying the call on the same
// head makes the same nodes.
struct EditCall {
  std::vector<tree::MadeEdit> edits;
  tree::Permissions permissions;
  Stamps stamps;
  std::optional<EventRef> event = {};  // the event that caused the edits, if the caller named one
};

// A proposal as its proposer offered it. It waits for arbitration at the next commit.
struct Offer {
  EditCall call;      // without stamps and ids; its actor is the proposer
  std::string rule;   // empty: the rule of the first edit
  std::string scope;  // empty: the node that the first edit names
};

}  // namespace latewood::engine
