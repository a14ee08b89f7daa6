// What one commit changed, for lists of commits.
//
//   const CommitInfo newest = repository.find_commit("main", "@t0").value();
//   const CommitDiff changes = commit_diff(context, newest).value();
//   if (changes.diff) std::cout << changes.diff->added.size() << " nodes came\n";
#pragma once

#include <optional>
#include <string>

#include "latewood/context.h"
#include "latewood/diff.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood {

struct CommitDiff {
  Snapshot newer;                 // of the commit
  std::optional<Snapshot> older;  // of the commit before; nullopt: it is the first, or that one was collected
  std::optional<Diff> diff;       // of a first commit every node except the regions is added; nullopt: not known,
                                  // since the snapshot before was collected
};

// The changes of a commit on the line of history that `line` has.
Result<CommitDiff> commit_diff(const Context& line, const CommitInfo& commit);

// The changes of any commit of a context in a store. `line` keeps the loaded history between calls; it is loaded again
// if the commit is not on it.
Result<CommitDiff> commit_diff(Repository& repository, const std::string& context, const CommitInfo& commit,
                               std::optional<Context>& line);

}  // namespace latewood
