// The records beside a commit against the digests that bind them.
#pragma once

#include <optional>
#include <string>

#include "engine/branch/branch.h"
#include "engine/session/streams.h"
#include "latewood/result.h"

namespace latewood::engine {

// What is there of them; nothing: it is not.
struct FoundRecords {
  std::optional<std::string> receipt = {};
  std::optional<std::string> admission = {};
};

// Corruption if a record is missing, is not the one that was written with the commit, or came without it; if the note
// was changed; or if the streams do not begin with the events that there were. A commit whose trail was never kept
// has nothing to compare.
Result<void> check_trail(const history::SnapshotData& snapshot, const FoundRecords& found, const Streams& streams);

}  // namespace latewood::engine
