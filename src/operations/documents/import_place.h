// Where an import writes, and what it came to.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::operations {

struct ImportPlace {
  Repository& repository;
  std::string context;          // if the import has one context
  std::string branch;           // empty: the first branch of a new context
  ContextOptions options = {};  // `system`: whether system text may be added to a context that exists
  bool restore_purged = false;
  // E_SCOPE for a context that the caller may not use. Every context is checked before it is written to.
  std::function<Result<void>(const std::string& context)> check = {};
};

struct ImportedContext {
  std::string context;
  std::uint64_t commits = 0;  // added
  std::uint64_t cycle = 0;    // the cycle of the newest commit
  std::uint64_t branches = 1;
  std::uint64_t tags = 0;
};

// The number of commits in the history of the context.
std::uint64_t count_commits(const Context& context);

}  // namespace latewood::operations
