#include "exchange/shared_parts.h"

#include <algorithm>
#include <optional>
#include <string>

namespace latewood::exchange {
namespace {

using tree::Node;

bool is_text(tree::Symbol symbol, const std::optional<std::string_view>& text) {
  return symbol == nullptr ? !text.has_value() : text && *symbol == *text;
}

bool is_content(const Node& node, const tree::NodeParts& parts) {
  const tree::Payload* payload = node.payload();
  if (payload == nullptr) return !parts.content_json && parts.purged == nullptr;
  if (payload->is_purged()) {
    return parts.purged != nullptr && *parts.purged == tree::PurgedContent{payload->digest(), node.content_hash()};
  }
  return parts.content_json && payload->json() == *parts.content_json;
}

bool is_extra(const tree::Extra* extra, const tree::NodeParts& parts) {
  if (extra == nullptr) return !parts.removable && !parts.key && !parts.iso && parts.attributes.empty();
  return extra->removable == parts.removable && extra->key == parts.key && extra->iso == parts.iso &&
         extra->attributes == parts.attributes;
}

}  // namespace

PriorTree::PriorTree(const tree::Tree& tree) : tree_(tree) {
  tree::for_each_node(tree_, [this](const Node& node, const Node*) { nodes_.emplace(node.id(), &node); });
  for (const tree::Ring& ring : tree_.rings) rings_.emplace(ring->container().id(), ring);
}

const Node* PriorTree::find_node(std::string_view id) const {
  const auto found = nodes_.find(id);
  return found == nodes_.end() ? nullptr : found->second;
}

tree::Ring PriorTree::find_ring(std::string_view id) const {
  const auto found = rings_.find(id);
  return found == rings_.end() ? tree::Ring() : found->second;
}

bool says_the_same(const Node& node, const tree::NodeParts& parts) {
  const tree::TraitsParts& traits = parts.traits;
  return node.id() == parts.id && node.type() == traits.type && is_text(node.role(), traits.role) &&
         is_text(node.kind(), traits.kind) && is_text(node.provenance(), traits.provenance) &&
         is_extra(node.extra(), parts) && is_content(node, parts) && node.offset() == traits.offset &&
         node.expiry() == parts.expiry && node.priority() == traits.priority &&
         node.created_at_ns() == parts.created_at_ns && node.cycle() == parts.cycle &&
         node.creation_index() == parts.creation_index;
}

tree::PersistentVector<tree::Ring> shared_rings(const std::vector<tree::Ring>& rings, const PriorTree& prior) {
  tree::PersistentVector<tree::Ring> shared;
  if (prior.tree() != nullptr) shared = prior.tree()->rings;
  for (std::size_t at = 0; at < rings.size(); ++at) {
    const auto is_known = [&](const tree::Ring& ring) {
      return static_cast<bool>(prior.find_ring(ring->container().id()));
    };
    // Remove turns that are gone and insert new ones, so that the following turns stay aligned.
    while (at < shared.size() && is_known(rings[at]) && shared[at]->container().id() != rings[at]->container().id()) {
      shared = shared.erase(at);
    }
    if (at == shared.size()) {
      shared = shared.push_back(rings[at]);
    } else if (!is_known(rings[at])) {
      shared = shared.insert(at, rings[at]);
    } else if (shared[at] != rings[at]) {
      shared = shared.set(at, rings[at]);
    }
  }
  return shared.size() > rings.size() ? shared.take(rings.size()) : shared;
}

tree::Turns displaced_turns(const std::vector<tree::Ring>& rings, std::uint64_t cycle) {
  std::vector<const Node*> displaced;
  std::optional<std::uint64_t> newest;
  for (const tree::Ring& ring : rings) {
    const Node& turn = ring->container();
    const bool grows = turn.cycle() <= cycle && (!newest || turn.cycle() > *newest);
    if (grows) {
      newest = turn.cycle();
    } else {
      displaced.push_back(&turn);
    }
  }
  std::sort(displaced.begin(), displaced.end(), [](const Node* a, const Node* b) { return a->id() < b->id(); });
  return displaced;
}

}  // namespace latewood::exchange
