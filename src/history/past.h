// Snapshots of a line that are not in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "latewood/result.h"

namespace latewood::history {

struct SnapshotData;

// Loads them when somebody asks. They live as long as this does, and asking again gives the same
// ones. Any thread may ask. Null if they cannot be read: then this remembers why, and whoever uses
// it asks for errors before trusting an answer.
class Past {
 public:
  virtual ~Past() = default;
  // The snapshot with that many commits before it.
  virtual const SnapshotData* load_position(std::uint64_t position) = 0;
  // The oldest one whose cycle is not below `cycle`.
  virtual const SnapshotData* load_cycle(std::uint64_t cycle) = 0;
  // The one that stands for everything that was collected (SnapshotData::is_collected); null if
  // nothing was.
  virtual const SnapshotData* load_collected() = 0;
};

// Snapshots of a line from before others that were collected: those with a tag, and those of branches that left the
// line early. They live as long as this does. Any thread may ask.
class KeptPast {
 public:
  struct Mark {
    std::uint64_t position = 0;
    std::uint64_t cycle = 0;
  };

  virtual ~KeptPast() = default;
  // Newest first, and without loading anything.
  virtual const std::vector<Mark>& marks() const = 0;
  // Reads it when somebody first asks. E_SNAPSHOT_COLLECTED if it went meanwhile.
  virtual Result<const SnapshotData*> load(const Mark& mark) = 0;
};

// The way from a snapshot to the one before it. If a line begins in memory with that one, it is loaded
// when somebody goes there; what is near tells of the same commit what can be told without: tree,
// digests, position. There is no way back from it.
class ParentLink {
 public:
  // There is none.
  ParentLink() = default;
  ParentLink(const SnapshotData* parent) : near_(parent) {}  // NOLINT: a pointer is a link

  // Null if there is none. The near one if it cannot be loaded.
  operator const SnapshotData*() const { return past() == nullptr ? near_ : loaded(); }  // NOLINT: as a pointer
  const SnapshotData* operator->() const { return *this; }

  // The same commit without loading anything: for all but its own ancestors.
  const SnapshotData* near() const { return near_; }
  // Null if the snapshot is in memory.
  Past* past() const;

 private:
  const SnapshotData* loaded() const;

  const SnapshotData* near_ = nullptr;
};

}  // namespace latewood::history
