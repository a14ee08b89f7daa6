// From a diff back to the bytes that a vendor received, and to the cause of each change.
//
//   const Snapshot newer = context.latest().value();
//   const Snapshot older = context.back(1).value();
//   for (const UnitChange& unit : thread_diff(older, newer).value().changed) {
//     std::cout << unit.id << " at byte " << unit.newer->bytes.begin << '\n';
//   }
//   for (const AttributedChange& change : attributed_changes(newer).value()) {
//     std::cout << change.id << ' ' << to_string(change.kind) << " by " << to_string(change.cause) << '\n';
//   }
//
// All structs are plain values. The functions read snapshots and may run on any thread; they fail if a snapshot cannot
// be read. latewood/request_map.h does the same for the requests of profiles.
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

// The place of a node in the canonical provider thread of a snapshot.
struct UnitPlace {
  std::uint64_t index = 0;  // among the units, from 0
  ByteRange bytes;          // from its opening to its closing brace
  friend bool operator==(const UnitPlace&, const UnitPlace&) = default;
};

// A node in the threads of two snapshots; nullopt where it is not rendered.
struct UnitChange {
  std::string id;
  std::optional<UnitPlace> newer;
  std::optional<UnitPlace> older;
  friend bool operator==(const UnitChange&, const UnitChange&) = default;
};

// The units of the canonical thread in order: their ranges are places in `provider_thread()`.
Result<std::vector<Unit>> thread_units(const Snapshot& snapshot);

// The places of the nodes of a diff between these two snapshots, in the order of the diff.
struct LocatedDiff {
  std::vector<UnitChange> added;
  std::vector<UnitChange> removed;
  std::vector<UnitChange> changed;
  friend bool operator==(const LocatedDiff&, const LocatedDiff&) = default;
};
Result<LocatedDiff> locate(const Diff& diff, const Snapshot& older, const Snapshot& newer);

// The differences between the threads. A unit changed if its bytes did; one that is only at another place did not. Not
// every changed node changes the thread, and a block without content leaves it when it gets a child.
struct ThreadDiff {
  std::vector<UnitChange> added;    // in the order of the newer thread
  std::vector<UnitChange> left;     // in the order of the older thread
  std::vector<UnitChange> changed;  // in the order of the newer thread
  friend bool operator==(const ThreadDiff&, const ThreadDiff&) = default;
};
Result<ThreadDiff> thread_diff(const Snapshot& older, const Snapshot& newer);

// {"added":[{"id":..,"newer":{"index":..,"begin":..,"end":..},"older":null}..],..}, with the members of the struct in
// their order.
std::string to_json(const LocatedDiff& located);
std::string to_json(const ThreadDiff& diff);

// ---- to the cause ----

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

enum class ChangeCause : std::uint8_t {
  Ttl,      // a ttl changed or ran out: that of the node or of one above it
  Cascade,  // a removable container was emptied
  Prune,    // a budget of the policy removed it
  Seal,     // the active head became a turn
  Edit,     // an edit, or an import
};

// "added", "removed", "changed"; "ttl", "cascade", "prune", "seal", "edit".
std::string_view to_string(ChangeKind kind);
std::string_view to_string(ChangeCause cause);

struct AttributedChange {
  std::string id;
  ChangeKind kind = ChangeKind::Added;
  ChangeCause cause = ChangeCause::Edit;
  std::vector<FieldChange> fields = {};  // changed fields of a changed node
  friend bool operator==(const AttributedChange&, const AttributedChange&) = default;
};

// Everything that differs between a snapshot and the one before it, with its cause: added, removed, changed, each in
// the order of a diff. The first snapshot is compared with the empty tree. If the one before was collected, the result
// has the nodes of this cycle and the departures of its commit.
Result<std::vector<AttributedChange>> attributed_changes(const Snapshot& snapshot);

}  // namespace latewood
