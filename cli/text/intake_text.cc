#include "cli/text/intake_text.h"

#include <optional>
#include <string_view>
#include <vector>

#include "cli/terminal/printable.h"
#include "cli/text/counted.h"
#include "cli/text/event_ref.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kDecisionNameWidth = 22;

void append_decision_field(std::string& out, std::string_view name, std::string_view value) {
  out.append("    ").append(name).append(kDecisionNameWidth - name.size(), ' ').append(printable(value)).append("\n");
}

std::string limit_text(const std::optional<std::uint64_t>& limit, const char* unit) {
  return (limit ? std::to_string(*limit) : std::string("unlimited")) + " " + unit;
}

std::string budget_text(const AdmissionBudget& budget) {
  return limit_text(budget.max_events, "events") + ", " + limit_text(budget.max_bytes, "bytes") + ", " +
         limit_text(budget.max_work, "work");
}

std::string range_text(const AdmissionDecision& decision) {
  if (decision.from_seq == 0) return "none";
  return "events " + std::to_string(decision.from_seq) + " to " + std::to_string(decision.to_seq);
}

void append_decision(std::string& out, const AdmissionDecision& decision) {
  out += "  decision " + decision.decision_id.hex() + "\n";
  append_decision_field(out, "view", decision.view_id);
  append_decision_field(out, "stream", decision.stream_id);
  append_decision_field(out, "admit_at_tick", std::to_string(decision.admit_at_tick));
  append_decision_field(out, "admitted", range_text(decision));
  append_decision_field(out, "dropped", std::to_string(decision.dropped));
  append_decision_field(out, "waiting", std::to_string(decision.waiting));
  append_decision_field(out, "budget", budget_text(decision.budget));
  append_decision_field(out, "policy_hash", decision.policy_hash.hex());
  if (decision.fairness_order_digest)
    append_decision_field(out, "fairness_order_digest", decision.fairness_order_digest->hex());
  append_decision_field(out, "admitted_digest", decision.admitted_digest.hex());
}

// A proposal of the receipt with its number in the plan.
struct Decided {
  std::uint64_t number = 0;
  const Candidate* candidate = nullptr;
};

std::vector<Decided> proposals_in(const Receipt& receipt) {
  std::vector<Decided> proposals;
  for (std::size_t i = 0; i < receipt.candidates.size(); ++i) {
    if (receipt.candidates[i].kind == CandidateKind::Proposal) proposals.push_back({i, &receipt.candidates[i]});
  }
  return proposals;
}

std::string blocker_text(const Receipt& receipt, std::uint64_t number) {
  std::string text = std::to_string(number);
  if (number >= receipt.candidates.size()) return text;
  const Candidate& blocker = receipt.candidates[number];
  text += " (" + std::string(to_string(blocker.kind)) + " " + printable(blocker.rule);
  if (!blocker.actor.empty()) text += " by " + printable(blocker.actor);
  return text + ")";
}

std::string proposal_line(const Receipt& receipt, const Decided& decided) {
  const Candidate& candidate = *decided.candidate;
  std::string line = "  " + std::to_string(decided.number) + " " + std::string(to_string(candidate.disposition)) + " " +
                     printable(candidate.rule) + " " + printable(candidate.scope.id);
  if (!candidate.actor.empty()) line += " by " + printable(candidate.actor);
  if (candidate.event) line += ", on event " + printable(event_text(*candidate.event));
  for (const Rewrite& rewrite : candidate.rewrites) {
    line += "; " + std::string(to_string(rewrite.kind)) + " " + printable(rewrite.id);
  }
  for (const std::uint64_t number : candidate.blockers) line += "; blocked by: " + blocker_text(receipt, number);
  return line + "\n";
}

}  // namespace

std::string admission_text(const CycleAdmission& admission, std::uint64_t cycle) {
  std::string out = "cycle " + std::to_string(cycle) + ", " + counted(admission.decisions.size(), "decision") + "\n";
  if (!admission.decisions.empty()) out += "  admission_digest " + admission.admission_digest.hex() + "\n";
  for (const AdmissionDecision& decision : admission.decisions) append_decision(out, decision);
  return out;
}

std::string proposals_text(const Receipt& receipt) {
  const std::vector<Decided> proposals = proposals_in(receipt);
  std::string out = "cycle " + std::to_string(receipt.cycle) + ", " + counted(proposals.size(), "proposal") +
                    "\n  plan_digest " + receipt.plan_digest.hex() + "\n  decision_digest " +
                    receipt.decision_digest.hex() + "\n";
  for (const Decided& decided : proposals) out += proposal_line(receipt, decided);
  return out;
}

}  // namespace latewood::cli
