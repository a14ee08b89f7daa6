// The settings of a stored branch, and whether another process changed anything since they were read.
#include <utility>

#include "base/try.h"
#include "engine/session/stored_branch.h"
#include "engine/stored/catalog.h"
#include "latewood/ext/store_changes.h"

namespace latewood::engine {

// The states that are read together with a branch, in the order in which `load` and `has_moved` use them.
std::vector<std::string> StoredBranch::state_names(const std::string& branch) {
  return {life_name(branch), std::string(kCurrentBranch), policy_name(branch), pending_admission_name(branch),
          std::string(kOverlapsName)};
}

namespace {

// The whole journal is read only from stores that have nothing better.
Result<store::BranchTip> find_tip(store::Store& store, store::ContextKey context, const std::string& branch,
                                  const std::vector<std::string>& states) {
  if (auto* telling = dynamic_cast<store::TellsChanges*>(&store)) return telling->find_tip(context, branch, states);
  LW_TRY_ASSIGN(store::BranchRecord found, store.find_branch(context, branch, states));
  return store::BranchTip{found.head, found.edits.empty() ? 0 : found.edits.back().number, std::move(found.states)};
}

}  // namespace

Result<bool> StoredBranch::has_moved() const {
  LW_TRY_ASSIGN(const store::BranchTip now,
                find_tip(*place_.store, place_.context, place_.branch, state_names(place_.branch)));
  const bool is_elsewhere = now.head != known_.head || now.states[0] != known_.identity.life ||
                            now.states[2] != known_.policy || now.states[4] != known_.overlaps;
  if (is_elsewhere || mode_ == Edits::InMemory) return is_elsewhere;
  return now.last_edit != known_.last_edit || now.states[3] != known_.admission;
}

Result<void> StoredBranch::write_overlaps(Overlaps overlaps) {
  store::WriteBatch batch = this->batch();
  batch.states.push_back({std::string(kOverlapsName), overlaps_text(overlaps)});
  LW_TRY(write(batch));
  overlaps_ = overlaps;
  known_.overlaps = overlaps_text(overlaps);
  return {};
}

Result<void> StoredBranch::write_figures(const std::string& figures, std::vector<store::Blob> pages) {
  store::WriteBatch batch = this->batch();
  batch.flush = store::Flush::Later;
  batch.refs.push_back(unchanged_head());
  batch.pages = std::move(pages);
  batch.states.push_back({figures_name(place_.branch), figures});
  return place_.store->write(batch);
}

Result<void> StoredBranch::write_policy(const std::optional<PrunePolicy>& policy) {
  store::WriteBatch batch = this->batch();
  const std::optional<std::string> text = policy ? std::optional(policy_json(*policy)) : std::nullopt;
  batch.states.push_back({policy_name(place_.branch), text});
  LW_TRY(write(batch));
  known_.policy = text;
  return {};
}

}  // namespace latewood::engine
