// The difference between the latest snapshot and the working state. Call these on the thread that edits.
//
//   for (const std::string& id : working_diff(context).value().added) std::cout << id << " is not committed yet\n";
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/diff.h"
#include "latewood/result.h"

namespace latewood {

// Only edits: a ttl that counts down is not one. Before the first commit every node except the regions is added.
Result<Diff> working_diff(const Context& context);

// The edits before the first commit: every node of the working state except the regions is added. With a selector only
// nodes that match; it must not name a snapshot.
Result<DiffDetail> first_edits(const Context& context, const std::optional<std::string>& selector);

// How many nodes the edits are about. The cores and turns that edits make for their blocks are not counted.
std::uint64_t count_edited(const Context& context, const Diff& edits);

// Whether nothing was added, removed or changed.
bool is_empty(const Diff& diff);

// Whether the only change is that the ttl counted down, which every commit does by itself.
bool only_ages(const NodeChange& change);

// Pins are edits of the state, not of a node, so no diff contains them.
struct PinEdits {
  std::vector<Pin> pinned;    // since the latest snapshot, sorted
  std::vector<Pin> unpinned;  // since the latest snapshot, sorted
  bool is_empty() const { return pinned.empty() && unpinned.empty(); }
};
PinEdits pin_edits(const Context& context);

}  // namespace latewood
