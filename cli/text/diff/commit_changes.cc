#include "cli/text/diff/commit_changes.h"

#include <algorithm>

#include "cli/text/diff/change_list.h"
#include "cli/text/diff/moment_sides.h"
#include "latewood/working_diff.h"

namespace latewood::cli {

Result<std::string> commit_changes_text(const CommitDiff& changes, std::size_t columns) {
  if (!changes.diff) return std::string("  changes unknown: the previous snapshot was collected\n\n");
  const auto sides = sides_of_commit(changes.older, changes.newer);
  if (!sides) return sides.error();
  Diff diff = *changes.diff;
  // A ttl that counts down in every cycle is noise in a log.
  std::erase_if(diff.changed, only_ages);
  return change_list(diff, *sides, columns) + "\n";
}

}  // namespace latewood::cli
