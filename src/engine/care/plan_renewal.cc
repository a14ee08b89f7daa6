#include "engine/care/plan_renewal.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/line.h"
#include "engine/stored/newest_commit.h"
#include "store/listing.h"

namespace latewood::engine {
namespace {

using store::ContextKey;

Error start_over(const std::string& why) { return broken(kConflict, why, Code::Conflict); }

// Conflict if the commit is collected by the plan, or follows such a commit. Walks back to the first commit that the
// plan knows.
Result<void> require_kept(store::Store& store, ContextKey context, const CommitId& id, const CollectionPlan& plan) {
  LW_TRY_ASSIGN(auto commit, store.find_commit(context, id));
  if (!commit) return corrupt("commit " + id.hex() + " is missing");
  for (;;) {
    if (std::binary_search(plan.collected.begin(), plan.collected.end(), commit->sequence)) {
      return start_over("another process moved a branch or tag to a commit that is being collected");
    }
    if (commit->sequence <= plan.planned_at) return {};
    LW_TRY_ASSIGN(commit, load_commit_before(store, *commit));
    if (!commit) return {};
  }
}

// An import may contain commits that the plan collects or an earlier run has collected.
Error import_is_running() { return start_over("another process imports into a context that is being collected"); }

// Conflict if an import restored collected commits: the plan may remove their payloads and pages.
Result<void> check_nothing_restored(const CollectionPlan& plan, const store::StateList& restored) {
  const bool is_same = restored.states == plan.expected_lists.front().states;
  return is_same ? Result<void>() : Result<void>(start_over("an import restored collected commits"));
}

Result<void> check_anchor(store::Store& store, const CollectionPlan& plan) {
  LW_TRY_ASSIGN(const bool is_there, is_still_there(store, plan.anchor));
  return is_there ? Result<void>() : Result<void>(start_over("another process removed the newest commits"));
}

// Conflict if there is a state that the plan does not know: the plan may remove its pages.
Result<void> check_states(const CollectionPlan& plan, const store::StateList& states) {
  for (const store::ContextState& each : states.states) {
    const auto names = plan.names.find(each.context);
    const bool is_known = names != plan.names.end() && names->second.states.contains(each.state.name);
    if (!is_known) return start_over("another process wrote a state in these contexts");
  }
  return {};
}

// Returns true if the plan removes the patch of the commit.
bool is_planned(const store::StoredCommit& commit, const CollectionPlan& plan) {
  const auto is_it = [&](const PlannedPatch& patch) { return patch.sequence == commit.sequence; };
  return std::binary_search(plan.collected.begin(), plan.collected.end(), commit.sequence) ||
         std::any_of(plan.replaced_patches.begin(), plan.replaced_patches.end(), is_it);
}

Result<void> add_new_commits(store::Store& store, const CollectionPlan& plan, std::uint64_t last, Needs& needs) {
  const auto add = [&](const store::StoredCommit& commit) -> Result<void> {
    LW_TRY_ASSIGN(const auto patch, store.find_patch(commit));
    if (!patch && is_planned(commit, plan)) return {};
    if (!patch) return start_over("another process collects");
    return add_needs(*patch, needs);
  };
  LW_TRY(store::for_each_commit_of_all(store, plan.last_commit, last, add));
  return add_checkpoints(store, needs);
}

void erase_needed(const std::set<Blake3Digest>& needed, std::vector<Blake3Digest>& planned) {
  if (needed.empty()) return;
  std::erase_if(planned, [&needed](const Blake3Digest& digest) { return needed.contains(digest); });
}

}  // namespace

Result<void> renew_names(store::Store& store, ContextKey context, CollectionPlan& plan) {
  LW_TRY(check_anchor(store, plan));
  LW_TRY_ASSIGN(KeptNames now, read_kept_names(store, context));
  KeptNames& planned = plan.names.at(context).kept;
  if (now.imports != planned.imports) return import_is_running();
  for (const store::Ref& ref : now.refs) LW_TRY(require_kept(store, context, ref.head.id, plan));
  for (const store::Tag& tag : now.tags) LW_TRY(require_kept(store, context, tag.head.id, plan));
  planned = std::move(now);
  return {};
}

Result<void> renew_contents(store::Store& store, CollectionPlan& plan) {
  LW_TRY(check_anchor(store, plan));
  LW_TRY_ASSIGN(store::StateList restored, store.find_states(store::kRestored));
  LW_TRY(check_nothing_restored(plan, restored));
  LW_TRY_ASSIGN(store::StateList states, store.find_states(kStatePrefix));
  LW_TRY(check_states(plan, states));
  LW_TRY_ASSIGN(const std::uint64_t last, store.last_commit());
  Needs needs;
  LW_TRY(add_new_commits(store, plan, last, needs));
  erase_needed(needs.payloads, plan.payloads);
  erase_needed(needs.pages, plan.roots);
  erase_needed(needs.pages, plan.pages);
  plan.last_commit = last;
  plan.expected_lists.clear();
  plan.expected_lists.push_back(std::move(restored));
  plan.expected_lists.push_back(std::move(states));
  return {};
}

}  // namespace latewood::engine
