#include "lifecycle/prune.h"

#include <algorithm>
#include <optional>
#include <set>

#include "lifecycle/cascade.h"
#include "lifecycle/prune_unit.h"
#include "lifecycle/references.h"
#include "tree/marker.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

std::int64_t amount(std::uint64_t value) { return static_cast<std::int64_t>(value); }

bool exceeds(const std::optional<Budget>& budget, std::int64_t total) {
  return budget && total > amount(budget->trigger);
}

// Whether a budget that was exceeded at `before` asks for more to go at `now`.
bool wants_more(const std::optional<Budget>& budget, std::int64_t before, std::int64_t now) {
  if (!exceeds(budget, before)) return false;
  return now > amount(budget->target) || before - now < amount(budget->at_least);
}

class Pruning {
 public:
  Pruning(const Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
          const Lookup& lookup)
      : policy_(policy), counter_(counter), lookup_(lookup), before_(totals), now_(totals) {
    result_.outcome.tree = tree;
  }

  PruneOutcome run() {
    prune_turns();
    prune_crowded_turns();
    prune_blocks();
    cascade(result_.outcome, emptied_, lookup_);
    return std::move(result_);
  }

 private:
  const Tree& tree() const { return result_.outcome.tree; }

  // Whole turns, the oldest first, when nothing outside holds on to anything in them.
  void prune_turns() {
    const auto before = static_cast<std::int64_t>(tree().rings.size());
    std::size_t oldest = 0;
    const auto turns = [this] { return static_cast<std::int64_t>(tree().rings.size()); };
    while (wants_more(policy_.turns, before, turns()) && oldest < tree().rings.size()) {
      if (keeps_ring(tree(), oldest, policy_)) return;
      if (!remove_turn(oldest)) ++oldest;
    }
  }

  bool remove_turn(std::size_t ring) {
    const Subtree& turn = *tree().rings[ring];
    const std::set<std::string> leaving = removable_set(tree(), {std::string(turn.container().id())}, lookup_);
    if (leaving.empty() || marks_others(ring)) {
      result_.kept.emplace_back(turn.container().id());
      return false;
    }
    now_ -= measure(turn, counter_);
    for (const Subtree::Entry& entry : turn.entries()) {
      const std::uint64_t bytes = entry.node->payload() == nullptr ? 0 : entry.node->payload()->json().size();
      result_.outcome.departures.push_back({std::string(entry.node->id()), Cause::Prune, bytes});
    }
    result_.outcome.tree = tree::without_ring(tree(), ring);
    return true;
  }

  // A marker that stands apart from what it names stays as long as that does.
  bool marks_others(std::size_t ring) const {
    for (const Subtree::Entry& entry : tree().rings[ring]->entries()) {
      for (const std::string_view id : tree::marked_by(*entry.node)) {
        const auto named = tree::find_place(tree(), id, *lookup_.around);
        if (named && (named->region != tree::Region::Seq || named->ring != ring)) return true;
      }
    }
    return false;
  }

  void prune_crowded_turns() {
    if (!policy_.nodes_per_turn) return;
    const auto most = amount(*policy_.nodes_per_turn);
    std::vector<std::string> crowded;
    for (const tree::Ring& ring : tree().rings) {
      if (measure(*ring, nullptr).nodes > most) crowded.emplace_back(ring->container().id());
    }
    if (crowded.empty()) return;
    for (const PruneUnit& unit : prune_units(tree(), policy_)) {
      const auto place = tree::find_place(tree(), unit.ids.front(), *lookup_.around);
      if (!place || place->region != tree::Region::Seq) continue;
      if (measure(*tree().rings[place->ring], nullptr).nodes > most) try_unit(unit);
    }
  }

  void prune_blocks() {
    if (!exceeds(policy_.bytes, before_.bytes) && !exceeds(policy_.tokens, before_.tokens)) return;
    for (const PruneUnit& unit : prune_units(tree(), policy_)) {
      const bool more = wants_more(policy_.bytes, before_.bytes, now_.bytes) ||
                        wants_more(policy_.tokens, before_.tokens, now_.tokens);
      if (!more) return;
      try_unit(unit);
    }
  }

  // All of the unit, or nothing of it.
  void try_unit(const PruneUnit& unit) {
    if (unit.is_protected) return;
    std::vector<std::string> present;
    for (const std::string& id : unit.ids) {
      if (tree::find_place(tree(), id, *lookup_.around)) present.push_back(id);
    }
    if (removable_set(tree(), present, lookup_).size() != present.size()) {
      result_.kept.insert(result_.kept.end(), present.begin(), present.end());
      return;
    }
    for (const std::string& id : present) remove_block(id);
  }

  void remove_block(const std::string& id) {
    const auto place = tree::find_place(tree(), id, *lookup_.around);
    if (!place) return;  // went with a member above it
    const Subtree& subtree = tree::subtree_at(tree(), *place);
    now_ -= measure(subtree, place->at, counter_);
    emptied_.emplace_back(subtree.node(subtree.entries()[place->at].parent).id());
    depart(result_.outcome, *place, Cause::Prune);
  }

  const PrunePolicy& policy_;
  TokenCounter* counter_;
  const Lookup& lookup_;
  const Totals before_;
  Totals now_;
  std::vector<std::string> emptied_;
  PruneOutcome result_;
};

}  // namespace

PruneOutcome prune(const Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
                   const Lookup& lookup) {
  return Pruning(tree, totals, policy, counter, lookup).run();
}

}  // namespace latewood::lifecycle
