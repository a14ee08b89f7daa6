// The decision what a request is to a context.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "latewood/reconcile.h"
#include "latewood/result.h"
#include "reconcile/context_lines.h"
#include "reconcile/hunks.h"
#include "reconcile/request.h"

namespace latewood::reconcile {

struct Choice {
  ReconcileKind kind = ReconcileKind::SideRequest;
  std::string branch = {};             // to go on from; of a fork the branch with the commit
  std::optional<CommitEnd> base = {};  // nullopt: there is no commit before
  std::size_t kept = 0;                // so many blocks of the request are in the base, in one piece or several
  std::string reason = {};
};

// Decides by the longest common start with a request that the context has. Deterministic: of equal starts the head of a
// branch is better than an earlier commit, then the branch in use, then the newest cycle, then the name.
Result<Choice> choose(ContextLines& lines, const Request& request);

}  // namespace latewood::reconcile
