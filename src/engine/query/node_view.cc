#include "engine/query/node_view.h"

#include "canon/json_reader.h"
#include "tree/edit/pins.h"

namespace latewood::engine {
namespace {

std::optional<std::string> text_of(tree::Symbol symbol) {
  return symbol == nullptr ? std::nullopt : std::optional(*symbol);
}

}  // namespace

NodeView view_of(const tree::Node& node, const tree::Node* parent, const tree::SeenAt& seen) {
  NodeView view;
  view.id = std::string(node.id());
  view.node_type = node.type();
  view.offset = node.offset();
  view.ttl = tree::shown_ttl(node, seen);
  view.priority = node.priority();
  view.cycle = node.cycle();
  view.created_at_ns = node.created_at_ns();
  view.created_at_iso = node.created_at_iso();
  view.creation_index = node.creation_index();
  view.role = text_of(node.role());
  view.kind = text_of(node.kind());
  view.provenance = text_of(node.provenance());
  if (const tree::Payload* payload = node.payload()) {
    if (payload->is_purged()) {
      view.purged = Blake3Digest{payload->digest().bytes};
    } else {
      view.content = *parse_json(payload->json());
    }
  }
  if (node.extra() != nullptr) {
    view.removable = node.extra()->removable;
    view.key = node.extra()->key;
    view.attributes = node.extra()->attributes;
  }
  view.content_hash = node.content_hash();
  if (parent != nullptr) view.parent_id = std::string(parent->id());
  return view;
}

NodeView view_at(const tree::Tree& tree, const tree::Place& place, std::uint64_t cycle) {
  const std::optional<tree::Place> parent = tree::parent_of(tree, place);
  const tree::Node& node = tree::node_at(tree, place);
  NodeView view = view_of(node, parent ? &tree::node_at(tree, *parent) : nullptr, {cycle, tree.cycle});
  view.pins = tree::holders_in(tree::pins_of(tree.pins(), node.id()));
  return view;
}

std::vector<NodeView> views_of(const tree::Tree& tree, std::uint64_t cycle) {
  std::vector<NodeView> views;
  const tree::SeenAt seen{cycle, tree.cycle};
  const tree::Pins& pins = tree.pins();
  tree::for_each_node(tree, [&](const tree::Node& node, const tree::Node* parent) {
    views.push_back(view_of(node, parent, seen));
    if (!pins.empty()) views.back().pins = tree::holders_in(tree::pins_of(pins, node.id()));
  });
  return views;
}

}  // namespace latewood::engine
