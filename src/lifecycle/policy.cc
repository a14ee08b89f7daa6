#include "latewood/policy.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

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
  LW_TRY_ASSIGN(const auto target, find_u64(*field, "target"));
  LW_TRY_ASSIGN(const auto at_least, find_u64(*field, "at_least"));
  budget->target = target.value_or(budget->trigger);
  budget->at_least = at_least.value_or(0);
  if (budget->target > budget->trigger) return field->error("the target is above the trigger");
  return budget;
}

// ---- shares: regions and bands ----

Result<ShareBudgets> read_share(const JsonField& object) {
  ShareBudgets share;
  LW_TRY_ASSIGN(share.bytes, read_budget(object, "bytes"));
  LW_TRY_ASSIGN(share.tokens, read_budget(object, "tokens"));
  return share;
}

Result<void> read_regions(const JsonField& object, PrunePolicy& policy) {
  const auto regions = object.find("regions");
  if (!regions) return {};
  LW_TRY(check_names(*regions, {"ah", "seq", "sys"}));
  for (const auto& [name, share] :
       {std::pair("sys", &policy.sys), std::pair("seq", &policy.seq), std::pair("ah", &policy.ah)}) {
    const auto region = regions->find(name);
    if (!region) continue;
    LW_TRY(check_names(*region, {"bytes", "tokens"}));
    LW_TRY_ASSIGN(*share, read_share(*region));
  }
  return {};
}

Result<bool> read_flag(const JsonField& object, std::string_view name) {
  const auto field = object.find(name);
  if (!field) return false;
  const bool* flag = field->value().as_bool();
  if (flag == nullptr) return field->error("true or false expected");
  return *flag;
}

Result<std::vector<PriorityBand>> read_bands(const JsonField& object) {
  std::vector<PriorityBand> bands;
  const auto list = object.find("priority_bands");
  if (!list) return bands;
  LW_TRY_ASSIGN(const std::vector<JsonField> items, list->items());
  for (const JsonField& item : items) {
    LW_TRY(check_names(item, {"bytes", "from", "keep", "to", "tokens"}));
    PriorityBand band;
    LW_TRY_ASSIGN(band.from, find_i64(item, "from"));
    LW_TRY_ASSIGN(band.to, find_i64(item, "to"));
    LW_TRY_ASSIGN(band.keep, read_flag(item, "keep"));
    LW_TRY_ASSIGN(band.budgets, read_share(item));
    bands.push_back(std::move(band));
  }
  return bands;
}

JsonValue integer(const std::optional<std::int64_t>& value) { return value ? JsonValue(*value) : JsonValue(); }

JsonValue bands_json(const std::vector<PriorityBand>& bands) {
  JsonValue::Array list;
  for (const PriorityBand& band : bands) {
    list.push_back(make_object({{"bytes", budget_json(band.budgets.bytes)},
                                {"from", integer(band.from)},
                                {"keep", JsonValue(band.keep)},
                                {"to", integer(band.to)},
                                {"tokens", budget_json(band.budgets.tokens)}}));
  }
  return list;
}

// The regions with a budget as JSON.
JsonValue regions_json(const PrunePolicy& policy) {
  std::vector<JsonMember> members;
  for (const auto& [name, share] :
       {std::pair("sys", &policy.sys), std::pair("seq", &policy.seq), std::pair("ah", &policy.ah)}) {
    if (share->is_empty()) continue;
    members.push_back(
        {name, make_object({{"bytes", budget_json(share->bytes)}, {"tokens", budget_json(share->tokens)}})});
  }
  return make_object(std::move(members));
}

// ---- rules for removable blocks ----

Result<std::vector<RemovableRule>> read_rules(const JsonField& object) {
  std::vector<RemovableRule> rules;
  const auto list = object.find("removable");
  if (!list) return rules;
  LW_TRY_ASSIGN(const std::vector<JsonField> items, list->items());
  for (const JsonField& item : items) {
    LW_TRY(check_names(item, {"type", "zone"}));
    RemovableRule rule;
    LW_TRY_ASSIGN(rule.type, find_text(item, "type"));
    LW_TRY_ASSIGN(rule.zone, find_text(item, "zone"));
    rules.push_back(std::move(rule));
  }
  return rules;
}

JsonValue rules_json(const std::vector<RemovableRule>& rules) {
  const auto text = [](const std::optional<std::string>& value) { return value ? JsonValue(*value) : JsonValue(); };
  JsonValue::Array list;
  for (const RemovableRule& rule : rules) {
    list.push_back(make_object({{"type", text(rule.type)}, {"zone", text(rule.zone)}}));
  }
  return list;
}

// ---- rules that know the price ----

Result<std::optional<FreeRides>> read_free_rides(const JsonField& object) {
  const auto field = object.find("free_rides");
  if (!field) return std::optional<FreeRides>();
  LW_TRY(check_names(*field, {"soon"}));
  LW_TRY_ASSIGN(const auto soon, find_u64(*field, "soon"));
  return std::optional(FreeRides{soon.value_or(0)});
}

