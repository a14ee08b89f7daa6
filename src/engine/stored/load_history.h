// A line of history read back from a store, commit by commit.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/branch/branch.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Everything up to `head` that was not collected; a branch without commits if there is none. Each commit is checked
// against its id. Corruption names the commit. `progress`, if any, is told after each one how
// many there are and how many are done.
using LoadProgress = std::function<Result<void>(std::uint64_t done, std::uint64_t all)>;
Result<std::unique_ptr<Branch>> load_history(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                             const std::optional<store::Head>& head,
                                             const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                             const LoadProgress& progress = {});

}  // namespace latewood::engine
