#include "render/turn_view.h"

namespace latewood::render {

using tree::Node;
using tree::NodeClass;
using tree::Subtree;

TurnView::TurnView(const tree::Tree& tree, View view) {
  if (view == View::Effective) markers_.emplace(tree);
}

std::vector<Block> TurnView::blocks_of(const Subtree& subtree, Role default_role) {
  std::vector<Block> blocks;
  const bool is_plain = !markers_ || markers_->empty();
  for (Index at = 0; at < subtree.entries().size();) {
    at = is_plain ? show_structural(subtree, at, default_role, blocks)
                  : show_effective(subtree, at, default_role, blocks);
  }
  return blocks;
}

// Both give the index to go on at.
TurnView::Index TurnView::show_structural(const Subtree& subtree, Index at, Role default_role,
                                          std::vector<Block>& blocks) {
  const Node& node = subtree.node(at);
  const bool speaks = node.payload() != nullptr || !subtree.has_children(at);
  if (node.node_class() != NodeClass::Block || !speaks) return at + 1;
  blocks.push_back(block_of(node, default_role));
  return at + 1;
}

TurnView::Index TurnView::show_effective(const Subtree& subtree, Index at, Role default_role,
                                         std::vector<Block>& blocks) {
  const Node& node = subtree.node(at);
  const NodeClass node_class = node.node_class();
  const bool is_frame = node_class == NodeClass::Sys || node_class == NodeClass::Ah;
  if (!is_frame) {
    if (const Node* summary = markers_->summary_of(node)) {
      show_summary(*summary, default_role, blocks);
      return subtree.next(at);
    }
    if (const Node* marker = markers_->redaction_of(node)) {
      blocks.push_back(redacted_block(node, marker->id(), default_role));
      return subtree.next(at);
    }
  }
  if (node_class != NodeClass::Block) return at + 1;
  if (Markers::is_redaction(node)) return subtree.next(at);
  if (Markers::is_replacement(node)) {
    if (!markers_->has_original(node)) repairs_.push_back({RepairKind::MarkerDropped, std::string(node.id())});
    return subtree.next(at);
  }
  if (node.find_attribute("data_covers") != nullptr) {
    show_summary(node, default_role, blocks);
    return subtree.next(at);
  }
  const Block block = shown(node, default_role);
  const bool speaks = block.node->payload() != nullptr || !subtree.has_children(at);
  if (speaks) blocks.push_back(block);
  return at + 1;
}

void TurnView::show_summary(const Node& summary, Role default_role, std::vector<Block>& blocks) {
  if (summaries_.insert(&summary).second) blocks.push_back(shown(summary, default_role));
}

// The node, its replacement, or the placeholder of whichever of them is redacted.
Block TurnView::shown(const Node& node, Role default_role) const {
  if (const Node* marker = markers_->redaction_of(node)) return redacted_block(node, marker->id(), default_role);
  const Node& last = markers_->replacement_of(node);
  if (const Node* marker = markers_->redaction_of(last)) return redacted_block(node, marker->id(), default_role);
  Block block = block_of(last, default_role);
  block.place = &node;
  return block;
}

}  // namespace latewood::render