Result<std::optional<PayBack>> read_pay_back(const JsonField& object) {
  const auto field = object.find("pay_back");
  if (!field) return std::optional<PayBack>();
  LW_TRY(check_names(*field, {"cached", "requests", "written"}));
  LW_TRY_ASSIGN(const JsonField requests, field->member("requests"));
  PayBack rule;
  LW_TRY_ASSIGN(rule.requests, requests.u64());
  LW_TRY_ASSIGN(const auto cached, find_u64(*field, "cached"));
  LW_TRY_ASSIGN(const auto written, find_u64(*field, "written"));
  rule.cached = cached.value_or(rule.cached);
  rule.written = written.value_or(rule.written);
  return std::optional(rule);
}

Result<HardLimit> read_limit(const JsonField& object) {
  HardLimit limit;
  const auto field = object.find("limit");
  if (!field) return limit;
  LW_TRY(check_names(*field, {"bytes", "tokens"}));
  LW_TRY_ASSIGN(limit.bytes, find_u64(*field, "bytes"));
  LW_TRY_ASSIGN(limit.tokens, find_u64(*field, "tokens"));
  return limit;
}

Result<bool> read_count_turns(const JsonField& object) {
  LW_TRY_ASSIGN(const auto word, find_text(object, "count_turns"));
  if (!word || *word == "all") return false;
  if (*word == "exchanges") return true;
  return object.error("count_turns is 'all' or 'exchanges', not '" + *word + "'");
}

Result<void> read_price_rules(const JsonField& object, PrunePolicy& policy) {
  LW_TRY_ASSIGN(policy.align, find_u64(object, "align"));
  LW_TRY_ASSIGN(policy.free_rides, read_free_rides(object));
  LW_TRY_ASSIGN(policy.pay_back, read_pay_back(object));
  LW_TRY_ASSIGN(policy.limit, read_limit(object));
  LW_TRY_ASSIGN(policy.count_exchanges, read_count_turns(object));
  LW_TRY_ASSIGN(policy.stable_order, read_flag(object, "stable_order"));
  LW_TRY_ASSIGN(policy.summaries, read_flag(object, "summaries"));
  return {};
}

void add_price_rules(std::vector<JsonMember>& members, const PrunePolicy& policy) {
  const auto optional_number = [](const std::optional<std::uint64_t>& value) {
    return value ? number(*value) : JsonValue();
  };
  if (policy.align) members.push_back({"align", number(*policy.align)});
  if (policy.count_exchanges) members.push_back({"count_turns", "exchanges"});
  if (policy.free_rides) members.push_back({"free_rides", make_object({{"soon", number(policy.free_rides->soon)}})});
  if (!policy.limit.is_empty()) {
    members.push_back({"limit", make_object({{"bytes", optional_number(policy.limit.bytes)},
                                             {"tokens", optional_number(policy.limit.tokens)}})});
  }
  if (policy.pay_back) {
    members.push_back({"pay_back", make_object({{"cached", number(policy.pay_back->cached)},
                                                {"requests", number(policy.pay_back->requests)},
                                                {"written", number(policy.pay_back->written)}})});
  }
  if (policy.stable_order) members.push_back({"stable_order", JsonValue(true)});
  if (policy.summaries) members.push_back({"summaries", JsonValue(true)});
}

Result<PrunePolicy> read_policy(const JsonField& object) {
  LW_TRY(check_names(object, {"align", "bytes", "count_turns", "free_rides", "keep_turns", "limit", "nodes_per_turn",
                              "pay_back", "priority_bands", "prune_system", "regions", "removable", "stable_order",
                              "summaries", "tokens", "turns"}));
  PrunePolicy policy;
  LW_TRY_ASSIGN(policy.bytes, read_budget(object, "bytes"));
  LW_TRY_ASSIGN(policy.tokens, read_budget(object, "tokens"));
  LW_TRY_ASSIGN(policy.turns, read_budget(object, "turns"));
  LW_TRY_ASSIGN(policy.nodes_per_turn, find_u64(object, "nodes_per_turn"));
  LW_TRY_ASSIGN(const auto keep_turns, find_u64(object, "keep_turns"));
  policy.keep_turns = keep_turns.value_or(policy.keep_turns);
  LW_TRY_ASSIGN(policy.prune_system, read_flag(object, "prune_system"));
  LW_TRY(read_regions(object, policy));
  LW_TRY_ASSIGN(policy.priority_bands, read_bands(object));
  LW_TRY_ASSIGN(policy.removable, read_rules(object));
  LW_TRY(read_price_rules(object, policy));
  return policy;
}

}  // namespace

Result<PrunePolicy> parse_policy(std::string_view json) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(json));
  return read_policy(JsonField(value));
}

std::string policy_json(const PrunePolicy& policy) {
  std::vector<JsonMember> members = {
      {"bytes", budget_json(policy.bytes)},
      {"keep_turns", number(policy.keep_turns)},
      {"nodes_per_turn", policy.nodes_per_turn ? number(*policy.nodes_per_turn) : JsonValue()},
      {"prune_system", JsonValue(policy.prune_system)},
      {"tokens", budget_json(policy.tokens)},
      {"turns", budget_json(policy.turns)},
  };
  const bool has_regions = !policy.sys.is_empty() || !policy.seq.is_empty() || !policy.ah.is_empty();
  if (has_regions) members.push_back({"regions", regions_json(policy)});
  if (!policy.priority_bands.empty()) members.push_back({"priority_bands", bands_json(policy.priority_bands)});
  if (!policy.removable.empty()) members.push_back({"removable", rules_json(policy.removable)});
  add_price_rules(members, policy);
  return canonical_json(make_object(std::move(members)));
}

}  // namespace latewood
