#include "lifecycle/prune.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "lifecycle/cascade.h"
#include "lifecycle/prune_group.h"
#include "lifecycle/prune_unit.h"
#include "lifecycle/references.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

// No tree holds more than the largest signed number.
std::int64_t amount(std::uint64_t value) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return value > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(value);
}

bool exceeds(const std::optional<Budget>& budget, std::int64_t total) {
  return budget && total > amount(budget->trigger);
}

// Whether a budget that was exceeded at `before` asks for more to go at `now`.
bool wants_more(const std::optional<Budget>& budget, std::int64_t before, std::int64_t now) {
  if (!exceeds(budget, before)) return false;
  return now > amount(budget->target) || before - now < amount(budget->at_least);
}

using Ids = std::vector<std::string>;

const Ids& names_in(const PruneUnit* unit) { return unit->ids; }
Ids names_in(const std::string& turn) { return {turn}; }

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
    report_kept();
    return std::move(result_);
  }

 private:
  const Tree& tree() const { return result_.outcome.tree; }
  std::optional<Place> find(std::string_view id) const { return tree::find_place(tree(), id, *lookup_.around); }

  // ---- the three lines ----

  // Whole turns, the oldest first.
  void prune_turns() {
    const auto before = static_cast<std::int64_t>(tree().rings.size());
    if (!exceeds(policy_.turns, before)) return;
    const PruneUnits units(tree(), policy_);
    Ids turns;
    for (std::size_t ring = 0; ring < tree().rings.size() && !keeps_ring(tree(), ring, policy_); ++ring) {
      turns.emplace_back(tree().rings[ring]->container().id());
    }
    const auto is_wanted = [&](const Ids&) {
      return wants_more(policy_.turns, before, static_cast<std::int64_t>(tree().rings.size()));
    };
    go_down(turns, is_wanted,
            [&](const std::string& turn) { return group_of_turn(turn, tree(), units, *lookup_.around); });
  }

  // Units with a block in a turn that holds too many.
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

  // ---- going down a line ----

  // With every step one more may go, and what goes is the largest set of those that nothing
  // outside of it holds; who is held waits (D-16). Only one that refers to others can set
  // those free that wait.
  template <class Item, class IsWanted, class GroupOf>
  void go_down(const std::vector<Item>& line, IsWanted is_wanted, GroupOf group_of) {
    std::vector<PruneGroup> waiting;
    for (const Item& item : line) {
      if (!is_wanted(names_in(item))) continue;
      std::optional<PruneGroup> group = group_of(item);
      if (!group) continue;
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

  // Removes the groups that are free to go, and gives those that are not.
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

  // The tops of the largest set of groups that can go. Groups may share some of them, so who
  // goes is counted anew whenever one has to stay.
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
    if (!place) return;  // went with another
    const Subtree& subtree = tree::subtree_at(tree(), *place);
    now_ -= measure(subtree, place->at, counter_);
    if (place->at == 0) {
      remove_turn(subtree, place->ring);
      return;
    }
    emptied_.emplace_back(subtree.node(subtree.entries()[place->at].parent).id());
    depart(result_.outcome, *place, Cause::Prune);
  }

  void remove_turn(const Subtree& turn, std::size_t ring) {
    for (const Subtree::Entry& entry : turn.entries()) {
      const std::uint64_t bytes = entry.node->payload() == nullptr ? 0 : entry.node->payload()->counted_bytes();
      result_.outcome.departures.push_back({std::string(entry.node->id()), Cause::Prune, bytes});
    }
    result_.outcome.tree = tree::without_ring(tree(), ring);
  }

  // Each once, and without what went after all.
  void report_kept() {
    std::set<std::string> known;
    for (std::string& id : kept_) {
      if (known.insert(id).second && find(id)) result_.kept.push_back(std::move(id));
    }
  }

  const PrunePolicy& policy_;
  TokenCounter* counter_;
  const Lookup& lookup_;
  const Totals before_;
  Totals now_;
  Ids emptied_;
  Ids kept_;
  PruneOutcome result_;
};

}  // namespace

PruneOutcome prune(const Tree& tree, const Totals& totals, const PrunePolicy& policy, TokenCounter* counter,
                   const Lookup& lookup) {
  return Pruning(tree, totals, policy, counter, lookup).run();
}

}  // namespace latewood::lifecycle
