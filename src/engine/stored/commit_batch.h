// Converts a commit to the records of a store's batch. Patch and extras are stored as one record.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

struct CheckpointAddition;
struct OutgoingCommit;

// Adds the commit, its payloads and the pages of `addition` to the batch; the pages are moved out of `addition`.
// Payloads too large for a batch are written to the store at once. If the batch fails or the process dies before it is
// written, such a payload stays in the store without a user until the next collection.
Result<void> add_commit(const OutgoingCommit& commit, store::Store& store, store::WriteBatch& batch,
                        CheckpointAddition& addition);

struct PatchAndExtras {
  std::string_view patch;
  std::string_view extras;
  std::optional<Blake3Digest> checkpoint;  // root page of the commit's checkpoint; nullopt: none
};
std::string join_patch(const PatchAndExtras& both);
// The result refers to `bytes`. Corruption if `join_patch` cannot have written them.
Result<PatchAndExtras> split_patch(std::string_view bytes);

}  // namespace latewood::engine
