// Replays a line of history from a store, commit by commit, without checkpoints.
#pragma once

#include <memory>
#include <optional>

#include "engine/branch/branch.h"
#include "engine/stored/line.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Loads the newest part of the line up to `head` that was not collected; without `head`, a branch without commits.
// Checks each commit against its id. Corruption names the commit.
Result<std::unique_ptr<Branch>> load_history(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                             const std::optional<store::Head>& head, const BranchSetup& setup,
                                             const LoadProgress& progress = {});

}  // namespace latewood::engine
