#include "warp/receipt_case.h"

#include "base/try.h"
#include "warp/state_case.h"

namespace latewood::warp {
namespace {

Result<std::vector<JsonField>> entries_of(const JsonField& field, const char* key) {
  LW_TRY_ASSIGN(const JsonField entries, field.member(key));
  return entries.items();
}

Result<NodeKey> read_scope(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField scope, field.member("scope"));
  return read_node_key(scope);
}

Result<Disposition> read_disposition(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField disposition, field.member("disposition"));
  LW_TRY_ASSIGN(const std::string_view word, disposition.text());
  if (word == "applied") return Disposition::Applied;
  if (word == "rejected_footprint_conflict") return Disposition::RejectedFootprintConflict;
  return disposition.error("'applied' or 'rejected_footprint_conflict' expected");
}

Result<std::optional<std::uint64_t>> read_budget(const JsonField& field, const char* key) {
  const auto budget = field.find(key);
  if (!budget) return std::optional<std::uint64_t>();
  LW_TRY_ASSIGN(const std::uint64_t number, budget->u64());
  return std::optional(number);
}

Result<std::uint64_t> read_number(const JsonField& field, const char* key) {
  LW_TRY_ASSIGN(const JsonField number, field.member(key));
  return number.u64();
}

Result<SeqRange> read_range(const JsonField& field) {
  SeqRange range;
  LW_TRY_ASSIGN(range.from_seq, read_number(field, "from_seq"));
  LW_TRY_ASSIGN(range.to_seq, read_number(field, "to_seq"));
  return range;
}

Result<SeqList> read_seq_list(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, field.items());
  SeqList list;
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(const std::uint64_t seq, item.u64());
    list.seqs.push_back(seq);
  }
  return list;
}

Result<std::variant<SeqRange, SeqList>> read_admitted(const JsonField& field) {
  std::variant<SeqRange, SeqList> admitted;
  if (const auto list = field.find("seq")) {
    LW_TRY_ASSIGN(admitted, read_seq_list(*list));
  } else if (const auto range = field.find("admitted_range")) {
    LW_TRY_ASSIGN(admitted, read_range(*range));
  } else {
    LW_TRY_ASSIGN(admitted, read_range(field));
  }
  if (const auto tag_field = field.find("admitted_set_tag")) {
    LW_TRY_ASSIGN(const std::uint64_t tag, tag_field->u64());
    if (tag != admitted.index() + 1) return tag_field->error("the tag does not fit what was admitted");
  }
  return admitted;
}

Result<void> check_decision_id(const JsonField& field, const AdmissionRecord& record) {
  const auto given_field = field.find("decision_id");
  if (!given_field) return {};
  LW_TRY_ASSIGN(const DecisionId given, given_field->id<DecisionId>());
  if (given == decision_id(record)) return {};
  return given_field->error("the record derives " + decision_id(record).hex());
}

}  // namespace

Result<std::vector<PlanEntry>> read_plan(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, entries_of(field, "entries"));
  std::vector<PlanEntry> entries(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    LW_TRY_ASSIGN(entries[i].scope_hash, read_id<ScopeHash>(items[i], "scope_hash"));
    LW_TRY_ASSIGN(entries[i].rule, read_id<RuleId>(items[i], "rule_id"));
  }
  return entries;
}

Result<std::vector<DecisionEntry>> read_decisions(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, entries_of(field, "entries"));
  std::vector<DecisionEntry> entries(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    LW_TRY_ASSIGN(entries[i].rule, read_id<RuleId>(items[i], "rule_id"));
    LW_TRY_ASSIGN(entries[i].scope_hash, read_id<ScopeHash>(items[i], "scope_hash"));
    LW_TRY_ASSIGN(const NodeKey scope, read_scope(items[i]));
    entries[i].scope = scope.node;
    LW_TRY_ASSIGN(entries[i].disposition, read_disposition(items[i]));
  }
  return entries;
}

Result<std::vector<RewriteEntry>> read_rewrites(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, entries_of(field, "entries"));
  std::vector<RewriteEntry> entries(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    LW_TRY_ASSIGN(entries[i].rule, read_id<RuleId>(items[i], "rule_id"));
    LW_TRY_ASSIGN(entries[i].scope_hash, read_id<ScopeHash>(items[i], "scope_hash"));
    LW_TRY_ASSIGN(entries[i].scope, read_scope(items[i]));
  }
  return entries;
}

Result<std::vector<RuleId>> read_rule_ids(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<JsonField> items, entries_of(field, "rule_ids"));
  std::vector<RuleId> rules(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    LW_TRY_ASSIGN(rules[i], items[i].id<RuleId>());
  }
  return rules;
}

Result<AdmissionRecord> read_admission_record(const JsonField& field) {
  AdmissionRecord record;
  LW_TRY_ASSIGN(const JsonField view, field.member("view_id"));
  LW_TRY_ASSIGN(record.view_id, view.text());
  LW_TRY_ASSIGN(const JsonField stream, field.member("stream_id"));
  LW_TRY_ASSIGN(record.stream_id, stream.text());
  LW_TRY_ASSIGN(record.admit_at_tick, read_number(field, "admit_at_tick"));
  LW_TRY_ASSIGN(record.policy_hash, read_id<PolicyHash>(field, "policy_hash"));
  LW_TRY_ASSIGN(record.budget_max_events, read_budget(field, "budget_max_events"));
  LW_TRY_ASSIGN(record.budget_max_bytes, read_budget(field, "budget_max_bytes"));
  LW_TRY_ASSIGN(record.budget_max_work, read_budget(field, "budget_max_work"));
  if (const auto fairness = field.find("fairness_order_digest")) {
    LW_TRY_ASSIGN(record.fairness_order_digest, fairness->id<FairnessDigest>());
  }
  LW_TRY_ASSIGN(record.admitted, read_admitted(field));
  LW_TRY_ASSIGN(record.admitted_digest, read_id<AdmittedDigest>(field, "admitted_digest"));
  if (const auto checked = check_admission_record(record); !checked) return field.error(checked.error().message);
  LW_TRY(check_decision_id(field, record));
  return record;
}

}  // namespace latewood::warp
