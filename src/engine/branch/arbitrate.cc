// Proposals: edits that several proposers offer for one commit. Each is tried on the head alone, so that what it
// reads and writes follows from nothing but the head and itself; the order in which they are decided follows from
// the proposals. So neither who came first nor how many there were at once makes a difference.
#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/branch/branch.h"
#include "engine/record/edit_text.h"
#include "engine/record/receipt_seal.h"
#include "intake/rewrites.h"
#include "warp/receipt_digests.h"

namespace latewood::engine {
namespace {

// Ids that the proposer chose. Others are issued when the edits are made, and nobody else can name them.
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

// By scope and rule as the graph names them, then by everything else that a proposal says.
std::string order_of(const Candidate& candidate, const EditCall& call) {
  const warp::RuleId rule = warp::make_rule_id(candidate.rule);
  const warp::ScopeHash named = warp::scope_hash(rule, key_of(candidate.scope));
  std::string order(named.bytes.begin(), named.bytes.end());
  order.append(rule.bytes.begin(), rule.bytes.end());
  return order + encode_entry({{}, call});
}

}  // namespace

// Finding things as the head has them, whatever the working state did meanwhile.
tree::Surroundings Branch::committed_surroundings() const {
  tree::Surroundings around = around_;
  around.turn_of = [this](std::string_view id) -> const tree::Node* {
    const auto entry = log_->scope.find(id);
    return entry ? entry->turn : nullptr;
  };
  around.is_taken = [this](std::string_view id) {
    return tree::find_place(base(), id, around_.turn_of).has_value() || log_->scope.find(id).has_value();
  };
  return around;
}

Result<void> Branch::propose(Offer offer) {
  if (!keeps_receipts) return broken(kOptionInvalid, "proposals need a context with receipts");
  if (offer.call.edits.empty()) return broken(kOptionInvalid, "a proposal without edits");
  if (offer.call.permissions.actor.empty()) return broken(kOptionInvalid, "a proposal without a proposer");
  LW_TRY(check_maker(offer.call.permissions.actor, offer.call.event));
  LW_TRY(check_text(offer.rule));
  LW_TRY(check_text(offer.scope));
  LW_TRY_ASSIGN(PendingProposal pending, try_on_head(std::move(offer)));
  if (journal != nullptr) LW_TRY(journal->keep_offer(pending.offer));
  const auto comes_before = [](const PendingProposal& a, const PendingProposal& b) { return a.order < b.order; };
  const auto place = std::upper_bound(proposals_.begin(), proposals_.end(), pending, comes_before);
  proposals_.insert(place, std::move(pending));
  return {};
}

// What the edits do to the head alone.
Result<PendingProposal> Branch::try_on_head(Offer offer) {
  settle_parent();
  tree::Draft draft;
  draft.tree = base();
  draft.last_stamp = head() == nullptr ? draft.last_stamp : head()->last_stamp;
  draft.parent = draft_.parent;
  const Stamps no_stamps;
  ReplayClock clock(no_stamps);
  tree::Surroundings around = committed_surroundings();
  around.clock = &clock;

  PendingProposal pending{std::move(offer), {}, {}, {}};
  const EditCall& call = pending.offer.call;
  tree::Editor editor(draft, around, call.permissions);
  for (const tree::MadeEdit& made : call.edits) LW_TRY(tree::apply(made.edit, editor));
  const FindPlace find = [&around](const tree::Tree& tree, std::string_view id) {
    return tree::find_place(tree, id, around.turn_of);
  };
  pending.candidate = candidate_of(call, base(), editor.draft().tree, find);
  pending.candidate.kind = CandidateKind::Proposal;
  if (!pending.offer.rule.empty()) pending.candidate.rule = pending.offer.rule;
  if (const std::string& scope = pending.offer.scope; !scope.empty()) {
    const auto place = find(base(), scope);
    if (!place) return broken(kNodeNotFound, "there is no node '" + scope + "'", Code::NotFound);
    pending.candidate.scope = {intake::instance_at(base(), *place), scope};
  }
  pending.footprint = lasting_footprint(pending.candidate, call.edits);
  pending.order = order_of(pending.candidate, call);
  return pending;
}

void Branch::go_back_to(WorkingState state) {
  draft_ = std::move(state.draft);
  fresh_ = std::move(state.fresh);
  plan_ = std::move(state.plan);
}

void Branch::arbitrate() {
  for (const PendingProposal& pending : proposals_) {
    Candidate decided = arbitrated(pending);
    plan_.push_back(std::move(decided));
  }
}

// What becomes of a proposal. The working state has the edits of those that won.
Candidate Branch::arbitrated(const PendingProposal& pending) {
  Candidate rejected = pending.candidate;
  rejected.disposition = Disposition::Rejected;
  std::vector<std::uint64_t> others;
  for (std::uint64_t at = 0; at < plan_.size(); ++at) {
    if (plan_[at].disposition != Disposition::Applied) continue;
    others.push_back(at);
    if (intake::conflict(intake::footprint_of(plan_[at]), pending.footprint)) rejected.blockers.push_back(at);
  }
  if (!rejected.blockers.empty()) return rejected;
  auto applied = apply_proposal(pending);
  if (applied) return *std::move(applied);
  // The head took the edits and the working state does not: somebody before it is in the way by a rule that
  // no footprint shows.
  rejected.blockers = std::move(others);
  return rejected;
}

Result<Candidate> Branch::apply_proposal(const PendingProposal& pending) {
  const EditCall& offered = pending.offer.call;
  RecordedEditor recorded(*this, offered.permissions);
  for (const tree::MadeEdit& made : offered.edits) LW_TRY(tree::apply(made.edit, recorded.editor));
  const EditCall call = recorded.take(offered.event);
  const FindPlace find = [this](const tree::Tree& tree, std::string_view id) {
    return tree::find_place(tree, id, around_.turn_of);
  };
  Candidate candidate = candidate_of(call, draft_.tree, recorded.editor.draft().tree, find);
  candidate.kind = CandidateKind::Proposal;
  candidate.rule = pending.candidate.rule;
  candidate.scope = pending.candidate.scope;
  keep(recorded.editor);
  return candidate;
}

}  // namespace latewood::engine
