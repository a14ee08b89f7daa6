// The matches of one chain in one tree: finds the subtrees that can have matches, and the matches in each.
#pragma once

#include <cstddef>
#include <vector>

#include "selector/frame.h"
#include "selector/matcher.h"
#include "selector/plan.h"
#include "selector/ring_set.h"
#include "selector/subtree_match.h"

namespace latewood::selector {

class ChainMatch {
 public:
  using Index = tree::Subtree::Index;

  // Both must outlive this.
  ChainMatch(const ChainPlan& plan, const Scope& scope);
  ChainMatch(const ChainMatch&) = delete;
  ChainMatch& operator=(const ChainMatch&) = delete;

  // Whether the root, `^sys`, `^seq` or `^ah` itself is a match.
  bool has_root() const { return runs_.back().root; }
  bool has_sys() const { return runs_.back().sys; }
  bool has_seq() const { return runs_.back().seq; }
  bool has_ah() const { return runs_.back().ah; }

  // Where other matches can be.
  bool reaches_sys() const { return reaches_sys_; }
  bool reaches_ah() const { return reaches_ah_; }
  const RingSet& rings() const { return rings_; }

  // The matches in one subtree, ascending; valid until the next call. `place` is that of the
  // container, which in `^seq` can be a match and elsewhere is left to has_sys and has_ah.
  const std::vector<Index>& match_in(const tree::Subtree& subtree, const tree::Place& place);

  // Whether the node at `place` is a match. Looks at the node and its ancestors, and at the rest
  // of its subtree only if the chain counts siblings there.
  bool matches(const tree::Place& place);

  // Whether the predicate of the last step alone decides about the nodes of a turn, so that a loop over the nodes of
  // `rings` finds all matches. `from` is the first index of the loop in each turn.
  bool is_plain_scan(Index& from) const;
  // Counts the turns of such a loop as kept by the step before the last.
  void count_turns();
  StepRun& last_run() { return runs_.back(); }

  const std::vector<StepRun>& runs() const { return runs_; }

 private:
  void bound_by_step(std::size_t step);
  void bound_by_id(const StepRun& run);
  void stay_in(tree::Region region);
  std::size_t first_step(tree::Region region) const;
  bool keeps_container(std::size_t step, const tree::Place& place);
  bool matches_container(const tree::Place& place) const;

  const ChainPlan& plan_;
  const Scope& scope_;
  std::vector<StepRun> runs_;
  SubtreeMatch inside_;
  std::vector<Index> found_;
  bool reaches_sys_ = true;
  bool reaches_ah_ = true;
  RingSet rings_;
};

}  // namespace latewood::selector
