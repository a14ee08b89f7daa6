#include "selector/subtree_match.h"

#include <algorithm>

namespace latewood::selector {

using tree::Subtree;

void SubtreeMatch::enter(const Subtree& subtree, const tree::Place& place) {
  subtree_ = &subtree;
  place_ = place;
  core_ = plan_.takes_virtual_core ? find_virtual_core(subtree) : std::nullopt;
  matched_.clear();
  matched_core_ = false;
}

void SubtreeMatch::reach_everything() {
  reached_.assign(1, {1, static_cast<Index>(subtree_->entries().size())});
  reached_core_ = core_.has_value();
}

void SubtreeMatch::reach(std::size_t step) {
  reached_.clear();
  const bool passes_itself = plan_.steps[step - 1].passes_itself;
  reached_core_ = core_ && (has_container() || (matched_core_ && passes_itself));
  if (plan_.combinators[step - 1] == Combinator::Descendant) {
    reach_below(passes_itself);
  } else {
    reach_children();
  }
  sort_reached();
}

void SubtreeMatch::reach_below(bool with_itself) {
  const auto entries = subtree_->entries();
  // Nodes come before what is below them, so a node before `covered` is below one that was seen.
  Index covered = 0;
  for (const Index at : matched_) {
    if (at < covered) continue;
    covered = entries[at].end;
    const Index begin = with_itself ? at : at + 1;
    if (begin < covered) reached_.push_back({begin, covered});
  }
  if (!matched_core_) return;
  for (const Index block : core_->blocks) reached_.push_back({block, entries[block].end});
}

void SubtreeMatch::reach_children() {
  const auto entries = subtree_->entries();
  for (const Index at : matched_) {
    for (Index child = at + 1; child < entries[at].end; child = entries[child].end) {
      reached_.push_back({child, child + 1});
    }
  }
  if (!matched_core_) return;
  for (const Index block : core_->blocks) reached_.push_back({block, block + 1});
}

// Children of nested nodes and blocks of a virtual core come out of order and twice.
void SubtreeMatch::sort_reached() {
  const auto starts_before = [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; };
  if (!std::is_sorted(reached_.begin(), reached_.end(), starts_before)) {
    std::sort(reached_.begin(), reached_.end(), starts_before);
  }
  std::size_t count = 0;
  for (const Stretch& stretch : reached_) {
    if (count > 0 && stretch.begin <= reached_[count - 1].end) {
      reached_[count - 1].end = std::max(reached_[count - 1].end, stretch.end);
    } else {
      reached_[count++] = stretch;
    }
  }
  reached_.resize(count);
}

bool SubtreeMatch::is_reached(Index at) const {
  return std::any_of(reached_.begin(), reached_.end(),
                     [at](const Stretch& stretch) { return stretch.begin <= at && at < stretch.end; });
}

void SubtreeMatch::keep_found(StepRun& run) {
  if (!run.found || run.found->region != place_.region || run.found->ring != place_.ring) return;
  const Index at = run.found->at;
  if (is_reached(at) && run.predicate.holds(subtree_->node(at))) kept_.nodes.push_back(at);
}

void SubtreeMatch::keep(std::size_t step, bool keeps_container) {
  StepRun& run = runs_[step];
  kept_.nodes.clear();
  kept_.has_virtual_core = reached_core_ && run.plan->predicate.takes_virtual_core;
  if (run.plan->id) {
    keep_found(run);
  } else if (run.plan->may_be_inner && !reached_.empty()) {
    run.predicate.with_test([&](const auto& test) {
      for (const Stretch& stretch : reached_) {
        run.visited += stretch.end - stretch.begin;
        for (Index at = stretch.begin; at < stretch.end; ++at) {
          if (test(subtree_->node(at))) kept_.nodes.push_back(at);
        }
      }
    });
  }
  if (!run.plan->tail.empty()) {
    positions_.apply(run.plan->tail, *subtree_, core_ ? std::optional(core_->place()) : std::nullopt, kept_);
  }
  run.kept += kept_.nodes.size();
  matched_.clear();
  if (keeps_container) matched_.push_back(0);
  matched_.insert(matched_.end(), kept_.nodes.begin(), kept_.nodes.end());
  matched_core_ = kept_.has_virtual_core;
}

}  // namespace latewood::selector
