// The common part of `branch`, `switch`, `fork` and `tag`: names of commits.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

struct RefRequest {
  Where where;
  std::string name;
  std::string reference;
  std::string into;     // fork: the new context
  bool remove = false;  // branch, tag: delete the name
  bool force = false;   // branch: discard its uncommitted edits
  bool create = false;  // switch: create the branch first
  bool json = false;

  // The commit at which a new name starts, as a reference for the store.
  std::string start() const {
    if (reference.empty()) return where.branch.empty() ? "@t0" : where.branch;
    return reference.starts_with('@') ? where.branch + reference : reference;
  }
};

// Adds a verb with --json and the options of a store. Its callback refuses options that the request would ignore, then
// calls `run` for the exit code.
using RunRef = int (*)(RefRequest& request);
CLI::App& add_ref_verb(CLI::App& app, int& exit_code, const std::string& name, const std::string& help,
                       const std::string& examples, RunRef run, const std::shared_ptr<RefRequest>& request);
// Adds the argument REF.
CLI::Option& add_reference(CLI::App& verb, RefRequest& request);

// Prints the branches of the context, or only the branch `only`. Returns the exit code.
int list_branches(RefRequest& request, const std::string& only = {});

// How an operation that changes branches or tags is shown: in text by `list`, unless the name was removed.
using ListNames = int (*)(RefRequest& request, const std::string& only);
CallOutput ref_output(const RefRequest& request, std::string_view done, ListNames list);

using BranchChange = std::function<Result<void>(Repository& repository)>;
// Applies `change` and prints the branch afterwards. Returns the exit code.
int change_branch(RefRequest& request, const BranchChange& change);
// Like `change_branch`, for a change that switches to another branch. Also prints a note about uncommitted edits on the
// previous branch.
int leave_branch(RefRequest& request, const BranchChange& change);

// A line about uncommitted edits on the current branch; empty if there are none or the branch does not open.
std::string edits_that_stay(Repository& repository, const RefRequest& request);

// Whether the context has no commits. Then it has no branch, only the name that the first commit will create.
Result<bool> is_unborn(const Repository& repository, const RefRequest& request);
Result<void> create_and_switch(Repository& repository, const RefRequest& request);

}  // namespace latewood::cli
