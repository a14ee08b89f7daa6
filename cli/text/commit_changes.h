// What one commit changed, in a list of many.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/text/diff_text.h"
#include "latewood/context.h"
#include "latewood/diff.h"
#include "latewood/json_value.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

struct CommitChanges {
  Diff diff;
  DiffSides sides;
  bool is_known = true;  // false if the snapshot before it was collected
};

// Of a commit that is on the context's own line of history.
Result<std::optional<CommitChanges>> changes_in(const Context& line, const CommitInfo& commit);

// Of any commit of a store. `line` is the history that was loaded for the commit before, which is used again while it
// leads there.
Result<std::optional<CommitChanges>> changes_of_commit(Repository& repository, const std::string& context,
                                                       const CommitInfo& commit, std::optional<Context>& line);

// Lines of at most `columns`, as `diff` shows them, and an empty one.
std::string commit_changes_text(const CommitChanges& changes, std::size_t columns);

// {"added","changed","removed"}, as `diff` has them.
JsonValue json_of(const Diff& diff);

}  // namespace latewood::cli
