// Snapshots of a line that are not in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "latewood/result.h"

namespace latewood::history {

struct SnapshotData;

// The branch that loaded a snapshot. The engine defines it (engine/branch/line_owner.h); here it is only passed on.
struct LineOwner;

// Snapshots of a line that are loaded on demand. A loaded snapshot lives as long as this object, and a second call
// returns the same one. Every function may be called from any thread. A function that returns null could not read the
// snapshot; `status` then has the error, and callers must check it before they trust an answer.
class Past {
 public:
  virtual ~Past() = default;
  // The snapshot with that many commits before it.
  virtual const SnapshotData* load_position(std::uint64_t position) = 0;
  // The oldest snapshot whose cycle is at least `cycle`.
  virtual const SnapshotData* load_cycle(std::uint64_t cycle) = 0;
  // The snapshot that stands for all collected ones (SnapshotData::is_collected); null if nothing was collected.
  virtual const SnapshotData* load_collected() = 0;
  // The first read error since the line was opened, or success. An error stays: answers given since then may be
  // incomplete.
  virtual Result<void> status() const = 0;
  // Null if this object did not load the snapshot.
  virtual const LineOwner* owner_of(const SnapshotData& snapshot) const = 0;
};

// Snapshots that were kept from before the collected ones: tagged ones, and those of branches that left the line
// early. They live as long as this object. Every function may be called from any thread.
class KeptPast {
 public:
  struct Mark {
    std::uint64_t position = 0;
    std::uint64_t cycle = 0;
  };

  virtual ~KeptPast() = default;
  // Newest first. Loads nothing.
  virtual const std::vector<Mark>& marks() const = 0;
  // Reads the snapshot on the first call. E_SNAPSHOT_COLLECTED if it was collected since the marks were made.
  virtual Result<const SnapshotData*> load(const Mark& mark) = 0;
  // Null if this object did not load the snapshot.
  virtual const LineOwner* owner_of(const SnapshotData& snapshot) const = 0;
};

// The link from a snapshot to the one before it. If the line begins in memory with that snapshot, the link loads the
// same commit from the past at its first use. The near snapshot has the tree, digests and position of that commit, but
// no link to its own parent.
class ParentLink {
 public:
  // No link.
  ParentLink() = default;
  ParentLink(const SnapshotData* parent) : near_(parent) {}  // NOLINT: a pointer is a link

  // The snapshot before; null if there is none. Loads it if needed; the near snapshot if it cannot be loaded.
  operator const SnapshotData*() const { return past() == nullptr ? near_ : loaded(); }  // NOLINT: as a pointer
  const SnapshotData* operator->() const { return *this; }

  // The snapshot before without loading it. Do not use it to reach its ancestors.
  const SnapshotData* near() const { return near_; }
  // The past from which the link loads; null if the snapshot before is in memory.
  Past* past() const;

 private:
  const SnapshotData* loaded() const;

  const SnapshotData* near_ = nullptr;
};

}  // namespace latewood::history
