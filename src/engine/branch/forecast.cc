// Runs expiry on a copy of the tree, cycle by cycle. Cycles in which no ttl ends and that follow no removal are left
// out, since nothing can leave in them.
#include "engine/branch/forecast.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "engine/branch/timeline.h"
#include "engine/branch/working_state.h"
#include "lifecycle/expire.h"
#include "tree/edit/pins.h"

namespace latewood::engine {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

// The outermost node with a ttl among the node and its ancestors; the node itself if none has a ttl.
Place outermost_expiring(const Tree& tree, const Place& node) {
  Place top = node;
  for (std::optional<Place> at = node; at; at = tree::parent_of(tree, *at)) {
    if (tree::node_at(tree, *at).expiry() != tree::kNever) top = *at;
  }
  return top;
}

std::vector<std::string> holders_of(const Tree& tree, const Place& node, const lifecycle::Lookup& lookup) {
  const Place top = outermost_expiring(tree, node);
  if (top.region == tree::Region::Frame) return {};
  const Subtree& subtree = tree::subtree_at(tree, top);
  const std::string_view own_id = tree::node_at(tree, node).id();
  const auto goes_along = [&](const Place& place) {
    return place.region == top.region && place.ring == top.ring && subtree.is_within(place.at, top.at);
  };
  std::set<std::string> holders;
  for (Subtree::Index at = top.at; at < subtree.entries()[top.at].end; ++at) {
    const std::string_view id = subtree.node(at).id();
    if (tree::is_pinned(tree.pins(), id) && id != own_id) holders.emplace(id);
    for (const std::string& referrer : lookup.referrers_of(id)) {
      const auto place = tree::find_place(tree, referrer, *lookup.around);
      if (!place || goes_along(*place)) continue;
      const std::vector<std::string> refs = lifecycle::references_in(tree::node_at(tree, *place));
      if (std::find(refs.begin(), refs.end(), id) != refs.end()) holders.insert(referrer);
    }
  }
  return {holders.begin(), holders.end()};
}

}  // namespace

Forecast forecast(const BranchTimeline& timeline, const WorkingState& working, std::string_view id) {
  const tree::Draft& draft = working.draft();
  const tree::Surroundings& around = working.around();
  const auto node = tree::find_place(draft.tree, id, around);
  if (!node) return {};
  const lifecycle::Lookup lookup{&around, [&timeline](std::string_view each) { return timeline.referrers_of(each); }};
  Forecast result{{}, holders_of(draft.tree, *node, lookup)};
  const std::uint64_t next = draft.cycle();
  std::map<std::uint64_t, std::vector<std::string>> due;
  for (std::string& each : timeline.due_between(next - 1, std::numeric_limits<std::uint64_t>::max())) {
    const auto place = tree::find_place(draft.tree, each, around);
    const std::int64_t expiry = place ? tree::node_at(draft.tree, *place).expiry() : tree::kNever;
    if (expiry == tree::kNever) continue;
    const std::uint64_t cycle = expiry < 0 ? next : std::max(next, static_cast<std::uint64_t>(expiry));
    due[cycle].push_back(std::move(each));
  }
  Tree tree = draft.tree;
  std::vector<std::string> deferred;
  for (auto& [cycle, ids] : due) {
    ids.insert(ids.end(), deferred.begin(), deferred.end());
    lifecycle::Outcome outcome = lifecycle::expire(tree, cycle, ids, lookup);
    tree = std::move(outcome.tree);
    deferred = std::move(outcome.deferred);
    // A node that left in this cycle may have been the holder of a deferred node.
    if (!deferred.empty() && !outcome.departures.empty()) due[cycle + 1];
    if (tree::find_place(tree, id, around)) continue;
    result.expires = cycle;
    break;
  }
  return result;
}

}  // namespace latewood::engine
