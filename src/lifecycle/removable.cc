#include "lifecycle/removable.h"

#include <algorithm>
#include <string_view>

namespace latewood::lifecycle {
namespace {

std::string_view zone_of(std::int64_t offset) {
  if (offset == 0) return "core";
  return offset < 0 ? "pre" : "post";
}

}  // namespace

bool is_born_removable(const PrunePolicy& policy, const Component& component) {
  return std::any_of(policy.removable.begin(), policy.removable.end(), [&](const RemovableRule& rule) {
    const bool has_type = !rule.type || *rule.type == component.node_type;
    return has_type && (!rule.zone || *rule.zone == zone_of(component.offset));
  });
}

}  // namespace latewood::lifecycle
