// One moment of a context: an immutable handle on everything the model saw.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/commit.h"
#include "latewood/digest.h"
#include "latewood/node.h"

namespace latewood {

namespace history {
struct SnapshotData;
}

// Cheap to copy, valid as long as any copy lives, and readable from any number of threads
// while others commit.
class Snapshot {
 public:
  std::uint64_t cycle() const;
  const CommitId& commit_id() const;
  const StateRoot& state_root() const;
  const PatchDigest& patch_digest() const;
  std::optional<CommitId> parent() const;  // nothing for the first commit

  // What the commit that made this snapshot did.
  const CommitReport& report() const;

  // The tick patch of that commit, in its canonical encoding: recomputed from this
  // snapshot and the one before it.
  std::string patch_bytes() const;

  // The canonical provider thread: one JSON array of every block, the exact bytes of this
  // cycle's provider input.
  std::string provider_thread() const;

  // Every node, in document order.
  std::vector<NodeView> nodes() const;

  // Ids of the turns, oldest to newest: depth 1 is the last.
  std::vector<std::string> turns() const;

  // Sorted ids of pinned nodes.
  const std::vector<std::string>& pins() const;

 private:
  friend class Context;
  Snapshot(std::shared_ptr<const void> owner, const history::SnapshotData* data) : owner_(std::move(owner)), data_(data) {}

  std::shared_ptr<const void> owner_;  // keeps the history alive
  const history::SnapshotData* data_;
};

}  // namespace latewood
