#include "lifecycle/prune_group.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "lifecycle/departure.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

class Gathering {
 public:
  Gathering(const Tree& tree, const PruneUnits& units, const tree::Surroundings& around)
      : tree_(tree), units_(units), around_(around) {}

  void add(std::string_view id) {
    const auto place = tree::find_place(tree_, id, around_);
    if (!place) return;
    tops_.push_back(*place);
    open_.push_back(*place);
  }

  void add_unit(const PruneUnit& unit) {
    if (!seen_.insert(&unit).second) return;
    is_protected_ = is_protected_ || unit.is_protected;
    containers_.insert(containers_.end(), unit.containers.begin(), unit.containers.end());
    for (const std::string& id : unit.ids) add(id);
  }

  // The added nodes and all nodes that must be removed with them. A container that a marker names must be among them.
  std::optional<PruneGroup> run(std::vector<std::string> named) {
    while (!open_.empty()) {
      const Place top = open_.back();
      open_.pop_back();
      add_below(top);
    }
    if (is_protected_ || tops_.empty()) return std::nullopt;
    for (const std::string& id : containers_) {
      const auto place = tree::find_place(tree_, id, around_);
      if (place && !goes(*place)) return std::nullopt;
    }
    PruneGroup group;
    group.named = std::move(named);
    group.tops = topmost();
    group.refers = refers_;
    return group;
  }

 private:
  static auto rank(const Place& place) { return std::tuple(place.region, place.ring, place.at); }

  void add_below(const Place& top) {
    const Subtree& subtree = tree::subtree_at(tree_, top);
    for (Subtree::Index at = top.at; at < subtree.next(top.at); ++at) {
      const tree::Node& node = subtree.node(at);
      refers_ = refers_ || node.find_attribute("data_refs") != nullptr;
      if (const PruneUnit* unit = units_.find_joined(node.id())) add_unit(*unit);
    }
  }

  bool goes(const Place& place) const {
    return std::any_of(tops_.begin(), tops_.end(), [&](const Place& top) {
      const bool is_near = top.region == place.region && top.ring == place.ring;
      return is_near && tree::subtree_at(tree_, top).is_within(place.at, top.at);
    });
  }

  std::vector<std::string> topmost() {
    std::sort(tops_.begin(), tops_.end(), [](const Place& a, const Place& b) { return rank(a) < rank(b); });
    std::vector<std::string> ids;
    const Place* last = nullptr;
    for (const Place& top : tops_) {
      const bool is_near = last != nullptr && last->region == top.region && last->ring == top.ring;
      if (is_near && tree::subtree_at(tree_, top).is_within(top.at, last->at)) continue;
      ids.emplace_back(tree::node_at(tree_, top).id());
      last = &top;
    }
    return ids;
  }

  const Tree& tree_;
  const PruneUnits& units_;
  const tree::Surroundings& around_;
  std::set<const PruneUnit*> seen_;
  std::vector<Place> open_;
  std::vector<Place> tops_;
  std::vector<std::string> containers_;
  bool is_protected_ = false;
  bool refers_ = false;
};

}  // namespace

std::optional<PruneGroup> group_of_unit(const PruneUnit& unit, const Tree& tree, const PruneUnits& units,
                                        const tree::Surroundings& around) {
  if (unit.is_protected || !unit.containers.empty()) return std::nullopt;
  Gathering gathering(tree, units, around);
  gathering.add_unit(unit);
  return gathering.run(unit.ids);
}

std::optional<PruneGroup> group_of_turns(const std::vector<std::string>& turns, const Tree& tree,
                                         const PruneUnits& units, const tree::Surroundings& around) {
  Gathering gathering(tree, units, around);
  for (const std::string& turn : turns) gathering.add(turn);
  return gathering.run(turns);
}

std::optional<PruneGroup> group_of_turn(std::string_view turn, const Tree& tree, const PruneUnits& units,
                                        const tree::Surroundings& around) {
  Gathering gathering(tree, units, around);
  gathering.add(turn);
  return gathering.run({std::string(turn)});
}

}  // namespace latewood::lifecycle
