// Receipt entries and admission records as JSON, in the form of the golden vectors.
#pragma once

#include <vector>

#include "canon/json_field.h"
#include "latewood/result.h"
#include "warp/admission.h"
#include "warp/receipt_digests.h"

namespace latewood::warp {

// {"entries":[{"rule_id", "scope_hash", ...}]}, in the given order.
Result<std::vector<PlanEntry>> read_plan(const JsonField& field);

// {"entries":[{"rule_id", "scope_hash", "scope", "disposition"}]}
Result<std::vector<DecisionEntry>> read_decisions(const JsonField& field);

// {"entries":[{"rule_id", "scope_hash", "scope"}]}
Result<std::vector<RewriteEntry>> read_rewrites(const JsonField& field);

// {"rule_ids":[..]}
Result<std::vector<RuleId>> read_rule_ids(const JsonField& field);

// A record has the specification's field names: view_id, stream_id, admit_at_tick,
// policy_hash, admitted_digest, and, where present, budget_max_events,
// budget_max_bytes, budget_max_work, fairness_order_digest. The admitted events are given by
// `from_seq` and `to_seq` (also as an object `admitted_range`), or by a list `seq`. An
// `admitted_set_tag`, if present, must agree. A `decision_id` must be the derived one
// (DIGEST-18).
Result<AdmissionRecord> read_admission_record(const JsonField& field);

}  // namespace latewood::warp
