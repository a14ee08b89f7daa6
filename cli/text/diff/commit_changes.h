// The changes of one commit, for lists of commits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/text/diff/diff_text.h"
#include "latewood/context.h"
#include "latewood/diff.h"
#include "latewood/json_value.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

struct CommitChanges {
  Diff diff;
  DiffSides sides;
  bool is_known = true;  // false if the previous snapshot was collected
};

// The changes of a commit on the line of history that `line` has.
Result<std::optional<CommitChanges>> changes_in(const Context& line, const CommitInfo& commit);

// The changes of any commit of a store. `line` keeps the loaded history between calls; it is loaded again if the commit
// is not on it.
Result<std::optional<CommitChanges>> changes_of_commit(Repository& repository, const std::string& context,
                                                       const CommitInfo& commit, std::optional<Context>& line);

// The changes as `diff` prints them, in lines of at most `columns`, and an empty line.
std::string commit_changes_text(const CommitChanges& changes, std::size_t columns);

// {"added","changed","removed"}, as `diff` prints them.
JsonValue json_of(const Diff& diff);

}  // namespace latewood::cli
