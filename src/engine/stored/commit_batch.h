// A commit as a store keeps it. The patch of a commit and what it has besides are one record.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/record/commit_record.h"
#include "engine/stored/checkpoint_writer.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Adds the commit, its content and the pages that come with it to the batch. Content too large for
// a batch is written at once: it is there, used by nobody, if the batch fails. The pages are moved
// out of `addition`.
Result<void> add_commit(const CommitRecord& commit, store::Store& store, store::WriteBatch& batch,
                        CheckpointWriter::Addition& addition);

struct PatchAndExtras {
  std::string_view patch;
  std::string_view extras;
  std::optional<Blake3Digest> checkpoint;  // the root page of its checkpoint, if it has one
};
std::string join_patch(const PatchAndExtras& both);
// Views into `bytes`. Corruption if they are anything else.
Result<PatchAndExtras> split_patch(std::string_view bytes);

}  // namespace latewood::engine
