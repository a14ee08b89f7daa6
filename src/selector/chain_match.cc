#include "selector/chain_match.h"

#include <algorithm>

#include "selector/path_match.h"

namespace latewood::selector {

using tree::Place;
using tree::Region;
using tree::Subtree;

ChainMatch::ChainMatch(const ChainPlan& plan, const Scope& scope)
    : plan_(plan),
      scope_(scope),
      runs_(match_frame(plan, scope)),
      inside_(plan_, runs_),
      rings_(RingSet::all(scope.tree.rings.size())) {
  for (std::size_t step = 0; step < runs_.size(); ++step) bound_by_step(step);
}

// ---- where matches can be ----

void ChainMatch::stay_in(Region region) {
  reaches_sys_ = reaches_sys_ && region == Region::Sys;
  reaches_ah_ = reaches_ah_ && region == Region::Ah;
  if (region != Region::Seq) rings_ = RingSet();
}

void ChainMatch::bound_by_id(const StepRun& run) {
  if (!run.found) return stay_in(Region::Frame);
  if (run.found->region == Region::Frame) {
    if (run.found->at == tree::kSeqAt) stay_in(Region::Seq);
    return;
  }
  stay_in(run.found->region);
  if (run.found->region == Region::Seq) rings_ = intersection(rings_, RingSet::one(run.found->ring));
}

// Every match of a chain is at or below a node that each step kept. So a step that can match only in some subtrees
// limits the whole chain to them.
void ChainMatch::bound_by_step(std::size_t step) {
  const StepRun& run = runs_[step];
  const StepPlan& plan = *run.plan;
  if (plan.id) bound_by_id(run);
  if (plan.may_be_inner) return;
  const bool keeps_all = run.root;
  const bool may_be_in_seq = keeps_all || run.seq || plan.may_be_turn;
  reaches_sys_ = reaches_sys_ && (keeps_all || run.sys);
  reaches_ah_ = reaches_ah_ && (keeps_all || run.ah);
  if (!may_be_in_seq) rings_ = RingSet();
  if (!keeps_all && !run.seq && plan.may_be_turn) rings_ = intersection(rings_, run.turns);
  // The last step's own matches among root and regions are not in any subtree.
  const bool is_last = step + 1 == runs_.size();
  if (!is_last) return;
  reaches_sys_ = reaches_ah_ = false;
  rings_ = plan.may_be_turn ? intersection(rings_, run.turns) : RingSet();
}

// ---- matches in one subtree ----

std::size_t ChainMatch::first_step(Region region) const {
  std::size_t step = runs_.size() - 1;
  const auto reaches_all = [&](const StepRun& run) {
    return region == Region::Seq ? run.reaches_rings : run.reaches_regions;
  };
  while (!reaches_all(runs_[step])) --step;
  return step;
}

bool ChainMatch::keeps_container(std::size_t step, const Place& place) {
  StepRun& run = runs_[step];
  if (place.region == Region::Sys) return run.sys;
  if (place.region == Region::Ah) return run.ah;
  return run.keeps_turn(place.ring, scope_.tree.rings[place.ring]->container());
}

const std::vector<Subtree::Index>& ChainMatch::match_in(const Subtree& subtree, const Place& place) {
  const StepRun& last = runs_.back();
  if (last.plan->id) {
    // One candidate: testing its ancestors is cheaper than walking the subtree.
    found_.clear();
    const bool is_here = last.found && last.found->region == place.region && last.found->ring == place.ring;
    const bool is_region = is_here && last.found->at == 0 && place.region != Region::Seq;
    if (is_here && !is_region && matches(*last.found)) found_.push_back(last.found->at);
    return found_;
  }
  const std::vector<Index>& matched = inside_.run(subtree, place, first_step(place.region),
                                                  [&](std::size_t step) { return keeps_container(step, place); });
  const bool has_region = place.region != Region::Seq && !matched.empty() && matched.front() == 0;
  if (!has_region) return matched;
  found_.assign(matched.begin() + 1, matched.end());
  return found_;
}

bool ChainMatch::is_plain_scan(Index& from) const {
  const std::size_t last = runs_.size() - 1;
  const StepPlan& step = *runs_[last].plan;
  if (step.id || !step.tail.empty() || !step.may_be_inner) return false;
  from = 0;
  if (runs_[last].reaches_rings) return true;
  // The step before kept the turns without testing them.
  from = 1;
  const StepRun& before = runs_[last - 1];
  const bool is_turns_only = before.plan->may_be_turn && !before.plan->may_be_inner && !before.seq;
  return is_turns_only && !before.tests_turns && plan_.combinators[last - 1] == Combinator::Descendant;
}

void ChainMatch::count_turns() {
  StepRun& before = runs_[runs_.size() - 2];
  before.visited += rings_.size();
  before.kept += rings_.size();
}

// ---- one node ----

bool ChainMatch::matches_container(const Place& place) const {
  if (place == Place{Region::Frame, 0, tree::kRootAt}) return has_root();
  if (place.region == Region::Frame) return has_seq();
  return place.region == Region::Sys ? has_sys() : has_ah();
}

bool ChainMatch::matches(const Place& place) {
  const bool is_turn = place.region == Region::Seq && place.at == 0;
  const bool is_region = !is_turn && (place.region == Region::Frame || place.at == 0);
  if (is_region) return matches_container(place);
  if (is_turn) return keeps_container(runs_.size() - 1, place);
  const bool is_possible = place.region == Region::Seq   ? rings_.has(place.ring)
                           : place.region == Region::Sys ? reaches_sys_
                                                         : reaches_ah_;
  if (!is_possible) return false;
  const Subtree& subtree = subtree_at(scope_.tree, place);
  const auto keeps = [&](std::size_t step) { return keeps_container(step, {place.region, place.ring, 0}); };
  const std::size_t first = first_step(place.region);
  if (!plan_.counts_inner) return matches_on_path(plan_, runs_, {subtree, place.at, first}, keeps);
  const std::vector<Index>& matched = inside_.run(subtree, {place.region, place.ring, 0}, first, keeps);
  return std::binary_search(matched.begin(), matched.end(), place.at);
}

}  // namespace latewood::selector
