#include "engine/care/plan_renewal.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/line.h"
#include "engine/stored/newest_commit.h"
#include "store/listing.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {
namespace {

using store::ContextKey;

Error start_over(const std::string& why) { return broken(kConflict, why, Code::Conflict); }

// Conflict if the commit is collected by the plan, or follows such a commit. Walks back to the first commit that the
// plan knows.
Result<void> require_kept(store::Store& store, ContextKey context, const CommitId& id, const CollectionPlan& plan) {
  LW_TRY_ASSIGN(auto commit, store.find_commit(context, id));
  if (!commit) return warp::corrupt("commit " + id.hex() + " is missing");
  for (;;) {
    if (std::binary_search(plan.collected.begin(), plan.collected.end(), commit->sequence)) {
      return start_over("a branch, a tag or what is kept moved meanwhile");
    }
    if (commit->sequence <= plan.planned_at) return {};
    LW_TRY_ASSIGN(commit, load_commit_before(store, *commit));
    if (!commit) return {};
  }
}

// An import may bring back commits that are to be collected, and commits that were.
Error something_arrives() { return start_over("a history arrives in a context that is collected"); }

// Conflict if an import restored collected commits: their contents and pages may be among those that are to go.
Result<void> check_nothing_came_back(const CollectionPlan& plan, const store::StateList& restored) {
  const bool is_same = restored.states == plan.lists.front().states;
  return is_same ? Result<void>() : Result<void>(start_over("commits came back that were collected"));
}

Result<void> check_anchor(store::Store& store, const CollectionPlan& plan) {
  LW_TRY_ASSIGN(const bool is_there, is_still_there(store, plan.anchor));
  return is_there ? Result<void>() : Result<void>(start_over("the newest commits are gone"));
}

// Conflict if there is a state that the plan does not know: its pages may be among those that are to go.
Result<void> check_states(const CollectionPlan& plan, const store::StateList& states) {
  for (const store::ContextState& each : states.states) {
    const auto names = plan.names.find(each.context);
    const bool is_known = names != plan.names.end() && names->second.states.contains(each.state.name);
    if (!is_known) return start_over("another process keeps snapshots of these contexts");
  }
  return {};
}

// Whether the plan removes the patch of the commit.
bool is_planned(const store::StoredCommit& commit, const CollectionPlan& plan) {
  const auto is_it = [&](const PlannedPatch& patch) { return patch.sequence == commit.sequence; };
  return std::binary_search(plan.collected.begin(), plan.collected.end(), commit.sequence) ||
         std::any_of(plan.first.begin(), plan.first.end(), is_it);
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

void take_out(const std::set<Blake3Digest>& needed, std::vector<Blake3Digest>& planned) {
  if (needed.empty()) return;
  std::erase_if(planned, [&needed](const Blake3Digest& digest) { return needed.contains(digest); });
}

}  // namespace

Result<void> renew_names(store::Store& store, ContextKey context, CollectionPlan& plan) {
  LW_TRY(check_anchor(store, plan));
  LW_TRY_ASSIGN(KeptNames now, read_kept_names(store, context));
  KeptNames& planned = plan.names.at(context).kept;
  if (now.imports != planned.imports) return something_arrives();
  for (const store::Ref& ref : now.refs) LW_TRY(require_kept(store, context, ref.head.id, plan));
  for (const store::Tag& tag : now.tags) LW_TRY(require_kept(store, context, tag.head.id, plan));
  planned = std::move(now);
  return {};
}

Result<void> renew_contents(store::Store& store, CollectionPlan& plan) {
  LW_TRY(check_anchor(store, plan));
  LW_TRY_ASSIGN(store::StateList restored, store.find_states(store::kRestored));
  LW_TRY(check_nothing_came_back(plan, restored));
  LW_TRY_ASSIGN(store::StateList states, store.find_states(kStatePrefix));
  LW_TRY(check_states(plan, states));
  LW_TRY_ASSIGN(const std::uint64_t last, store.last_commit());
  Needs needs;
  LW_TRY(add_new_commits(store, plan, last, needs));
  take_out(needs.payloads, plan.payloads);
  take_out(needs.pages, plan.roots);
  take_out(needs.pages, plan.pages);
  plan.last_commit = last;
  plan.lists.clear();
  plan.lists.push_back(std::move(restored));
  plan.lists.push_back(std::move(states));
  return {};
}

}  // namespace latewood::engine
