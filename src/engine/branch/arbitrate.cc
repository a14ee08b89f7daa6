#include "engine/branch/arbitrate.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/branch/recorded_editor.h"
#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "engine/record/edit_text.h"
#include "engine/record/plan.h"
#include "engine/record/receipt_seal.h"
#include "intake/rewrites.h"
#include "warp/receipt_digests.h"

namespace latewood::engine {
namespace {

// Ids that the proposer chose. The other ids are issued when the edits are made, so no other proposal can name them.
std::vector<std::string> chosen_ids(const std::vector<tree::MadeEdit>& edits) {
  std::vector<std::string> ids;
  for (const tree::MadeEdit& made : edits) {
    const Component* component = nullptr;
    if (const auto* insert = std::get_if<InsertEdit>(&made.edit)) component = &insert->component;
    if (const auto* under = std::get_if<InsertUnderEdit>(&made.edit)) component = &under->component;
    if (component != nullptr && component->id) ids.push_back(*component->id);
  }
  return ids;
}

intake::Footprint lasting_footprint(Candidate candidate, const std::vector<tree::MadeEdit>& edits) {
  const std::vector<std::string> chosen = chosen_ids(edits);
  std::vector<std::string> issued;
  for (const Rewrite& rewrite : candidate.rewrites) {
    const bool is_issued = rewrite.kind == RewriteKind::Made && rewrite.id.starts_with("cb:") &&
                           std::find(chosen.begin(), chosen.end(), rewrite.id) == chosen.end();
    if (is_issued) issued.push_back(rewrite.id);
  }
  const auto is_issued = [&issued](const auto& named) {
    return std::find(issued.begin(), issued.end(), named.id) != issued.end();
  };
  std::erase_if(candidate.rewrites, is_issued);
  std::erase_if(candidate.reads, is_issued);
  return intake::footprint_of(candidate);
}

// The sort key of a proposal: scope and rule as the graph names them, then all its other members.
std::string order_of(const Candidate& candidate, const EditCall& call) {
  const warp::RuleId rule = warp::make_rule_id(candidate.rule);
  const warp::ScopeHash named = warp::scope_hash(rule, key_of(candidate.scope));
  std::string order(named.bytes.begin(), named.bytes.end());
  order.append(rule.bytes.begin(), rule.bytes.end());
  return order + encode_entry({{}, call});
}

// Makes the edits on the head, without other proposals, and returns their candidate and footprint.
Result<PendingProposal> try_on_head(Offer offer, const BranchTimeline& timeline, WorkingState& working) {
  working.settle_parent();
  const tree::Tree& base = timeline.base();
  tree::Draft draft;
  draft.tree = base;
  draft.last_stamp = timeline.head() == nullptr ? draft.last_stamp : timeline.head()->last_stamp;
  draft.parent = working.draft().parent;
  const Stamps no_stamps;
  ReplayClock clock(no_stamps);
  const tree::Surroundings around = with_clock(working.committed_surroundings(), clock);

  PendingProposal pending{std::move(offer), {}, {}, {}};
  const EditCall& call = pending.offer.call;
  tree::Editor editor(draft, around, call.permissions);
  for (const tree::MadeEdit& made : call.edits) LW_TRY(tree::apply(made.edit, editor));
  const FindPlace find = [&around](const tree::Tree& tree, std::string_view id) {
    return tree::find_place(tree, id, around.turn_of);
  };
  pending.candidate = candidate_of(call, base, editor.draft().tree, find);
  pending.candidate.kind = CandidateKind::Proposal;
  if (!pending.offer.rule.empty()) pending.candidate.rule = pending.offer.rule;
  if (const std::string& scope = pending.offer.scope; !scope.empty()) {
    const auto place = find(base, scope);
    if (!place) return broken(kNodeNotFound, "there is no node '" + scope + "'", Code::NotFound);
    pending.candidate.scope = {intake::instance_at(base, *place), scope};
  }
  pending.footprint = lasting_footprint(pending.candidate, call.edits);
  pending.order = order_of(pending.candidate, call);
  return pending;
}

// Makes the edits of a proposal on the working state.
Result<Candidate> apply_proposal(const PendingProposal& pending, WorkingState& working) {
  const EditCall& offered = pending.offer.call;
  RecordedEditor recorded(working.draft(), working.around(), offered.permissions);
  for (const tree::MadeEdit& made : offered.edits) LW_TRY(tree::apply(made.edit, recorded.editor()));
  const EditCall call = recorded.take(offered.event);
  const FindPlace find = [&working](const tree::Tree& tree, std::string_view id) {
    return tree::find_place(tree, id, working.around().turn_of);
  };
  Candidate candidate = candidate_of(call, working.tree(), recorded.editor().draft().tree, find);
  candidate.kind = CandidateKind::Proposal;
  candidate.rule = pending.candidate.rule;
  candidate.scope = pending.candidate.scope;
  working.keep(recorded.editor());
  return candidate;
}

// The decision on one proposal. The working state has the edits of the proposals accepted before it.
Candidate decide(const PendingProposal& pending, WorkingState& working) {
  Candidate rejected = pending.candidate;
  rejected.disposition = Disposition::Rejected;
  const std::vector<Candidate>& plan = working.plan();
  std::vector<std::uint64_t> applied_before;
  for (std::uint64_t at = 0; at < plan.size(); ++at) {
    if (plan[at].disposition != Disposition::Applied) continue;
    applied_before.push_back(at);
    if (intake::conflict(intake::footprint_of(plan[at]), pending.footprint)) rejected.blockers.push_back(at);
  }
  if (!rejected.blockers.empty()) return rejected;
  auto applied = apply_proposal(pending, working);
  if (applied) return *std::move(applied);
  // The edits succeed on the head and fail on the working state: an accepted candidate blocks them by a rule that no
  // footprint shows.
  rejected.blockers = std::move(applied_before);
  return rejected;
}

}  // namespace

Result<PendingProposal> try_proposal(Offer offer, const BranchTimeline& timeline, WorkingState& working) {
  if (!working.keeps_receipts()) return broken(kOptionInvalid, "proposals need a context with receipts");
  if (offer.call.edits.empty()) return broken(kOptionInvalid, "a proposal without edits");
  if (offer.call.permissions.actor.empty()) return broken(kOptionInvalid, "a proposal without a proposer");
  LW_TRY(check_maker(offer.call.permissions.actor, offer.call.event));
  LW_TRY(check_text(offer.rule));
  LW_TRY(check_text(offer.scope));
  return try_on_head(std::move(offer), timeline, working);
}

void arbitrate(WorkingState& working) {
  for (const PendingProposal& pending : working.proposals()) {
    Candidate decided = decide(pending, working);
    working.add_candidate(std::move(decided));
  }
}

}  // namespace latewood::engine
