#include "lifecycle/prune.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "lifecycle/cascade.h"
#include "lifecycle/exchange_turns.h"
#include "lifecycle/prune_group.h"
#include "lifecycle/prune_unit.h"
#include "lifecycle/references.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

// The value as a signed number. No tree exceeds it.
std::int64_t amount(std::uint64_t value) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return value > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(value);
}

bool exceeds(const std::optional<Budget>& budget, std::int64_t total) {
  return budget && total > amount(budget->trigger);
}

// Whether a budget that was exceeded at `before` requires more removals at `now`.
bool wants_more(const std::optional<Budget>& budget, std::int64_t before, std::int64_t now) {
  if (!exceeds(budget, before)) return false;
  return now > amount(budget->target) || before - now < amount(budget->at_least);
}

using Ids = std::vector<std::string>;

// Whether a block belongs to the region or band of a budget.
using Counts = std::function<bool(tree::Region region, const tree::Node& block)>;

const Ids& names_in(const PruneUnit* unit) { return unit->ids; }
Ids names_in(const std::string& turn) { return {turn}; }
const Ids& names_in(const Ids& turns) { return turns; }

class Pruning {
 public:
  Pruning(const Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
          const Lookup& lookup, const MayLeave& may_leave)
      : policy_(policy), counter_(counter), lookup_(lookup), may_leave_(may_leave), before_(totals), now_(totals) {
    result_.outcome.tree = tree;
  }

  PruneOutcome run() {
    prune_turns();
    prune_crowded_turns();
    prune_regions();
    prune_bands();
    prune_blocks();
    cascade(result_.outcome, emptied_, lookup_);
    report_kept();
    return std::move(result_);
  }

 private:
  const Tree& tree() const { return result_.outcome.tree; }
  std::optional<Place> find(std::string_view id) const { return tree::find_place(tree(), id, *lookup_.around); }

  // ---- the passes, each in the order of priority, age and id ----

  // Removes whole turns, or whole exchanges.
  void prune_turns() {
    if (!policy_.turns) return;
    if (policy_.count_exchanges) return prune_exchanges();
    const auto before = static_cast<std::int64_t>(tree().rings.size());
    if (!exceeds(policy_.turns, before)) return;
    const PruneUnits units(tree(), policy_);
    const Ids turns = turns_in_order();
    const auto is_wanted = [&](const Ids&) {
      return wants_more(policy_.turns, before, static_cast<std::int64_t>(tree().rings.size()));
    };
    go_down(turns, is_wanted,
            [&](const std::string& turn) { return group_of_turn(turn, tree(), units, *lookup_.around); });
  }

  void prune_exchanges() {
    const auto before = static_cast<std::int64_t>(count_exchanges(tree()));
    if (!exceeds(policy_.turns, before)) return;
    const PruneUnits units(tree(), policy_);
    const auto is_wanted = [&](const Ids&) {
      return wants_more(policy_.turns, before, static_cast<std::int64_t>(count_exchanges(tree())));
    };
    go_down(exchanges_in_order(tree(), policy_), is_wanted,
            [&](const Ids& turns) { return group_of_turns(turns, tree(), units, *lookup_.around); });
  }

  Ids turns_in_order() const {
    std::vector<std::pair<PruneRank, std::string>> ranked;
    for (std::size_t ring = 0; ring < tree().rings.size() && !keeps_ring(tree(), ring, policy_); ++ring) {
      const Subtree& turn = *tree().rings[ring];
      ranked.emplace_back(rank_of_turn(turn), turn.container().id());
    }
    std::sort(ranked.begin(), ranked.end());
    Ids turns;
    for (auto& [rank, id] : ranked) turns.push_back(std::move(id));
    return turns;
  }

  // Removes units with a block in a turn that has too many nodes.
  void prune_crowded_turns() {
    if (!policy_.nodes_per_turn) return;
    const bool is_any_crowded =
        is_crowded(*tree().ah) || std::any_of(tree().rings.begin(), tree().rings.end(),
                                              [this](const tree::Ring& ring) { return is_crowded(*ring); });
    if (!is_any_crowded) return;
    const auto is_wanted = [this](const Ids& unit) {
      return std::any_of(unit.begin(), unit.end(), [this](const std::string& id) {
        const auto place = find(id);
        return place && place->region != tree::Region::Sys && is_crowded(tree::subtree_at(tree(), *place));
      });
    };
    prune_units(is_wanted);
  }

