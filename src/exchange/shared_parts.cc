#include "exchange/shared_parts.h"

#include <algorithm>
#include <optional>
#include <string>

namespace latewood::exchange {
namespace {

using tree::Node;

bool is_text(tree::Symbol symbol, const std::optional<std::string>& text) {
  return symbol == nullptr ? !text.has_value() : text && *symbol == *text;
}

bool is_content(const Node& node, const tree::NodeFields& fields) {
  const tree::Payload* payload = node.payload();
  if (payload == nullptr) return !fields.content_json && !fields.purged;
  if (payload->is_purged()) return fields.purged == tree::PurgedContent{payload->digest, node.content_hash()};
  return fields.content_json && payload->json() == *fields.content_json;
}

bool is_extra(const tree::Extra* extra, const tree::NodeFields& fields) {
  if (extra == nullptr) return !fields.removable && !fields.key && fields.attributes.empty();
  return extra->removable == fields.removable && extra->key == fields.key && extra->attributes == fields.attributes;
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

bool says_the_same(const Node& node, const tree::NodeFields& fields) {
  return node.id() == fields.id && node.type() == fields.type && is_text(node.role(), fields.role) &&
         is_text(node.kind(), fields.kind) && is_text(node.provenance(), fields.provenance) &&
         is_extra(node.extra(), fields) && is_content(node, fields) && node.offset() == fields.offset &&
         node.expiry() == fields.expiry && node.priority() == fields.priority &&
         node.created_at_ns() == fields.created_at_ns && node.cycle() == fields.cycle &&
         node.creation_index() == fields.creation_index;
}

tree::PersistentVector<tree::Ring> shared_rings(const std::vector<tree::Ring>& rings, const PriorTree& prior) {
  tree::PersistentVector<tree::Ring> shared;
  if (prior.tree() != nullptr) shared = prior.tree()->rings;
  for (std::size_t at = 0; at < rings.size(); ++at) {
    const auto is_known = [&](const tree::Ring& ring) {
      return static_cast<bool>(prior.find_ring(ring->container().id()));
    };
    // Turns that went leave a gap; turns that came open one. Both keep what follows aligned.
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

tree::Shared<tree::Turns> displaced_turns(const std::vector<tree::Ring>& rings, std::uint64_t cycle) {
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
  return tree::Shared(std::move(displaced));
}

}  // namespace latewood::exchange
