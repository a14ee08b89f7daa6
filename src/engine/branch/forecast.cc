// Expiry tried ahead on a copy of the tree. Only cycles in which a ttl ends, or that follow one in which something
// left, are looked at: in all others nothing leaves.
#include "engine/branch/forecast.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "engine/branch/branch.h"
#include "lifecycle/expire.h"
#include "tree/edit/pins.h"

namespace latewood::engine {
namespace {

using tree::Place;
using tree::Subtree;
using tree::Tree;

// The outermost node that has a ttl, of the node and those above it; the node itself if none has one.
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

Forecast Branch::forecast(std::string_view id) const {
  const auto node = tree::find_place(draft_.tree, id, around_);
  if (!node) return {};
  const lifecycle::Lookup lookup{&around_, [this](std::string_view each) { return referrers_of(each); }};
  Forecast forecast{{}, holders_of(draft_.tree, *node, lookup)};
  const std::uint64_t next = draft_.cycle();
  std::map<std::uint64_t, std::vector<std::string>> due;
  for (std::string& each : due_between(next - 1, std::numeric_limits<std::uint64_t>::max())) {
    const auto place = tree::find_place(draft_.tree, each, around_);
    const std::int64_t expiry = place ? tree::node_at(draft_.tree, *place).expiry() : tree::kNever;
    if (expiry == tree::kNever) continue;
    const std::uint64_t cycle = expiry < 0 ? next : std::max(next, static_cast<std::uint64_t>(expiry));
    due[cycle].push_back(std::move(each));
  }
  Tree tree = draft_.tree;
  std::vector<std::string> deferred;
  for (auto& [cycle, ids] : due) {
    ids.insert(ids.end(), deferred.begin(), deferred.end());
    lifecycle::Outcome outcome = lifecycle::expire(tree, cycle, ids, lookup);
    tree = std::move(outcome.tree);
    deferred = std::move(outcome.deferred);
    // What was emptied and left in this cycle may have been what held them.
    if (!deferred.empty() && !outcome.departures.empty()) due[cycle + 1];
    if (tree::find_place(tree, id, around_)) continue;
    forecast.expires = cycle;
    break;
  }
  return forecast;
}

}  // namespace latewood::engine
