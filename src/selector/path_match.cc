#include "selector/path_match.h"

#include <algorithm>
#include <optional>

#include "selector/virtual_core.h"

namespace latewood::selector {
namespace {

using tree::Subtree;

// A stop on the way. A virtual core is one between the container and its block; the block is a
// child of both.
struct Stop {
  const tree::Node* node = nullptr;  // null: the virtual core
  bool is_kept = false;
};

class Path {
 public:
  Path(const ChainPlan& plan, std::vector<StepRun>& runs, const PathTarget& target) : plan_(plan), runs_(runs) {
    const Subtree& subtree = target.subtree;
    Subtree::Index at = target.at;
    for (; subtree.entries()[at].parent != 0; at = subtree.entries()[at].parent) stops_.push_back({&subtree.node(at)});
    stops_.push_back({&subtree.node(at)});
    const auto core = plan.takes_virtual_core ? find_virtual_core(subtree) : std::nullopt;
    has_core_ = core && std::binary_search(core->blocks.begin(), core->blocks.end(), at);
    if (has_core_) stops_.push_back({});
    stops_.push_back({&subtree.container()});
    std::reverse(stops_.begin(), stops_.end());
  }

  // The stops that the step keeps, among those it reaches from the stops of the step before.
  void take(std::size_t step, bool reaches_all, bool keeps_container) {
    // From the far end, so that the stops before still tell about the step before.
    for (std::size_t i = stops_.size(); i-- > 1;) {
      stops_[i].is_kept = (reaches_all || is_reached(step, i)) && passes(step, stops_[i]);
      if (stops_[i].is_kept && stops_[i].node != nullptr) ++runs_[step].kept;
    }
    stops_.front().is_kept = keeps_container;
  }

  bool keeps_target() const { return stops_.back().is_kept; }

 private:
  bool is_reached(std::size_t step, std::size_t i) const {
    const bool is_child = plan_.combinators[step - 1] == Combinator::Child;
    if (plan_.steps[step - 1].passes_itself && stops_[i].is_kept) return true;
    const bool is_block_of_core = has_core_ && i == 2;
    if (is_child) return stops_[i - 1].is_kept || (is_block_of_core && stops_[0].is_kept);
    return std::any_of(stops_.begin(), stops_.begin() + static_cast<std::ptrdiff_t>(i),
                       [](const Stop& stop) { return stop.is_kept; });
  }

  bool passes(std::size_t step, const Stop& stop) {
    const StepPlan& plan = plan_.steps[step];
    if (stop.node == nullptr) return plan.predicate.takes_virtual_core;
    if (!plan.may_be_inner) return false;
    // A step with an id has counted its lookup.
    if (!plan.id) ++runs_[step].visited;
    return runs_[step].predicate.holds(*stop.node);
  }

  const ChainPlan& plan_;
  std::vector<StepRun>& runs_;
  std::vector<Stop> stops_;  // from the container down
  bool has_core_ = false;
};

}  // namespace

bool matches_on_path(const ChainPlan& plan, std::vector<StepRun>& runs, const PathTarget& target,
                     const std::function<bool(std::size_t)>& keeps_container) {
  Path path(plan, runs, target);
  for (std::size_t step = target.first; step < plan.steps.size(); ++step) {
    path.take(step, step == target.first, keeps_container(step));
  }
  return path.keeps_target();
}

}  // namespace latewood::selector
