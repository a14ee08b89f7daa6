#include "lifecycle/break_point.h"

#include <algorithm>
#include <tuple>

#include "lifecycle/summary_cover.h"
#include "tree/edit/marker.h"

namespace latewood::lifecycle {
namespace {

using tree::Node;
using tree::Place;
using tree::Region;
using tree::Subtree;
using tree::Tree;

bool is_earlier_place(const Place& a, const Place& b) {
  return std::tuple(a.region, a.ring, a.at) < std::tuple(b.region, b.ring, b.at);
}

// Whether both are sent alike.
bool is_same_text(const Node& a, const Node& b) {
  if (&a == &b) return true;
  return a.id() == b.id() && a.payload() == b.payload() && a.extra() == b.extra() && a.role() == b.role() &&
         a.kind() == b.kind() && a.type() == b.type();
}

// The first entry that differs; nullopt if both are sent alike.
std::optional<Subtree::Index> first_changed(const Subtree& older, const Subtree& newer) {
  if (older.is_same(newer)) return std::nullopt;
  const auto a = older.entries();
  const auto b = newer.entries();
  const std::size_t both = std::min(a.size(), b.size());
  for (std::size_t at = 0; at < both; ++at) {
    if (!is_same_text(*a[at].node, *b[at].node)) return static_cast<Subtree::Index>(at);
  }
  return a.size() == b.size() ? std::nullopt : std::optional(static_cast<Subtree::Index>(both));
}

std::optional<Place> first_changed_turn(const Tree& base, const Tree& tree) {
  std::size_t ring = first_difference(base.rings, tree.rings);
  for (; ring < base.rings.size(); ++ring) {
    if (ring == tree.rings.size()) return Place{Region::Seq, ring, 0};
    if (base.rings[ring] == tree.rings[ring]) continue;
    if (const auto at = first_changed(*base.rings[ring], *tree.rings[ring])) return Place{Region::Seq, ring, *at};
  }
  return std::nullopt;
}

// The first node of `^sys` or a turn that a marker or summary of the active head names.
std::optional<Place> first_named(const Tree& tree, const tree::Surroundings& around) {
  std::optional<Place> first;
  for (const Subtree::Entry& entry : tree.ah->entries()) {
    std::vector<std::string_view> named = tree::marked_by(*entry.node);
    for (const std::string_view id : covered_by(*entry.node)) named.push_back(id);
    for (const std::string_view id : named) {
      const auto place = tree::find_place(tree, id, around);
      if (!place || place->region == Region::Ah || place->region == Region::Frame) continue;
      if (!first || is_earlier_place(*place, *first)) first = place;
    }
  }
  return first;
}

Totals measure_from(const Subtree& subtree, Subtree::Index from, TokenCounter* counter) {
  Totals totals;
  for (Subtree::Index at = from; at < subtree.entries().size(); ++at) totals += measure_node(subtree.node(at), counter);
  return totals;
}

}  // namespace

std::optional<Place> find_break(const Tree& base, const Tree& tree, const tree::Surroundings& around) {
  std::optional<Place> found;
  if (const auto at = first_changed(*base.sys, *tree.sys)) {
    found = Place{Region::Sys, 0, *at};
  } else {
    found = first_changed_turn(base, tree);
  }
  const std::optional<Place> named = first_named(tree, around);
  if (named && (!found || is_earlier_place(*named, *found))) found = named;
  return found;
}

bool is_behind(const Place& place, const Place& break_point) {
  if (place.region != Region::Sys && place.region != Region::Seq) return false;
  return !is_earlier_place(place, break_point);
}

Totals measure_behind(const Tree& tree, const std::optional<Place>& break_point, TokenCounter* counter) {
  Totals totals;
  if (!break_point) return totals;
  const bool is_in_system = break_point->region == Region::Sys;
  if (is_in_system) totals += measure_from(*tree.sys, break_point->at, counter);
  const std::size_t first = is_in_system ? 0 : break_point->ring;
  for (std::size_t ring = first; ring < tree.rings.size(); ++ring) {
    const bool is_first = !is_in_system && ring == first;
    totals += measure_from(*tree.rings[ring], is_first ? break_point->at : Subtree::Index{0}, counter);
  }
  return totals;
}

}  // namespace latewood::lifecycle
