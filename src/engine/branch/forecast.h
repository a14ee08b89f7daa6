// When a node leaves by its ttl if nothing is edited.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"

namespace latewood::engine {

struct Forecast {
  std::optional<std::uint64_t> expires = {};  // the cycle whose commit removes the node; nothing: none does
  // Nodes that keep it, or keep the node above it that would take it along: they refer to one of these nodes, or are
  // pinned below it. Ascending.
  std::vector<std::string> held_by = {};
};

Forecast forecast(const BranchTimeline& timeline, const WorkingState& working, std::string_view id);

}  // namespace latewood::engine
