// Restores the commits of a line from their stored records.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "engine/branch/proof.h"
#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

class Branch;
struct BranchSetup;
class Contents;
class Restorer;
struct Line;
struct LineStart;

// Checks of a patch that the caller does or has done.
struct PatchChecks {
  std::optional<PatchDigest> digest = {};  // the digest of the patch, if it is already computed
  Proof proof = Proof::Here;
};

// Read the start, or the next commit, into the restorer. Errors name the commit.
Result<const history::SnapshotData*> restore_start(const LineStart& start, store::Store& store, Restorer& restorer);
Result<const history::SnapshotData*> restore_commit(const store::StoredCommit& commit, const store::StoredPatch& patch,
                                                    Restorer& restorer, const PatchChecks& checks = {});
// Reads the patch from the store. E_SNAPSHOT_COLLECTED if it was collected.
Result<const history::SnapshotData*> restore_commit(const store::StoredCommit& commit, store::Store& store,
                                                    Restorer& restorer);

// Reads a whole line into the restorer. `progress`, if any, is called after each commit.
using LoadProgress = std::function<Result<void>(std::uint64_t done, std::uint64_t all)>;
Result<void> restore_line(const Line& line, store::Store& store, Restorer& restorer, const LoadProgress& progress = {});

// The payloads of a store, as a restorer needs them: a missing payload is Corruption.
Contents contents_of(store::Store& store);

// Loads the newest part of the line up to `head` that was not collected; without `head`, a branch without commits.
// Checks each commit against its id. Corruption names the commit.
Result<std::unique_ptr<Branch>> load_history(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                             const std::optional<store::Head>& head, const BranchSetup& setup,
                                             const LoadProgress& progress = {});

}  // namespace latewood::engine
