#include "latewood/policy.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
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

Result<std::optional<std::uint64_t>> read_count(const JsonField& object, std::string_view name) {
  std::optional<std::uint64_t> count;
  const auto field = object.find(name);
  if (!field) return count;
  LW_TRY_ASSIGN(count, field->u64());
  return count;
}

Result<void> check_names(const JsonField& object, std::initializer_list<std::string_view> known) {
  const JsonValue::Object* members = object.value().as_object();
  if (members == nullptr) return object.error("an object expected");
  for (const JsonMember& member : *members) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      return object.error("no field is called '" + member.key + "'");
    }
  }
  return {};
}

Result<std::optional<Budget>> read_budget(const JsonField& object, std::string_view name) {
  std::optional<Budget> budget;
  const auto field = object.find(name);
  if (!field) return budget;
  LW_TRY(check_names(*field, {"at_least", "target", "trigger"}));
  LW_TRY_ASSIGN(const JsonField trigger, field->member("trigger"));
  budget.emplace();
  LW_TRY_ASSIGN(budget->trigger, trigger.u64());
  LW_TRY_ASSIGN(const auto target, read_count(*field, "target"));
  LW_TRY_ASSIGN(const auto at_least, read_count(*field, "at_least"));
  budget->target = target.value_or(budget->trigger);
  budget->at_least = at_least.value_or(0);
  if (budget->target > budget->trigger) return field->error("the target is above the trigger");
  return budget;
}

Result<PrunePolicy> read_policy(const JsonField& object) {
  LW_TRY(check_names(object, {"bytes", "keep_turns", "nodes_per_turn", "prune_system", "tokens", "turns"}));
  PrunePolicy policy;
  LW_TRY_ASSIGN(policy.bytes, read_budget(object, "bytes"));
  LW_TRY_ASSIGN(policy.tokens, read_budget(object, "tokens"));
  LW_TRY_ASSIGN(policy.turns, read_budget(object, "turns"));
  LW_TRY_ASSIGN(policy.nodes_per_turn, read_count(object, "nodes_per_turn"));
  LW_TRY_ASSIGN(const auto keep_turns, read_count(object, "keep_turns"));
  policy.keep_turns = keep_turns.value_or(policy.keep_turns);
  if (const auto prune_system = object.find("prune_system")) {
    const bool* flag = prune_system->value().as_bool();
    if (flag == nullptr) return prune_system->error("true or false expected");
    policy.prune_system = *flag;
  }
  return policy;
}

}  // namespace

Result<PrunePolicy> parse_policy(std::string_view json) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(json));
  return read_policy(JsonField(value));
}

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
