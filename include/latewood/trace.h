// The way back from a diff: to the bytes a provider got, and to what made each change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/diff.h"
#include "latewood/render.h"
#include "latewood/snapshot.h"

namespace latewood {

// ---- to the bytes ----

// Where a node stands in the canonical provider thread of a snapshot.
struct UnitPlace {
  std::uint64_t index = 0;  // among the units, from 0
  ByteRange bytes;          // from its opening to its closing brace
  friend bool operator==(const UnitPlace&, const UnitPlace&) = default;
};

// A node in the threads of two snapshots; nothing where it is not rendered.
struct UnitChange {
  std::string id;
  std::optional<UnitPlace> newer;
  std::optional<UnitPlace> older;
  friend bool operator==(const UnitChange&, const UnitChange&) = default;
};

// The units of the canonical thread, in order: `provider_thread()` has exactly these bytes there.
Result<std::vector<Unit>> thread_units(const Snapshot& snapshot);

// Where the nodes of a diff between these two stand: those added, removed and changed, in the
// order of the diff.
struct LocatedDiff {
  std::vector<UnitChange> added;
  std::vector<UnitChange> removed;
  std::vector<UnitChange> changed;
  friend bool operator==(const LocatedDiff&, const LocatedDiff&) = default;
};
Result<LocatedDiff> locate(const Diff& diff, const Snapshot& newer, const Snapshot& older);

// What differs between the threads themselves. A unit changed if its bytes did; one that only
// stands elsewhere did not. Not every changed node changes the thread, and a block without
// content leaves it when it gets a child.
struct ThreadDiff {
  std::vector<UnitChange> added;    // in the order of the newer thread
  std::vector<UnitChange> left;     // in the order of the older thread
  std::vector<UnitChange> changed;  // in the order of the newer thread
  friend bool operator==(const ThreadDiff&, const ThreadDiff&) = default;
};
Result<ThreadDiff> thread_diff(const Snapshot& newer, const Snapshot& older);

// {"added":[{"id":..,"newer":{"index":..,"begin":..,"end":..},"older":null}..],..}, with the
// members of the struct in their order.
std::string to_json(const LocatedDiff& located);
std::string to_json(const ThreadDiff& diff);

// ---- to the cause ----

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

enum class ChangeCause : std::uint8_t {
  Ttl,      // its cycles ran down, or out, or those of a node above it
  Cascade,  // a removable container that was emptied
  Prune,    // a budget of the policy
  Seal,     // the active head became a turn
  Edit,     // somebody's call, or an import
};

// "added", "removed", "changed"; "ttl", "cascade", "prune", "seal", "edit".
std::string_view to_string(ChangeKind kind);
std::string_view to_string(ChangeCause cause);

struct AttributedChange {
  std::string id;
  ChangeKind kind = ChangeKind::Added;
  ChangeCause cause = ChangeCause::Edit;
  // Of a changed node what differs, newer and older.
  std::vector<FieldChange> fields = {};
  friend bool operator==(const AttributedChange&, const AttributedChange&) = default;
};

// Everything that differs between this snapshot and the one before it, and why: added,
// removed, changed, each in the order of a diff. The first snapshot is compared with the
// empty tree. Where the one before was collected: what is of this cycle, and what the commit took out.
Result<std::vector<AttributedChange>> attributed_changes(const Snapshot& snapshot);

}  // namespace latewood
