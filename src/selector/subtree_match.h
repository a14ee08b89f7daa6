// A chain within one subtree: step by step from the left, each on the nodes that the one before
// it reaches. A subtree is flat and in document order, so what is below a node is a stretch.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "selector/frame.h"
#include "selector/plan.h"
#include "selector/position.h"
#include "selector/virtual_core.h"
#include "tree/subtree.h"

namespace latewood::selector {

class SubtreeMatch {
 public:
  using Index = tree::Subtree::Index;

  // `plan` and `runs` must outlive this.
  SubtreeMatch(const ChainPlan& plan, std::vector<StepRun>& runs) : plan_(plan), runs_(runs) {}

  // The nodes that the last step keeps, ascending. `first` is the last step that reaches the whole subtree from above;
  // keeps_container(step) returns whether the step keeps the container.
  template <class KeepsContainer>
  const std::vector<Index>& run(const tree::Subtree& subtree, const tree::Place& place, std::size_t first,
                                KeepsContainer keeps_container) {
    enter(subtree, place);
    for (std::size_t step = first; step < plan_.steps.size(); ++step) {
      if (step == first) {
        reach_everything();
      } else {
        reach(step);
      }
      keep(step, keeps_container(step));
    }
    return matched_;
  }

 private:
  struct Stretch {
    Index begin;
    Index end;
  };

  void enter(const tree::Subtree& subtree, const tree::Place& place);
  void reach_everything();
  void reach(std::size_t step);
  void reach_below(bool with_itself);
  void reach_children();
  void sort_reached();
  void keep(std::size_t step, bool keeps_container);
  void keep_found(StepRun& run);
  bool is_reached(Index at) const;
  bool has_container() const { return !matched_.empty() && matched_.front() == 0; }

  const ChainPlan& plan_;
  std::vector<StepRun>& runs_;
  const tree::Subtree* subtree_ = nullptr;
  tree::Place place_;
  std::optional<VirtualCore> core_;
  // The matches of the step before, with 0 if the container matched.
  std::vector<Index> matched_;
  bool matched_core_ = false;
  // The ranges that this step reaches: ascending and disjoint, without the container.
  std::vector<Stretch> reached_;
  bool reached_core_ = false;
  Kept kept_;
  PositionFilter positions_;
};

}  // namespace latewood::selector
