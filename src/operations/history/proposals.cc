// The proposals that a commit decided.
#include <cstdint>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/receipt.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& proposals_arguments() {
  static const Schema kSchema = object(joined({history_members(), {moment_member()}}));
  return kSchema;
}

const Schema& proposals_result() {
  static const Schema kWrite = object({required("id", text()), required("kind", text("made, changed, placed, dropped, "
                                                                                     "pinned or unpinned"))});
  static const Schema kProposal = object(
      {required("number", count("its place in the plan")), required("proposer", text()), required("rule", text()),
       required("scope", text("the node that it is about")), required("event", nullable(text("STREAM:NUMBER"))),
       required("disposition", word({"applied", "rejected"})),
       required("blockers", list(count(), "places in the plan of those that it conflicts with")),
       required("writes", list(kWrite))});
  static const Schema kSchema =
      object({required("cycle", count()), required("plan_digest", digest()), required("decision_digest", digest()),
              required("proposals", list(kProposal, "in the order of decision"))});
  return kSchema;
}

JsonValue proposal_json(const Candidate& candidate, std::uint64_t number) {
  JsonValue::Array blockers;
  for (const std::uint64_t blocker : candidate.blockers) blockers.push_back(json_of(blocker));
  JsonValue::Array writes;
  for (const Rewrite& rewrite : candidate.rewrites) {
    writes.push_back(make_object({{"id", rewrite.id}, {"kind", std::string(to_string(rewrite.kind))}}));
  }
  JsonValue event;
  if (candidate.event) event = candidate.event->stream + ":" + std::to_string(candidate.event->seq);
  return make_object({{"blockers", std::move(blockers)},
                      {"disposition", std::string(to_string(candidate.disposition))},
                      {"event", std::move(event)},
                      {"number", json_of(number)},
                      {"proposer", candidate.actor},
                      {"rule", candidate.rule},
                      {"scope", candidate.scope.id},
                      {"writes", std::move(writes)}});
}

Result<std::string> proposals(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(arguments.text("moment")));
  LW_TRY_ASSIGN(const Receipt receipt, receipt_of(*line.context, line.reference));
  JsonValue::Array list;
  for (std::size_t i = 0; i < receipt.candidates.size(); ++i) {
    const Candidate& candidate = receipt.candidates[i];
    if (candidate.kind == CandidateKind::Proposal) list.push_back(proposal_json(candidate, i));
  }
  return json_text_of(make_object({{"cycle", json_of(receipt.cycle)},
                                   {"decision_digest", receipt.decision_digest.hex()},
                                   {"plan_digest", receipt.plan_digest.hex()},
                                   {"proposals", std::move(list)}}));
}

}  // namespace

const Row kProposals = {
    .name = "proposals",
    .scope = Scope::Read,
    .summary = "Lists the proposals that a commit decided, in order, and what became of each.",
    .arguments = proposals_arguments,
    .result = proposals_result,
    .example = R"({"moment":"@t0"})",
    .errors = {kReceiptMissing, kSnapshotNotFound},
    .run = proposals,
};

}  // namespace latewood::operations