  void prune_regions() {
    using tree::Region;
    for (const auto& [region, budgets] : {std::pair(Region::Sys, &policy_.sys), std::pair(Region::Seq, &policy_.seq),
                                          std::pair(Region::Ah, &policy_.ah)}) {
      prune_share(*budgets, [wanted = region](Region found, const tree::Node&) { return found == wanted; });
    }
  }

  // Removes units of each band, the lowest band first.
  void prune_bands() {
    std::vector<const PriorityBand*> bands;
    for (const PriorityBand& band : policy_.priority_bands) {
      if (!band.keep) bands.push_back(&band);
    }
    std::sort(bands.begin(), bands.end(),
              [](const PriorityBand* a, const PriorityBand* b) { return a->from < b->from; });
    for (const PriorityBand* band : bands) {
      const std::set<std::string> ids = blocks_of(*band);
      prune_share(band->budgets,
                  [&ids](tree::Region, const tree::Node& node) { return ids.contains(std::string(node.id())); });
    }
  }

  std::set<std::string> blocks_of(const PriorityBand& band) const {
    const PruneUnits units(tree(), policy_);
    std::set<std::string> ids;
    for (const PruneUnit& unit : units.all()) {
      if (unit.rank && is_in(band, unit.rank->priority)) ids.insert(unit.ids.begin(), unit.ids.end());
    }
    return ids;
  }

  // Removes units with a block that counts for the budgets, until the budgets are met.
  void prune_share(const ShareBudgets& budgets, Counts counts) {
    if (budgets.is_empty()) return;
    counts_ = std::move(counts);
    const Totals before = share_ = measure_share();
    const bool is_exceeded = exceeds(budgets.bytes, before.bytes) || exceeds(budgets.tokens, before.tokens);
    const auto is_wanted = [&](const Ids& unit) {
      const bool wants = wants_more(budgets.bytes, before.bytes, share_.bytes) ||
                         wants_more(budgets.tokens, before.tokens, share_.tokens);
      return wants && std::any_of(unit.begin(), unit.end(), [this](const std::string& id) {
               const auto place = find(id);
               return place && counts_(place->region, tree::node_at(tree(), *place));
             });
    };
    if (is_exceeded) prune_units(is_wanted);
    counts_ = nullptr;
  }

  Totals measure_share() const {
    Totals totals = measure_share(tree::Region::Sys, *tree().sys, 0);
    for (const tree::Ring& ring : tree().rings) totals += measure_share(tree::Region::Seq, *ring, 0);
    return totals += measure_share(tree::Region::Ah, *tree().ah, 0);
  }

  Totals measure_share(tree::Region region, const Subtree& subtree, Subtree::Index top) const {
    Totals totals;
    for (Subtree::Index at = top; at < subtree.next(top); ++at) {
      if (counts_(region, subtree.node(at))) totals += measure_node(subtree.node(at), counter_);
    }
    return totals;
  }

  void prune_blocks() {
    if (!exceeds(policy_.bytes, before_.bytes) && !exceeds(policy_.tokens, before_.tokens)) return;
    prune_units([this](const Ids&) {
      return wants_more(policy_.bytes, before_.bytes, now_.bytes) ||
             wants_more(policy_.tokens, before_.tokens, now_.tokens);
    });
  }

  template <class IsWanted>
  void prune_units(IsWanted is_wanted) {
    const PruneUnits units(tree(), policy_);
    go_down(units.in_order(), is_wanted,
            [&](const PruneUnit* unit) { return group_of_unit(*unit, tree(), units, *lookup_.around); });
  }

  bool is_crowded(const Subtree& turn) const { return measure(turn, nullptr).nodes > amount(*policy_.nodes_per_turn); }

  // ---- one pass ----

