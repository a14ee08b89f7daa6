// Carries out a decision.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/reconcile.h"
#include "latewood/result.h"
#include "reconcile/choice.h"
#include "reconcile/context_lines.h"
#include "reconcile/request.h"

namespace latewood::reconcile {

// Makes the commit for the request where the choice places it, and reports it. The choice must belong to this context
// and must not be a side request. If it fails after it created a branch, it deletes the branch.
Result<Reconciled> place(ContextLines& lines, const UnitReader& reader, const Request& request, const Choice& choice,
                         const CommitNote& note, const std::vector<MaskedText>& masked);

// Inserts the blocks of the request that the branch does not have into its active head, without a commit. Returns the
// number of blocks in the active head.
Result<std::uint64_t> hold(ContextLines& lines, const std::string& branch, const Request& request);

// A name for the branch that a request begins.
std::string fork_name(const Request& request);

// Creates the context if there is none. Returns whether there was none.
Result<bool> make_context(Repository& repository, std::string_view name);

}  // namespace latewood::reconcile
