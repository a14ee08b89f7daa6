// Hints for callers: the nearest name that exists, the operation that helps.
//
//   const Result<CommitInfo> found = repository.find_commit("main", "@t-9");
//   if (!found) std::cerr << with_hint(repository, {.context = "main", .reference = "@t-9"}, found.error()).hint <<
//   '\n';
#pragma once

#include <string>
#include <string_view>

#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

// The names that the failed call was given. Empty: none.
struct Named {
  std::string context = {};
  std::string branch = {};
  std::string reference = {};  // "@t-3", a branch, a tag, a commit id
};

// The error with a hint, if one of the names is at fault and the error has none yet. Reads the names of the store.
Error with_hint(const Repository& repository, const Named& named, Error error);

// The error with the hint that its code alone gives, if it has none yet.
Error with_hint(Error error);

}  // namespace latewood
