#include "latewood/policy.h"

#include <utility>

#include "canon/json_writer.h"

namespace latewood {
namespace {

JsonValue number(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(INT64_MAX)) return JsonValue(static_cast<std::int64_t>(value));
  return JsonValue(BigInteger{std::to_string(value)});
}

JsonValue budget_json(const std::optional<Budget>& budget) {
  if (!budget) return JsonValue();
  return make_object({{"at_least", number(budget->at_least)},
                      {"target", number(budget->target)},
                      {"trigger", number(budget->trigger)}});
}

}  // namespace

std::string policy_json(const PrunePolicy& policy) {
  return canonical_json(make_object({
      {"bytes", budget_json(policy.bytes)},
      {"keep_turns", number(policy.keep_turns)},
      {"nodes_per_turn", policy.nodes_per_turn ? number(*policy.nodes_per_turn) : JsonValue()},
      {"prune_system", JsonValue(policy.prune_system)},
      {"tokens", budget_json(policy.tokens)},
      {"turns", budget_json(policy.turns)},
  }));
}

}  // namespace latewood
