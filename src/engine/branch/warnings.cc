#include "engine/branch/warnings.h"

#include "base/rules.h"

namespace latewood::engine {

Warning damage_warning(const std::string& damage) {
  return {WarningCode::StoreDamaged, damage + "; the history was read from its patches instead", {}, {}};
}

Warning deferred_warning(const std::string& id, std::uint64_t cycle) {
  return {
      WarningCode::ExpiryDeferred,
      "'" + id + "' ran out of cycles and stays after cycle " + std::to_string(cycle) + ": it is pinned or referred to",
      id,
      {}};
}

void warn_of_range(const RangeDiffLatestResult& range, const WarningSink& warn) {
  if (!warn) return;
  for (const std::string& message : range.warnings) warn({WarningCode::RangeClipped, message, {}, {}});
}

void warn_of_collision(const Error& error, const WarningSink& warn) {
  if (warn && error.rule == kHashCollision) warn({WarningCode::HashCollision, error.message, {}, error.place});
}

}  // namespace latewood::engine
