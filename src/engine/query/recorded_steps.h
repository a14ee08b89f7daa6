// The edits of a recorded history, read off its snapshots: what each commit added, replaced and deleted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "history/snapshot_data.h"
#include "latewood/node.h"

namespace latewood::engine {

struct RecordedInsert {
  Component component;
  std::optional<std::int64_t> depth;  // -1: `^sys`; 0: the active head; nullopt: below `parent`
  std::string parent;
};

struct RecordedReplace {
  std::string id;
  Replacement replacement;
};

struct RecordedStep {
  std::vector<std::string> deleted;       // nodes that an edit removed
  std::vector<RecordedReplace> replaced;  // blocks of `^sys` with new content
  std::vector<RecordedInsert> inserted;   // in the order in which they were made
  std::vector<Pin> pinned;
  std::vector<Pin> unpinned;
  std::optional<std::int64_t> ttl;  // of the turn
  std::uint64_t left_out = 0;       // changes that are none of these
};

// The step of one commit; `older` is null for a first commit.
RecordedStep recorded_step(const history::SnapshotData* older, const history::SnapshotData& newer);

}  // namespace latewood::engine
