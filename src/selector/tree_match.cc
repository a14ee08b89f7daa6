#include "selector/tree_match.h"

namespace latewood::selector {
namespace {

bool reaches(const ChainMatch& chain, const tree::Place& place) {
  switch (place.region) {
    case tree::Region::Sys: return chain.reaches_sys();
    case tree::Region::Ah: return chain.reaches_ah();
    case tree::Region::Seq: return chain.rings().has(place.ring);
    case tree::Region::Frame: break;
  }
  return false;
}

}  // namespace

TreeMatch::TreeMatch(const std::vector<ChainPlan>& plans, const Scope& scope) : scope_(scope) {
  for (const ChainPlan& plan : plans) chains_.emplace_back(plan, scope);
}

bool TreeMatch::matches(const tree::Place& place) {
  return std::any_of(chains_.begin(), chains_.end(), [&](ChainMatch& chain) { return chain.matches(place); });
}

RingSet TreeMatch::rings() const {
  RingSet all;
  for (const ChainMatch& chain : chains_) all = united(all, chain.rings());
  return all;
}

const std::vector<tree::Subtree::Index>& TreeMatch::matches_in(const tree::Subtree& subtree, const tree::Place& place) {
  if (chains_.size() == 1 && reaches(chains_.front(), place)) return chains_.front().match_in(subtree, place);
  merged_.clear();
  for (ChainMatch& chain : chains_) {
    if (!reaches(chain, place)) continue;
    const std::vector<Index>& matched = chain.match_in(subtree, place);
    merged_.insert(merged_.end(), matched.begin(), matched.end());
  }
  std::sort(merged_.begin(), merged_.end());
  merged_.erase(std::unique(merged_.begin(), merged_.end()), merged_.end());
  return merged_;
}

}  // namespace latewood::selector
