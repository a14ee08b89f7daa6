// The settings of a stored branch, and whether another process changed anything since they were read.
#include "base/try.h"
#include "engine/session/stored_branch.h"
#include "engine/stored/catalog.h"

namespace latewood::engine {

// The states that are read together with a branch, in the order in which `load` and `has_moved` use them.
std::vector<std::string> StoredBranch::state_names(const std::string& branch) {
  return {life_name(branch), std::string(kCurrentBranch), policy_name(branch), pending_admission_name(branch),
          std::string(kOverlapsName)};
}

Result<bool> StoredBranch::has_moved() const {
  LW_TRY_ASSIGN(const store::BranchRecord now,
                place_.store->find_branch(place_.context, place_.branch, state_names(place_.branch)));
  const bool is_elsewhere = now.head != known_.head || now.states[0] != known_.identity.life ||
                            now.states[2] != known_.policy || now.states[4] != known_.overlaps;
  if (is_elsewhere || mode_ == Edits::InMemory) return is_elsewhere;
  const std::uint64_t last_edit = now.edits.empty() ? 0 : now.edits.back().number;
  return last_edit != known_.last_edit || now.states[3] != known_.admission;
}

Result<void> StoredBranch::write_overlaps(Overlaps overlaps) {
  store::WriteBatch batch = this->batch();
  batch.states.push_back({std::string(kOverlapsName), overlaps_text(overlaps)});
  LW_TRY(write(batch));
  overlaps_ = overlaps;
  known_.overlaps = overlaps_text(overlaps);
  return {};
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
