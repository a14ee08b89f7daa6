#include "engine/record/admission_text.h"
#include "canon/unsigned_number.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "warp/receipt_case.h"

namespace latewood {
namespace {

JsonValue optional_number(const std::optional<std::uint64_t>& value) {
  return value ? json_number(*value) : JsonValue();
}

// Uses the specification's member names, so that `warp admission` can read the output.
JsonValue decision_json(const AdmissionDecision& decision) {
  std::vector<JsonMember> members = {
      {"view_id", decision.view_id},
      {"stream_id", decision.stream_id},
      {"admit_at_tick", json_number(decision.admit_at_tick)},
      {"policy_hash", decision.policy_hash.hex()},
      {"budget_max_events", optional_number(decision.budget.max_events)},
      {"budget_max_bytes", optional_number(decision.budget.max_bytes)},
      {"budget_max_work", optional_number(decision.budget.max_work)},
      {"fairness_order_digest",
       decision.fairness_order_digest ? JsonValue(decision.fairness_order_digest->hex()) : JsonValue()},
      {"admitted_digest", decision.admitted_digest.hex()},
      {"decision_id", decision.decision_id.hex()},
      {"dropped", json_number(decision.dropped)},
      {"waiting", json_number(decision.waiting)},
  };
  if (decision.from_seq == 0) {
    members.push_back({"seq", JsonValue(JsonValue::Array())});
  } else {
    const JsonValue range =
        make_object({{"from_seq", json_number(decision.from_seq)}, {"to_seq", json_number(decision.to_seq)}});
    members.push_back({"admitted_range", range});
  }
  return make_object(std::move(members));
}

JsonValue decisions_json(const CycleAdmission& admission) {
  JsonValue::Array decisions;
  for (const AdmissionDecision& decision : admission.decisions) decisions.push_back(decision_json(decision));
  return decisions;
}

}  // namespace

std::string to_json(const CycleAdmission& admission) {
  return canonical_json(
      make_object({{"admission_digest", admission.admission_digest.hex()}, {"decisions", decisions_json(admission)}}));
}

namespace engine {
namespace {

// `read_admission_record` checks the record and the id stored with it.
Result<AdmissionDecision> read_decision(const JsonField& object) {
  LW_TRY_ASSIGN(const warp::AdmissionRecord record, warp::read_admission_record(object));
  AdmissionDecision decision;
  decision.view_id = record.view_id;
  decision.stream_id = record.stream_id;
  decision.admit_at_tick = record.admit_at_tick;
  decision.policy_hash = {record.policy_hash.bytes};
  decision.budget = {record.budget_max_events, record.budget_max_bytes, record.budget_max_work};
  if (record.fairness_order_digest) decision.fairness_order_digest = Blake3Digest{record.fairness_order_digest->bytes};
  if (const auto* range = std::get_if<warp::SeqRange>(&record.admitted)) {
    decision.from_seq = range->from_seq;
    decision.to_seq = range->to_seq;
  } else if (!std::get<warp::SeqList>(record.admitted).seqs.empty()) {
    return object.error("a range expected");
  }
  decision.admitted_digest = {record.admitted_digest.bytes};
  LW_TRY_ASSIGN(decision.decision_id, read_id<Blake3Digest>(object, "decision_id"));
  LW_TRY_ASSIGN(decision.dropped, read_u64(object, "dropped"));
  LW_TRY_ASSIGN(decision.waiting, read_u64(object, "waiting"));
  return decision;
}

// Fails if the policy of a decision is not in the list.
Result<std::set<std::string>> read_policies(const JsonField& list, const CycleAdmission& admission) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, list.items());
  std::set<std::string> policies;
  std::set<Blake3Digest> hashes;
  for (const JsonField& item : items) {
    const std::string policy = canonical_json(item.value());
    hashes.insert(blake3_of(policy));
    policies.insert(policy);
  }
  for (const AdmissionDecision& decision : admission.decisions) {
    if (!hashes.contains(decision.policy_hash)) return list.error("the policy of a decision is missing");
  }
  return policies;
}

Result<StoredAdmission> read_stored(const JsonField& object) {
  StoredAdmission stored;
  LW_TRY_ASSIGN(const JsonField decisions, object.member("decisions"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, decisions.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(AdmissionDecision decision, read_decision(item));
    stored.admission.decisions.push_back(std::move(decision));
  }
  LW_TRY_ASSIGN(const Blake3Digest digest, read_id<Blake3Digest>(object, "admission_digest"));
  seal_admission(stored.admission);
  if (stored.admission.admission_digest != digest) return object.error("the decisions have another digest");
  LW_TRY_ASSIGN(const JsonField cursors, object.member("cursors"));
  LW_TRY_ASSIGN(const std::vector<JsonField> places, cursors.items());
  for (const JsonField& place : places) {
    LW_TRY_ASSIGN(std::string view, read_text(place, "view"));
    LW_TRY_ASSIGN(std::string stream, read_text(place, "stream"));
    Cursor cursor;
    LW_TRY_ASSIGN(cursor.seq, read_u64(place, "seq"));
    LW_TRY_ASSIGN(cursor.dropped, read_u64(place, "dropped"));
    stored.cursors.emplace(std::pair(std::move(view), std::move(stream)), cursor);
  }
  if (const auto policies = object.find("policies")) {
    LW_TRY_ASSIGN(stored.policies, read_policies(*policies, stored.admission));
  }
  return stored;
}

}  // namespace

warp::AdmissionRecord record_of(const AdmissionDecision& decision) {
  warp::AdmissionRecord record;
  record.view_id = decision.view_id;
  record.stream_id = decision.stream_id;
  record.admit_at_tick = decision.admit_at_tick;
  record.policy_hash = {decision.policy_hash.bytes};
  record.budget_max_events = decision.budget.max_events;
  record.budget_max_bytes = decision.budget.max_bytes;
  record.budget_max_work = decision.budget.max_work;
  if (decision.fairness_order_digest) {
    record.fairness_order_digest = warp::FairnessDigest{decision.fairness_order_digest->bytes};
  }
  record.admitted = warp::SeqList{};
  if (decision.from_seq != 0) record.admitted = warp::SeqRange{decision.from_seq, decision.to_seq};
  record.admitted_digest = {decision.admitted_digest.bytes};
  return record;
}

void seal_admission(CycleAdmission& admission) {
  std::vector<warp::AdmissionRecord> records;
  for (AdmissionDecision& decision : admission.decisions) {
    records.push_back(record_of(decision));
    decision.decision_id = {warp::decision_id(records.back()).bytes};
  }
  const auto rank = [](const AdmissionDecision& decision) {
    return std::tuple(std::string_view(decision.view_id), std::string_view(decision.stream_id), decision.admit_at_tick,
                      decision.from_seq);
  };
  std::stable_sort(admission.decisions.begin(), admission.decisions.end(),
                   [&rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  admission.admission_digest = {warp::admission_digest(std::move(records)).bytes};
}

std::string encode_admission(const StoredAdmission& stored) {
  JsonValue::Array cursors;
  for (const auto& [place, cursor] : stored.cursors) {
    cursors.push_back(make_object({{"view", place.first},
                                   {"stream", place.second},
                                   {"seq", json_number(cursor.seq)},
                                   {"dropped", json_number(cursor.dropped)}}));
  }
  std::vector<JsonMember> members = {{"admission_digest", stored.admission.admission_digest.hex()},
                                     {"cursors", std::move(cursors)},
                                     {"decisions", decisions_json(stored.admission)}};
  JsonValue::Array policies;
  for (const std::string& policy : stored.policies) policies.push_back(*parse_json(policy));
  if (!policies.empty()) members.push_back({"policies", std::move(policies)});
  return canonical_json(make_object(std::move(members)));
}

Result<StoredAdmission> decode_admission(std::string_view text) {
  auto value = parse_json(text);
  auto stored = value ? read_stored(JsonField(*value)) : Result<StoredAdmission>(std::move(value).error());
  if (stored) return stored;
  Error error = std::move(stored).error();
  error.code = Code::Corruption;
  error.message = "an admission: " + error.message;
  return error;
}

PendingAdmission pending_of(const StoredAdmission& stored) {
  return {
      encode_admission(stored), stored.admission.admission_digest, {stored.policies.begin(), stored.policies.end()}};
}

Result<PendingAdmission> pending_admission(const std::string& bytes, std::uint64_t cycle) {
  LW_TRY_ASSIGN(const StoredAdmission stored, decode_admission(bytes));
  const auto& decisions = stored.admission.decisions;
  const bool is_for_it = !decisions.empty() && decisions.front().admit_at_tick == cycle;
  if (!is_for_it) return PendingAdmission();
  return pending_of(stored);
}

}  // namespace engine
}  // namespace latewood
