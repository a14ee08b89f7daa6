#include "selector/frame.h"

#include <algorithm>
#include <array>

#include "selector/zone.h"

namespace latewood::selector {
namespace {

using tree::Node;
using tree::Place;
using tree::Region;

// ---- regions ----

// The regions under the root, in document order.
struct Regions {
  std::array<bool, 3> kept{};

  void keep_ranked(std::uint64_t rank) {
    for (bool& one : kept) one = one && --rank == 0;
  }
  void keep_last() {
    bool is_taken = false;
    for (std::size_t i = kept.size(); i-- > 0;) {
      kept[i] = kept[i] && !is_taken;
      is_taken = is_taken || kept[i];
    }
  }
  void apply(const Pseudo& pseudo) {
    if (pseudo.kind == PseudoKind::First) keep_ranked(1);
    if (pseudo.kind == PseudoKind::Nth) keep_ranked(pseudo.nth);
    if (pseudo.kind == PseudoKind::Last) keep_last();
  }
};

bool test(StepRun& run, const Node& node) {
  ++run.visited;
  return run.predicate.holds(node);
}

// Root and regions.
bool is_in_frame(const std::optional<Place>& place) {
  return place && (place->region == Region::Frame || (place->region != Region::Seq && place->at == 0));
}

// The root is the first, the last and the only one.
bool keeps_only_sibling(const std::vector<Pseudo>& pseudos) {
  return std::all_of(pseudos.begin(), pseudos.end(),
                     [](const Pseudo& pseudo) { return pseudo.kind != PseudoKind::Nth || pseudo.nth == 1; });
}

void match_regions(StepRun& run, const tree::Tree& tree) {
  const std::array<const Node*, 3> nodes = {&tree.sys->container(), tree.seq(), &tree.ah->container()};
  Regions regions;
  for (std::size_t i = 0; i < nodes.size(); ++i) regions.kept[i] = test(run, *nodes[i]);
  for (const Pseudo& pseudo : run.plan->tail) regions.apply(pseudo);
  run.sys = regions.kept[0];
  run.seq = regions.kept[1];
  run.ah = regions.kept[2];
}

// ---- turns ----

// The n-th of `rings`, from 1, whose container passes. Looks at no turn after it.
std::optional<std::size_t> find_nth(StepRun& run, const tree::Tree& tree, std::uint64_t n) {
  for (const RingSet::Stretch& stretch : run.turns.stretches()) {
    for (std::size_t ring = stretch.begin; ring < stretch.end; ++ring) {
      if (test(run, tree.rings[ring]->container()) && --n == 0) return ring;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> find_last(StepRun& run, const tree::Tree& tree) {
  const auto& stretches = run.turns.stretches();
  for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
    for (std::size_t ring = stretch->end; ring-- > stretch->begin;) {
      if (test(run, tree.rings[ring]->container())) return ring;
    }
  }
  return std::nullopt;
}

void keep_position(StepRun& run, const tree::Tree& tree, const Pseudo& pseudo) {
  const bool is_last = pseudo.kind == PseudoKind::Last;
  const std::uint64_t n = pseudo.kind == PseudoKind::Nth ? pseudo.nth : 1;
  std::optional<std::size_t> ring;
  if (run.tests_turns) {
    ring = is_last ? find_last(run, tree) : find_nth(run, tree, n);
  } else {
    ring = is_last ? run.turns.last() : run.turns.nth(n);
  }
  run.turns = ring ? RingSet::one(*ring) : RingSet();
  run.tests_turns = false;
}

// Every turn that the step reaches has the same parent, so that they are one set of siblings.
void match_turns(StepRun& run, const tree::Tree& tree) {
  const Predicate& predicate = run.plan->predicate;
  run.turns = RingSet::all(tree.rings.size());
  if (run.plan->id) {
    const bool is_turn = run.found && run.found->region == Region::Seq && run.found->at == 0;
    run.turns = is_turn ? RingSet::one(run.found->ring) : RingSet();
  }
  run.tests_turns = !predicate.traits.empty() || !predicate.integers.empty() || !predicate.texts.empty();
  for (const Pseudo& pseudo : run.plan->pseudos) {
    if (pseudo.kind == PseudoKind::Depth) {
      run.turns = intersection(run.turns, RingSet::at_depths(pseudo.depths, tree.rings.size()));
    } else {
      keep_position(run, tree, pseudo);
    }
  }
}

}  // namespace

StepRun::StepRun(const StepPlan& step, const Scope& scope)
    : plan(&step), predicate(step.predicate, {scope.cycle, scope.tree.cycle}) {
  if (!step.id) return;
  ++visited;
  found = scope.find(*step.id);
}

bool StepRun::keeps_turn(std::size_t ring, const Node& container) {
  if (!turns.has(ring)) return false;
  ++visited;
  const bool keeps = !tests_turns || predicate.holds(container);
  kept += keeps ? 1 : 0;
  return keeps;
}

std::vector<StepRun> match_frame(const ChainPlan& plan, const Scope& scope) {
  std::vector<StepRun> runs;
  runs.reserve(plan.steps.size());
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    StepRun& run = runs.emplace_back(plan.steps[i], scope);
    const StepRun* before = i == 0 ? nullptr : &runs[i - 1];
    const bool is_start = before == nullptr;
    const bool is_space = !is_start && plan.combinators[i - 1] == Combinator::Descendant;
    run.reaches_regions = is_start || (is_space && before->root);
    run.reaches_rings = is_start || (is_space && (before->root || before->seq));
    const StepPlan& step = plan.steps[i];
    if (step.may_be_region && (!step.id || is_in_frame(run.found))) {
      run.root = is_start && test(run, *scope.tree.root()) && keeps_only_sibling(step.tail);
      if (is_start || before->root) match_regions(run, scope.tree);
      for (const bool is_kept : {run.root, run.sys, run.seq, run.ah}) run.kept += is_kept ? 1 : 0;
    }
    const bool reaches_turns = run.reaches_rings || (before != nullptr && before->seq);
    if (step.may_be_turn && reaches_turns) match_turns(run, scope.tree);
  }
  return runs;
}

}  // namespace latewood::selector
