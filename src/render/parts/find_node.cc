#include "render/parts/find_node.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace latewood::render {
namespace {

using tree::Place;
using tree::Region;
using tree::Subtree;

using Places = std::vector<std::pair<std::string_view, Place>>;

void add_places(Places& places, const Subtree& subtree, Place place) {
  for (place.at = 0; place.at < subtree.entries().size(); ++place.at) {
    places.emplace_back(subtree.node(place.at).id(), place);
  }
}

bool is_before(const Places::value_type& a, const Places::value_type& b) { return a.first < b.first; }

Places places_in(const tree::Tree& tree) {
  Places places = {{tree.root()->id(), {Region::Frame, 0, tree::kRootAt}},
                   {tree.seq()->id(), {Region::Frame, 0, tree::kSeqAt}}};
  add_places(places, *tree.sys, {Region::Sys, 0, 0});
  std::size_t turn = 0;
  for (const tree::Ring& ring : tree.rings) add_places(places, *ring, {Region::Seq, turn++, 0});
  add_places(places, *tree.ah, {Region::Ah, 0, 0});
  std::sort(places.begin(), places.end(), is_before);
  return places;
}

}  // namespace

FindNode find_by_looking(const tree::Tree& tree) {
  return [&tree, places = std::make_shared<Places>()](std::string_view id) -> std::optional<Place> {
    if (places->empty()) *places = places_in(tree);
    const auto found = std::lower_bound(places->begin(), places->end(), Places::value_type(id, {}), is_before);
    if (found == places->end() || found->first != id) return std::nullopt;
    return found->second;
  };
}

}  // namespace latewood::render
