// The results of `why` and `blame` as JSON.
#include <utility>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "canon/unsigned_number.h"
#include "latewood/json_value.h"
#include "latewood/why.h"

namespace latewood {
namespace {

JsonValue event_json(const EventRef& event) {
  return make_object({{"seq", json_number(event.seq)}, {"stream", event.stream}});
}

// Adds a member unless the text is empty.
void add_text(std::vector<JsonMember>& members, const char* name, const std::string& text) {
  if (!text.empty()) members.push_back({name, text});
}

void add_event(std::vector<JsonMember>& members, const std::optional<EventRef>& event) {
  if (event) members.push_back({"event", event_json(*event)});
}

JsonValue reasoned_json(const ReasonedCandidate& reasoned) {
  const Candidate& candidate = reasoned.candidate;
  JsonValue::Array writes;
  for (const Rewrite& rewrite : candidate.rewrites) {
    writes.push_back(make_object({{"id", rewrite.id}, {"kind", std::string(to_string(rewrite.kind))}}));
  }
  JsonValue::Array reads;
  for (const NodeRef& read : candidate.reads) reads.emplace_back(read.id);
  std::vector<JsonMember> members = {
      {"cycle", json_number(reasoned.cycle)},
      {"number", json_number(reasoned.number)},
      {"rule", candidate.rule},
      {"kind", std::string(to_string(candidate.kind))},
      {"scope", candidate.scope.id},
      {"reads", std::move(reads)},
      {"writes", std::move(writes)},
  };
  add_text(members, "actor", candidate.actor);
  add_event(members, candidate.event);
  if (reasoned.admission) {
    members.push_back({"admission", make_object({{"decision_id", reasoned.admission->decision_id.hex()},
                                                 {"view", reasoned.admission->view_id}})});
  }
  return make_object(std::move(members));
}

JsonValue reasoned_json(const std::vector<ReasonedCandidate>& candidates) {
  JsonValue::Array list;
  for (const ReasonedCandidate& reasoned : candidates) list.push_back(reasoned_json(reasoned));
  return list;
}

JsonValue step_json(const WhyStep& step) {
  std::vector<JsonMember> members = {
      {"cycle", json_number(step.cycle)},
      {"commit_id", step.commit_id.hex()},
      {"has_receipt", step.has_receipt},
      {"host_time", std::to_string(step.note.host_time)},
      {"candidates", reasoned_json(step.candidates)},
  };
  if (step.is_older) members.push_back({"is_older", true});
  add_text(members, "actor", step.note.actor);
  add_text(members, "message", step.note.message);
  return make_object(std::move(members));
}

JsonValue here_json(const WhyHere& here) {
  JsonValue::Array markers;
  for (const std::string& id : here.markers) markers.emplace_back(id);
  JsonValue::Array holders;
  for (const std::string& id : here.held_by) holders.emplace_back(id);
  std::vector<JsonMember> members = {{"expires", here.expires ? json_number(*here.expires) : JsonValue()},
                                     {"held_by", std::move(holders)},
                                     {"is_pinned", here.is_pinned},
                                     {"markers", std::move(markers)},
                                     {"ttl_ends", here.ttl_ends ? json_number(*here.ttl_ends) : JsonValue()}};
  add_text(members, "provenance", here.provenance);
  return make_object(std::move(members));
}

JsonValue left_json(const WhyLeft& left) {
  std::vector<JsonMember> members = {
      {"cycle", json_number(left.cycle)}, {"commit_id", left.commit_id.hex()}, {"rule", left.rule}};
  add_text(members, "actor", left.actor);
  add_event(members, left.event);
  const auto policy = left.policy.empty() ? Result<JsonValue>(JsonValue()) : parse_json(left.policy);
  if (policy && !policy->is_null()) members.push_back({"policy", *policy});
  return make_object(std::move(members));
}

}  // namespace

std::string to_json(const Why& why) {
  JsonValue::Array steps;
  for (const WhyStep& step : why.steps) steps.push_back(step_json(step));
  return canonical_json(make_object({{"id", why.id},
                                     {"steps", std::move(steps)},
                                     {"here", why.here ? here_json(*why.here) : JsonValue()},
                                     {"left", why.left ? left_json(*why.left) : JsonValue()}}));
}

std::string to_json(const std::vector<ReasonedCandidate>& slice) { return canonical_json(reasoned_json(slice)); }

std::string to_json(const std::vector<BlameLine>& lines) {
  JsonValue::Array list;
  for (const BlameLine& line : lines) {
    std::vector<JsonMember> members = {
        {"id", line.unit.id},
        {"begin", json_number(line.unit.bytes.begin)},
        {"end", json_number(line.unit.bytes.end)},
        {"cycle", json_number(line.cycle)},
        {"commit_id", line.commit_id ? JsonValue(line.commit_id->hex()) : JsonValue()},
    };
    add_text(members, "message", line.message);
    add_text(members, "rule", line.rule);
    add_text(members, "actor", line.actor);
    add_event(members, line.event);
    list.push_back(make_object(std::move(members)));
  }
  return canonical_json(JsonValue(std::move(list)));
}

}  // namespace latewood
