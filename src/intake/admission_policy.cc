// Converts an admission policy to canonical JSON, which is hashed, and back.
#include <algorithm>
#include <array>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "canon/unsigned_number.h"
#include "latewood/intake.h"

namespace latewood {
namespace {

constexpr std::array kModes = {AdmissionMode::Live, AdmissionMode::PauseBuffer, AdmissionMode::PauseDrop,
                               AdmissionMode::CatchUp};
constexpr std::array kKinds = {EventKind::User, EventKind::Tool, EventKind::Retrieval, EventKind::SubAgent,
                               EventKind::Timer};
constexpr std::array<std::string_view, 3> kBudgets = {"max_events", "max_bytes", "max_work"};

void add_budget(std::vector<JsonMember>& members, const AdmissionBudget& budget) {
  const std::array values = {budget.max_events, budget.max_bytes, budget.max_work};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) members.push_back({std::string(kBudgets[i]), json_number(*values[i])});
  }
}

Result<AdmissionBudget> read_budget(const JsonField& object) {
  AdmissionBudget budget;
  const std::array<std::optional<std::uint64_t>*, 3> values = {&budget.max_events, &budget.max_bytes, &budget.max_work};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto field = object.find(kBudgets[i]);
    if (!field) continue;
    LW_TRY_ASSIGN(*values[i], field->u64());
  }
  return budget;
}

Result<AdmissionMode> read_mode(const JsonField& object) {
  const auto field = object.find("mode");
  if (!field) return AdmissionMode::Live;
  LW_TRY_ASSIGN(const std::string_view word, field->text());
  for (const AdmissionMode mode : kModes) {
    if (word == to_string(mode)) return mode;
  }
  return field->error("'live', 'pause-buffer', 'pause-drop' or 'catch-up' expected");
}

Result<void> check_members(const JsonField& object, std::initializer_list<std::string_view> known) {
  const JsonValue::Object* members = object.value().as_object();
  if (members == nullptr) return object.error("an object expected");
  for (const JsonMember& member : *members) {
    const bool is_budget = std::find(kBudgets.begin(), kBudgets.end(), member.key) != kBudgets.end();
    if (!is_budget && std::find(known.begin(), known.end(), member.key) == known.end()) {
      return object.error("there is no member '" + member.key + "'");
    }
  }
  return {};
}

Result<StreamRule> read_rule(const JsonField& object) {
  LW_TRY(check_members(object, {"stream", "mode"}));
  StreamRule rule;
  LW_TRY_ASSIGN(const JsonField stream, object.member("stream"));
  LW_TRY_ASSIGN(rule.stream, stream.text());
  LW_TRY_ASSIGN(rule.mode, read_mode(object));
  LW_TRY_ASSIGN(rule.budget, read_budget(object));
  return rule;
}

Result<AdmissionPolicy> read_policy(const JsonField& object) {
  LW_TRY(check_members(object, {"mode", "streams"}));
  AdmissionPolicy policy;
  LW_TRY_ASSIGN(policy.mode, read_mode(object));
  LW_TRY_ASSIGN(policy.budget, read_budget(object));
  const auto streams = object.find("streams");
  if (!streams) return policy;
  LW_TRY_ASSIGN(const std::vector<JsonField> items, streams->items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(StreamRule rule, read_rule(item));
    const auto is_same = [&rule](const StreamRule& other) { return other.stream == rule.stream; };
    const bool is_twice = std::any_of(policy.streams.begin(), policy.streams.end(), is_same);
    if (is_twice) return item.error("stream '" + rule.stream + "' has two rules");
    policy.streams.push_back(std::move(rule));
  }
  return policy;
}

}  // namespace

std::string_view to_string(EventKind kind) {
  switch (kind) {
    case EventKind::User: return "user";
    case EventKind::Tool: return "tool";
    case EventKind::Retrieval: return "retrieval";
    case EventKind::SubAgent: return "sub-agent";
    case EventKind::Timer: return "timer";
  }
  return "user";
}

std::optional<EventKind> find_event_kind(std::string_view name) {
  for (const EventKind kind : kKinds) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

std::string_view to_string(EventFate fate) {
  switch (fate) {
    case EventFate::Waiting: return "waiting";
    case EventFate::Admitted: return "admitted";
    case EventFate::Dropped: return "dropped";
  }
  return "waiting";
}

std::string_view to_string(AdmissionMode mode) {
  switch (mode) {
    case AdmissionMode::Live: return "live";
    case AdmissionMode::PauseBuffer: return "pause-buffer";
    case AdmissionMode::PauseDrop: return "pause-drop";
    case AdmissionMode::CatchUp: return "catch-up";
  }
  return "live";
}

std::string to_json(const AdmissionPolicy& policy) {
  std::vector<JsonMember> members;
  if (policy.mode != AdmissionMode::Live) members.push_back({"mode", std::string(to_string(policy.mode))});
  add_budget(members, policy.budget);
  std::vector<StreamRule> rules = policy.streams;
  std::sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) { return a.stream < b.stream; });
  JsonValue::Array streams;
  for (const StreamRule& rule : rules) {
    std::vector<JsonMember> parts = {{"stream", rule.stream}};
    if (rule.mode != AdmissionMode::Live) parts.push_back({"mode", std::string(to_string(rule.mode))});
    add_budget(parts, rule.budget);
    streams.push_back(make_object(std::move(parts)));
  }
  if (!streams.empty()) members.push_back({"streams", std::move(streams)});
  return canonical_json(make_object(std::move(members)));
}

Result<AdmissionPolicy> parse_admission_policy(std::string_view json) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(json));
  auto policy = read_policy(JsonField(value));
  if (!policy) return broken(kOptionInvalid, "the admission policy: " + policy.error().message);
  return policy;
}

}  // namespace latewood
