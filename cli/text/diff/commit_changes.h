// The changes of one commit as text, for lists of commits.
#pragma once

#include <cstddef>
#include <string>

#include "latewood/commit_diff.h"
#include "latewood/result.h"

namespace latewood::cli {

// The changes as `diff` prints them, in lines of at most `columns`, and an empty line.
Result<std::string> commit_changes_text(const CommitDiff& changes, std::size_t columns);

}  // namespace latewood::cli
