#include "engine/branch/warnings.h"

#include <utility>

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

Warning order_warning(const std::string& id) {
  return {WarningCode::PrefixBroken, id + " is in front of sealed blocks: everything behind it is paid anew", id, {}};
}

void warn_of_range(const RangeDiffLatestResult& range, const WarningSink& warn) {
  if (!warn) return;
  for (const std::string& message : range.warnings) warn({WarningCode::RangeClipped, message, {}, {}});
}

void warn_of_collision(const Error& error, const WarningSink& warn) {
  if (warn && error.rule == kHashCollision) warn({WarningCode::HashCollision, error.message, {}, error.place});
}

void warn_of_completions(std::uint64_t completed, std::uint64_t corrected, const WarningSink& warn) {
  if (!warn || completed + corrected == 0) return;
  const auto members = [](std::uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + (count == 1 ? one : many);
  };
  std::string message;
  if (completed > 0) message = members(completed, " missing member was filled in", " missing members were filled in");
  if (corrected > 0) {
    if (!message.empty()) message += ", ";
    message += members(corrected, " contradictory member was corrected", " contradictory members were corrected");
  }
  warn({WarningCode::Completed, std::move(message), {}, {}});
}

}  // namespace latewood::engine