  // Each step adds one group and removes the largest set of groups that no node outside of the set holds. Held groups
  // wait (D-16); only the removal of a group that refers to other nodes can free them.
  template <class Item, class IsWanted, class GroupOf>
  void go_down(const std::vector<Item>& line, IsWanted is_wanted, GroupOf group_of) {
    std::vector<PruneGroup> waiting;
    for (const Item& item : line) {
      if (!is_wanted(names_in(item))) continue;
      std::optional<PruneGroup> group = group_of(item);
      if (!group || !may_leave(*group)) continue;
      if (!group->refers) {
        std::vector<PruneGroup> alone = try_all({std::move(*group)});
        std::move(alone.begin(), alone.end(), std::back_inserter(waiting));
        continue;
      }
      waiting.push_back(std::move(*group));
      std::erase_if(waiting,
                    [&](const PruneGroup& other) { return !find(other.named.front()) || !is_wanted(other.named); });
      waiting = try_all(std::move(waiting));
    }
  }

  bool may_leave(const PruneGroup& group) const {
    return !may_leave_ || std::all_of(group.tops.begin(), group.tops.end(), [this](const std::string& id) {
      const auto place = find(id);
      return !place || may_leave_(tree(), *place);
    });
  }

  // Removes the groups that nothing holds and returns the held ones.
  std::vector<PruneGroup> try_all(std::vector<PruneGroup> groups) {
    const std::set<std::string> leaving = free_to_go(groups);
    std::vector<PruneGroup> held;
    for (PruneGroup& group : groups) {
      const bool goes = std::all_of(group.tops.begin(), group.tops.end(),
                                    [&](const std::string& id) { return leaving.contains(id) || !find(id); });
      if (goes) {
        for (const std::string& id : group.tops) remove(id);
      } else {
        kept_.insert(kept_.end(), group.named.begin(), group.named.end());
        held.push_back(std::move(group));
      }
    }
    return held;
  }

  // The tops of the largest set of groups that can be removed. Groups may share tops, so the set is computed again
  // whenever a group has to stay.
  std::set<std::string> free_to_go(const std::vector<PruneGroup>& groups) const {
    std::vector<const PruneGroup*> going;
    for (const PruneGroup& group : groups) going.push_back(&group);
    for (;;) {
      std::set<std::string> leaving;
      for (const PruneGroup* group : going) {
        for (const std::string& id : group->tops) {
          if (find(id)) leaving.insert(id);
        }
      }
      const std::set<std::string> free = removable_set(tree(), {leaving.begin(), leaving.end()}, lookup_);
      if (free.size() == leaving.size()) return leaving;
      std::erase_if(going, [&](const PruneGroup* group) {
        return std::any_of(group->tops.begin(), group->tops.end(),
                           [&](const std::string& id) { return leaving.contains(id) && !free.contains(id); });
      });
    }
  }

  void remove(const std::string& id) {
    const auto place = find(id);
    if (!place) return;  // removed with another node
    const Subtree& subtree = tree::subtree_at(tree(), *place);
    now_ -= measure(subtree, place->at, counter_);
    if (counts_) share_ -= measure_share(place->region, subtree, place->at);
    if (place->at > 0) emptied_.emplace_back(subtree.node(subtree.entries()[place->at].parent).id());
    depart(result_.outcome, *place, Cause::Prune);
  }

  // Reports each kept node once, without nodes that were removed later.
  void report_kept() {
    std::set<std::string> known;
    for (std::string& id : kept_) {
      if (known.insert(id).second && find(id)) result_.kept.push_back(std::move(id));
    }
  }

  const PrunePolicy& policy_;
  TokenCounter* counter_;
  const Lookup& lookup_;
  const MayLeave& may_leave_;
  const Totals before_;
  Totals now_;
  Counts counts_;  // the blocks that count for the current budgets; empty: no budgets
  Totals share_;   // the current totals of these blocks
  Ids emptied_;
  Ids kept_;
  PruneOutcome result_;
};

}  // namespace

PruneOutcome prune(const Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
                   const Lookup& lookup, const MayLeave& may_leave) {
  return Pruning(tree, totals, policy, counter, lookup, may_leave).run();
}

}  // namespace latewood::lifecycle
