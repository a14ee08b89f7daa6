#include "lifecycle/expire.h"

#include <algorithm>
#include <tuple>

#include "lifecycle/cascade.h"
#include "lifecycle/references.h"
#include "tree/edit/marker.h"
#include "tree/node_pool.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Tree;

struct Due {
  Place place;
  std::string id;
};

// Document order, so that the record of a commit does not depend on the order of the ledger.
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

// Whether the marker names a node that stays. A marker expires with the last node that it names.
bool has_to_wait(const Tree& tree, const std::string& marker, const std::set<std::string>& candidates,
                 const std::set<std::string>& leaving, const Lookup& lookup) {
  const auto place = tree::find_place(tree, marker, *lookup.around);
  const std::vector<std::string_view> named = tree::marked_by(tree::node_at(tree, *place));
  return std::any_of(named.begin(), named.end(), [&](std::string_view id) {
    const std::string name(id);
    return candidates.contains(name) && !leaving.contains(name);
  });
}

// The candidates that leave. A marker that stays may hold other candidates, so the set is reduced until nothing
// changes.
std::set<std::string> leaving_set(const Tree& tree, const std::vector<std::string>& candidates, const Lookup& lookup) {
  const std::set<std::string> all(candidates.begin(), candidates.end());
  std::vector<std::string> left = candidates;
  for (;;) {
    std::set<std::string> leaving = removable_set(tree, left, lookup);
    const std::size_t before = left.size();
    std::erase_if(left, [&](const std::string& id) {
      return leaving.contains(id) && has_to_wait(tree, id, all, leaving, lookup);
    });
    if (left.size() == before) return leaving;
  }
}

// The markers that name this id and no node of the tree, in document order.
std::vector<Due> left_markers(const Tree& tree, std::string_view id, const Lookup& lookup) {
  std::vector<Due> markers;
  for (const std::string& hint : lookup.around->markers_of(id)) {
    const auto place = tree::find_place(tree, hint, *lookup.around);
    if (!place) continue;
    const std::vector<std::string_view> named = tree::marked_by(tree::node_at(tree, *place));
    const bool names_it = std::find(named.begin(), named.end(), id) != named.end();
    const bool is_left = std::none_of(named.begin(), named.end(), [&](std::string_view other) {
      return tree::find_place(tree, other, lookup.around->turn_of).has_value();
    });
    if (names_it && is_left) markers.push_back({*place, hint});
  }
  std::sort(markers.begin(), markers.end(), comes_before);
  markers.erase(std::unique(markers.begin(), markers.end(), [](const Due& a, const Due& b) { return a.id == b.id; }),
                markers.end());
  return markers;
}

// Removes the markers of removed nodes, for the same cause, and emptied containers, until nothing changes. All nodes
// that leave by ttl are recorded before the first cascade (the order of the commit sequence).
void take_along(Outcome& outcome, std::vector<std::string> emptied, const Lookup& lookup) {
  std::size_t next = 0;
  for (;;) {
    for (; next < outcome.departures.size(); ++next) {
      const std::string gone = outcome.departures[next].id;
      const Cause cause = outcome.departures[next].cause;
      for (const Due& marker : left_markers(outcome.tree, gone, lookup)) {
        const auto place = tree::find_place(outcome.tree, marker.id, *lookup.around);
        if (!place || !may_go(outcome.tree, marker.id, lookup)) continue;
        const tree::Subtree& subtree = tree::subtree_at(outcome.tree, *place);
        emptied.emplace_back(subtree.node(subtree.entries()[place->at].parent).id());
        depart(outcome, *place, cause);
      }
    }
    cascade(outcome, emptied, lookup);
    if (next == outcome.departures.size()) return;
  }
}

}  // namespace

Outcome expire(const Tree& tree, std::uint64_t cycle, const std::vector<std::string>& ids, const Lookup& lookup) {
  Outcome outcome{tree, {}, {}};
  std::vector<std::string> candidates;
  for (const Due& due : really_due(tree, cycle, ids, lookup)) candidates.push_back(due.id);
  const std::set<std::string> leaving = leaving_set(tree, candidates, lookup);
  std::vector<std::string> emptied;
  for (const std::string& id : candidates) {
    const auto place = tree::find_place(outcome.tree, id, *lookup.around);
    if (!place) continue;  // removed with an ancestor
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
  take_along(outcome, std::move(emptied), lookup);
  // The cascade may have removed a deferred node that was emptied.
  std::erase_if(outcome.deferred,
                [&](const std::string& id) { return !tree::find_place(outcome.tree, id, *lookup.around); });
  return outcome;
}

}  // namespace latewood::lifecycle
