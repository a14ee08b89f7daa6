// Receipts as JSON and text.
#include <utility>

#include "canon/json_writer.h"
#include "canon/unsigned_number.h"
#include "latewood/json_value.h"
#include "latewood/receipt.h"

namespace latewood {
namespace {

JsonValue place_json(const Instance& instance) {
  return instance.turn.empty() ? JsonValue("trunk") : JsonValue(instance.turn);
}

JsonValue ref_json(const NodeRef& ref) { return make_object({{"id", ref.id}, {"instance", place_json(ref.instance)}}); }

JsonValue rewrite_json(const Rewrite& rewrite) {
  std::vector<JsonMember> members = {{"id", rewrite.id}, {"kind", std::string(to_string(rewrite.kind))}};
  const bool is_pin = rewrite.kind == RewriteKind::Pinned || rewrite.kind == RewriteKind::Unpinned;
  const bool has_from = rewrite.kind == RewriteKind::Placed || rewrite.kind == RewriteKind::Dropped;
  if (has_from) members.push_back({"from", place_json(rewrite.from)});
  if (!is_pin && rewrite.kind != RewriteKind::Dropped) members.push_back({"to", place_json(rewrite.to)});
  if (!rewrite.parent.empty()) members.push_back({is_pin ? "holder" : "parent", rewrite.parent});
  return make_object(std::move(members));
}

template <class Items, class Convert>
JsonValue list_json(const Items& items, Convert convert) {
  JsonValue::Array list;
  for (const auto& item : items) list.push_back(convert(item));
  return list;
}

JsonValue candidate_json(const Candidate& candidate) {
  std::vector<JsonMember> members = {
      {"kind", std::string(to_string(candidate.kind))},
      {"disposition", std::string(to_string(candidate.disposition))},
      {"rule", candidate.rule},
      {"scope", ref_json(candidate.scope)},
      {"reads", list_json(candidate.reads, ref_json)},
      {"rewrites", list_json(candidate.rewrites, rewrite_json)},
  };
  if (!candidate.actor.empty()) members.push_back({"actor", candidate.actor});
  if (candidate.event) {
    members.push_back(
        {"event", make_object({{"stream", candidate.event->stream}, {"seq", json_number(candidate.event->seq)}})});
  }
  if (!candidate.blockers.empty()) members.push_back({"blockers", list_json(candidate.blockers, json_number)});
  if (!candidate.keys.empty()) {
    members.push_back({"keys", list_json(candidate.keys, [](const std::string& key) { return JsonValue(key); })});
  }
  return make_object(std::move(members));
}

}  // namespace

std::string_view to_string(CandidateKind kind) {
  switch (kind) {
    case CandidateKind::Direct: return "direct";
    case CandidateKind::Proposal: return "proposal";
    case CandidateKind::Lifecycle: return "lifecycle";
  }
  return "direct";
}

std::string_view to_string(Disposition disposition) {
  return disposition == Disposition::Applied ? "applied" : "rejected";
}

std::string_view to_string(RewriteKind kind) {
  switch (kind) {
    case RewriteKind::Made: return "made";
    case RewriteKind::Changed: return "changed";
    case RewriteKind::Placed: return "placed";
    case RewriteKind::Dropped: return "dropped";
    case RewriteKind::Pinned: return "pinned";
    case RewriteKind::Unpinned: return "unpinned";
  }
  return "made";
}

std::string to_json(const Receipt& receipt) {
  return canonical_json(make_object({
      {"cycle", json_number(receipt.cycle)},
      {"policy", receipt.policy.empty() ? JsonValue() : JsonValue(receipt.policy)},
      {"plan_digest", receipt.plan_digest.hex()},
      {"decision_digest", receipt.decision_digest.hex()},
      {"rewrites_digest", receipt.rewrites_digest.hex()},
      {"admission_digest", receipt.admission_digest.hex()},
      {"candidates", list_json(receipt.candidates, candidate_json)},
  }));
}

}  // namespace latewood
