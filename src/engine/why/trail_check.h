// Checks the records of a commit against the digests of its trail.
#pragma once

#include <optional>
#include <string>

#include "latewood/result.h"

namespace latewood::history {
struct SnapshotData;
}

namespace latewood::engine {

class Streams;

// The stored records of a commit; nullopt: not stored.
struct FoundRecords {
  std::optional<std::string> receipt = {};
  std::optional<std::string> admission = {};
};

// Corruption if a record is missing, was changed, or was added later, if the note was changed, or if the streams do not
// begin with the events that the trail names. Success for a commit without a trail.
Result<void> check_trail(const history::SnapshotData& snapshot, const FoundRecords& found, const Streams& streams);

}  // namespace latewood::engine
