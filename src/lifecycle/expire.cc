#include "lifecycle/expire.h"

#include <algorithm>
#include <tuple>

#include "lifecycle/cascade.h"
#include "lifecycle/references.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Tree;

struct Due {
  Place place;
  std::string id;
};

// Document order, so that the record of a commit does not depend on who was noted first.
bool comes_before(const Due& a, const Due& b) {
  const auto rank = [](const Due& due) { return std::tuple(due.place.region, due.place.ring, due.place.at); };
  return rank(a) < rank(b);
}

std::vector<Due> really_due(const Tree& tree, std::uint64_t cycle, const std::vector<std::string>& ids,
                            const Lookup& lookup) {
  std::vector<Due> due;
  for (const std::string& id : ids) {
    const auto place = tree::find_place(tree, id, *lookup.around);
    const bool is_region = place && place->at == 0 && place->region != tree::Region::Seq;
    if (!place || is_region) continue;
    if (tree::node_at(tree, *place).expiry() <= static_cast<std::int64_t>(cycle)) due.push_back({*place, id});
  }
  std::sort(due.begin(), due.end(), comes_before);
  due.erase(std::unique(due.begin(), due.end(), [](const Due& a, const Due& b) { return a.id == b.id; }), due.end());
  return due;
}

void defer(Outcome& outcome, const Place& place, std::uint64_t cycle, tree::NodePool& pool) {
  const tree::Subtree& subtree = tree::subtree_at(outcome.tree, place);
  const tree::Node& node = subtree.node(place.at);
  outcome.deferred.emplace_back(node.id());
  const auto expiry = static_cast<std::int64_t>(cycle);
  if (node.expiry() == expiry) return;
  outcome.tree = tree::with_subtree(outcome.tree, place, subtree.with_node(place.at, pool.with_expiry(node, expiry)));
}

}  // namespace

Outcome expire(const Tree& tree, std::uint64_t cycle, const std::vector<std::string>& ids, const Lookup& lookup) {
  Outcome outcome{tree, {}, {}};
  std::vector<std::string> candidates;
  for (const Due& due : really_due(tree, cycle, ids, lookup)) candidates.push_back(due.id);
  const std::set<std::string> leaving = removable_set(tree, candidates, lookup);
  std::vector<std::string> emptied;
  for (const std::string& id : candidates) {
    const auto place = tree::find_place(outcome.tree, id, *lookup.around);
    if (!place) continue;  // went with a node above it
    if (!leaving.contains(id)) {
      defer(outcome, *place, cycle, *lookup.around->pool);
      continue;
    }
    if (place->at > 0) {
      const tree::Subtree& subtree = tree::subtree_at(outcome.tree, *place);
      emptied.emplace_back(subtree.node(subtree.entries()[place->at].parent).id());
    }
    depart(outcome, *place, Cause::Ttl);
  }
  cascade(outcome, emptied, lookup);
  // What was held back may have gone after all, when nothing was left below it.
  std::erase_if(outcome.deferred,
                [&](const std::string& id) { return !tree::find_place(outcome.tree, id, *lookup.around); });
  return outcome;
}

}  // namespace latewood::lifecycle
