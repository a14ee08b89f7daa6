#include "lifecycle/departure.h"

#include <utility>

namespace latewood::lifecycle {

std::vector<std::string> references_in(const tree::Node& node) {
  const JsonValue* refs = node.find_attribute("data_refs");
  if (refs == nullptr) return {};
  if (const std::string* one = refs->as_string()) return {*one};
  std::vector<std::string> ids;
  const JsonValue::Array* list = refs->as_array();
  if (list == nullptr) return ids;
  for (const JsonValue& item : *list) {
    if (const std::string* id = item.as_string()) ids.push_back(*id);
  }
  return ids;
}

void depart(Outcome& outcome, const tree::Place& place, Cause cause) {
  const tree::Subtree& subtree = tree::subtree_at(outcome.tree, place);
  for (tree::Subtree::Index at = place.at; at < subtree.entries()[place.at].end; ++at) {
    const tree::Node& node = subtree.node(at);
    const std::uint64_t bytes = node.payload() == nullptr ? 0 : node.payload()->counted_bytes();
    std::string with;
    if (at != place.at) with = std::string(subtree.node(subtree.entries()[at].parent).id());
    outcome.departures.push_back({std::string(node.id()), cause, bytes, std::move(with)});
  }
  outcome.tree = place.at == 0 ? tree::without_ring(outcome.tree, place.ring)
                               : tree::with_subtree(outcome.tree, place, subtree.without(place.at));
}

}  // namespace latewood::lifecycle
