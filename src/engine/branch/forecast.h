// The commit that will remove a node because of its ttl, if nothing is edited until then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::engine {

class BranchTimeline;
class WorkingState;

struct Forecast {
  std::optional<std::uint64_t> expires = {};  // the cycle whose commit removes the node; nullopt: none does
  // Ids of the nodes that defer the expiry, ascending: nodes that refer to this node or to a node that leaves together
  // with it, and pinned nodes that would leave together with it.
  std::vector<std::string> held_by = {};
};

Forecast forecast(const BranchTimeline& timeline, const WorkingState& working, std::string_view id);

}  // namespace latewood::engine
