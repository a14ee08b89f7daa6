// What the working state has that the latest snapshot has not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/diff.h"
#include "latewood/result.h"

namespace latewood::cli {

// Edits only: that a cycle passes and a ttl runs down is none. Before the first commit everything
// but the regions is new.
Result<Diff> working_diff(const Context& context);

// Everything of the working state but the regions, as what was added: the edits before the first commit. With a
// selector, only nodes that match it; it names no snapshot.
Result<DiffDetail> first_edits(const Context& context, const std::optional<std::string>& selector);

bool is_empty(const Diff& diff);

// Whether the only change is that the ttl counted down, which every commit does by itself.
bool only_ages(const NodeChange& change);

// Pins are edits too, of the state and not of a node.
struct PinEdits {
  std::vector<Pin> pinned;    // since the latest snapshot, sorted
  std::vector<Pin> unpinned;  // likewise
  bool is_empty() const { return pinned.empty() && unpinned.empty(); }
};
PinEdits pin_edits(const Context& context);

}  // namespace latewood::cli
