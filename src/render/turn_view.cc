#include "render/turn_view.h"

namespace latewood::render {

using tree::Node;
using tree::NodeClass;
using tree::Subtree;

TurnView::TurnView(const tree::Tree& tree, View view, std::span<const std::shared_ptr<const KnownTurn>> known) {
  if (view != View::Effective) return;
  markers_.emplace(tree, [known](std::size_t ring) {
    return ring < known.size() && known[ring] != nullptr && !known[ring]->has_markers;
  });
}

std::vector<Block> TurnView::blocks_of(const Subtree& subtree, Role default_role) {
  if (!markers_ || markers_->empty()) return structural_blocks(subtree, default_role);
  std::vector<Block> blocks;
  for (Index at = 0; at < subtree.entries().size();) at = show_effective(subtree, at, default_role, blocks);
  return blocks;
}

bool TurnView::has_say_in(const KnownTurn& turn) const {
  if (!markers_ || markers_->empty()) return false;
  return turn.has_markers || markers_->name_any_of(*turn.ring);
}

std::vector<Block> structural_blocks(const Subtree& subtree, Role default_role) {
  std::vector<Block> blocks;
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    const Node& node = subtree.node(at);
    const bool speaks = node.payload() != nullptr || !subtree.has_children(at);
    if (node.node_class() == NodeClass::Block && speaks) blocks.push_back(block_of(node, default_role));
  }
  return blocks;
}

// Gives the index to go on at.
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
      // A summary that was shown already, where the first of what it covers stands, is not shown again.
      if (summaries_.insert(&node).second) blocks.push_back(redacted_block(node, marker->id(), default_role));
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
