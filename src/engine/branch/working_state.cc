#include "engine/branch/working_state.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/branch/branch_setup.h"
#include "engine/branch/timeline.h"
#include "engine/record/ledger.h"
#include "engine/record/plan.h"
#include "lifecycle/removable.h"
#include "tree/edit/editor.h"
#include "tree/id_scope.h"

namespace latewood::engine {

using history::SnapshotData;

WorkingState::WorkingState(BranchTimeline& timeline, Clock& clock, Receipts receipts)
    : timeline_(timeline), clock_(clock), keeps_receipts_(receipts == Receipts::Yes) {
  set_up_surroundings();
  start_cycle();
}

void WorkingState::set_up_surroundings() {
  around_.pool = &timeline_.pool();
  around_.clock = &clock_;
  around_.turn_of = [this](std::string_view id) -> const tree::Node* {
    const auto fresh = fresh_.find(id);
    if (fresh != fresh_.end()) return fresh->second;
    const auto entry = timeline_.ids().find(id);
    return entry ? entry->turn : nullptr;
  };
  around_.is_taken = [this](std::string_view id) {
    const tree::Tree& tree = timeline_.base();
    const bool is_frame = id == tree.root()->id() || id == tree.seq()->id() || id == tree.sys->container().id() ||
                          id == tree.ah->container().id();
    return is_frame || fresh_.contains(id) || timeline_.ids().find(id).has_value();
  };
  around_.is_committed = [this](std::string_view id) { return timeline_.ids().find(id).has_value(); };
  around_.holders_of = [this](std::string_view key) { return timeline_.holders_of(key); };
  around_.markers_of = [this](std::string_view id) { return timeline_.markers_of(id); };
}

tree::Surroundings WorkingState::committed_surroundings() const {
  tree::Surroundings around = around_;
  around.turn_of = [this](std::string_view id) -> const tree::Node* {
    const auto entry = timeline_.ids().find(id);
    return entry ? entry->turn : nullptr;
  };
  around.is_taken = [this](std::string_view id) {
    return tree::find_place(timeline_.base(), id, around_.turn_of).has_value() || timeline_.ids().find(id).has_value();
  };
  return around;
}

void WorkingState::start_cycle() {
  ++revision_;
  draft_ = tree::Draft();
  draft_.tree = timeline_.base();
  if (const SnapshotData* head = timeline_.head()) {
    draft_.last_stamp = head->last_stamp;
    if (!head->is_late()) draft_.parent = head->commit_id();
  }
  fresh_.clear();
  plan_.clear();
  proposals_.clear();
  admission_ = {};
  events_.reset();
  // Only an imported active head has nodes here. They are in no turn yet, and their ids are taken.
  for (const tree::Subtree::Entry& entry : draft_.tree.ah->entries().subspan(1)) {
    fresh_.emplace(entry.node->id(), nullptr);
  }
}

Result<void> WorkingState::check_stamps() const {
  if (draft_.last_stamp <= kLastStamp) return {};
  return broken(kStampsExhausted, "a node was created at " + std::to_string(draft_.last_stamp) +
                                      " ns, so no stamps are left for new nodes");
}

Result<void> check_maker(const std::string& actor, const std::optional<EventRef>& event) {
  LW_TRY(check_text(actor));
  if (!event) return {};
  LW_TRY(check_text(event->stream));
  if (event->seq <= static_cast<std::uint64_t>(INT64_MAX)) return {};
  return broken(kOptionInvalid, "event number " + std::to_string(event->seq) + " is too large");
}

void WorkingState::settle_parent() {
  if (!draft_.parent && timeline_.head() != nullptr) draft_.parent = timeline_.head()->commit_id();
}

std::int64_t WorkingState::time_after(std::int64_t previous) {
  return clock_.stamp_after(std::max(previous, draft_.last_stamp));
}

void WorkingState::keep(const tree::Editor& editor) {
  ++revision_;
  draft_ = editor.draft();
  Ledger& ledger = timeline_.ledger();
  for (const auto& [node, turn] : editor.placed()) {
    fresh_.insert_or_assign(std::string(node->id()), turn);
    ledger.note(*node);
    // A deferred node that moved has a new id; this commit checks it under that id.
    if (node->expiry() < static_cast<std::int64_t>(draft_.cycle())) ledger.note_due(draft_.cycle(), node->id());
  }
}

void WorkingState::keep(const tree::Editor& editor, const EditCall& call) {
  if (keeps_receipts()) {
    const FindPlace find = [this](const tree::Tree& tree, std::string_view id) {
      return tree::find_place(tree, id, around_.turn_of);
    };
    plan_.push_back(candidate_of(call, draft_.tree, editor.draft().tree, find));
  }
  keep(editor);
}

void WorkingState::add_proposal(PendingProposal pending) {
  ++revision_;
  const auto comes_before = [](const PendingProposal& a, const PendingProposal& b) { return a.order < b.order; };
  const auto place = std::upper_bound(proposals_.begin(), proposals_.end(), pending, comes_before);
  proposals_.insert(place, std::move(pending));
}

bool WorkingState::names_events() const {
  return !admission_.bytes.empty() ||
         std::any_of(plan_.begin(), plan_.end(), [](const Candidate& each) { return each.event.has_value(); }) ||
         std::any_of(proposals_.begin(), proposals_.end(),
                     [](const PendingProposal& pending) { return pending.offer.call.event.has_value(); });
}

void WorkingState::set_policy(std::optional<PrunePolicy> policy, TokenCounter* counter) {
  policy_ = std::move(policy);
  counter_ = counter;
  around_.align = policy_ ? policy_->align.value_or(0) : 0;
  around_.is_born_removable = nullptr;
  if (!policy_ || policy_->removable.empty()) return;
  around_.is_born_removable = [this](const Component& component) {
    return lifecycle::is_born_removable(*policy_, component);
  };
}

void WorkingState::go_back_to(Saved saved) {
  ++revision_;
  draft_ = std::move(saved.draft);
  fresh_ = std::move(saved.fresh);
  plan_ = std::move(saved.plan);
}

}  // namespace latewood::engine
