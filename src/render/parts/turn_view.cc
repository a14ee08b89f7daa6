#include "render/parts/turn_view.h"

#include <utility>

namespace latewood::render {

using tree::Node;
using tree::NodeClass;
using tree::Subtree;

namespace {

// Whether nodes of this class are rendered.
bool has_voice(const Node& node, const Speaking& speaking) {
  if (node.node_class() == NodeClass::Core) return speaking.cores && has_core_content(node);
  return node.node_class() == NodeClass::Block;
}

}  // namespace

TurnView::TurnView(const tree::Tree& tree, const std::vector<std::size_t>& turns, const FindNode& find,
                   const Speaking& speaking, Summaries shown)
    : speaking_(speaking), markers_(std::in_place, tree, turns, find), summaries_(std::move(shown)) {}

ViewedTurn TurnView::view_of(const Subtree& subtree, Role default_role, std::size_t turn) {
  if (!markers_ || markers_->empty()) return {structural_blocks(subtree, default_role, speaking_)};
  ViewedTurn shown;
  const Walk walk{subtree, default_role, turn, shown};
  for (Index at = 0; at < subtree.entries().size();) at = show_effective(walk, at);
  return shown;
}

bool TurnView::has_say_in(const KnownTurn& turn) const {
  if (!markers_ || markers_->empty()) return false;
  return turn.has_markers || markers_->name_any_of(*turn.ring);
}

std::vector<Block> structural_blocks(const Subtree& subtree, Role default_role, const Speaking& speaking) {
  std::vector<Block> blocks;
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    const Node& node = subtree.node(at);
    const bool speaks = node.payload() != nullptr || (speaking.absent && !subtree.has_children(at));
    if (has_voice(node, speaking) && speaks) blocks.push_back(block_of(node, default_role));
  }
  return blocks;
}

// Shows the entry at `at` in the effective view. Returns the index of the next entry to show.
TurnView::Index TurnView::show_effective(const Walk& walk, Index at) {
  const Subtree& subtree = walk.subtree;
  const Node& node = subtree.node(at);
  const NodeClass node_class = node.node_class();
  const bool is_frame = node_class == NodeClass::Sys || node_class == NodeClass::Ah;
  if (Markers::is_redaction(node) || Markers::is_replacement(node)) return pass_marker(walk, at);
  if (!is_frame) {
    if (const Node* summary = markers_->summary_of(node)) {
      show_summary(walk, *summary);
      return subtree.next(at);
    }
    if (const Node* marker = markers_->redaction_of(node)) {
      // A summary is shown once: not again if it was shown at the place of the first node that it covers.
      if (summaries_.try_emplace(&node, walk.turn).second && !is_silent(subtree, at)) {
        walk.shown.blocks.push_back(redacted_block(node, marker->id(), walk.default_role));
      }
      return subtree.next(at);
    }
  }
  if (!has_voice(node, speaking_)) return at + 1;
  if (node.find_attribute("data_covers") != nullptr) {
    show_summary(walk, node);
    return subtree.next(at);
  }
  const Block block = shown(node, walk.default_role);
  const bool holds_others = subtree.has_children(at) || markers_->below(*block.node) != nullptr;
  if (speaks(block, holds_others)) walk.shown.blocks.push_back(block);
  if (block.node != &node) show_below(walk, *block.node);
  return at + 1;
}

// A redaction or replacement is not shown at its own place. Nodes below a redaction are shown unless they are
// redacted; nodes below a replacement are shown together with the replacement.
TurnView::Index TurnView::pass_marker(const Walk& walk, Index at) {
  const Node& node = walk.subtree.node(at);
  if (markers_->redaction_of(node) != nullptr) return walk.subtree.next(at);
  if (Markers::is_redaction(node)) return at + 1;
  if (!markers_->has_original(node)) walk.shown.repairs.push_back({RepairKind::MarkerDropped, std::string(node.id())});
  return walk.subtree.next(at);
}

void TurnView::show_summary(const Walk& walk, const Node& summary) {
  if (!summaries_.try_emplace(&summary, walk.turn).second) return;
  const Block block = shown(summary, walk.default_role);
  const bool holds_others = markers_->below(summary) != nullptr || markers_->below(*block.node) != nullptr;
  if (block.is_placeholder || speaks(block, holds_others)) walk.shown.blocks.push_back(block);
  show_below(walk, summary);
  if (block.node != &summary) show_below(walk, *block.node);
}

bool TurnView::speaks(const Block& block, bool holds_others) const {
  return block.node->payload() != nullptr || (speaking_.absent ? !holds_others : block.is_placeholder);
}

// Whether the block has neither content nor children. Such a block is not shown instead of other nodes.
bool TurnView::is_silent(const Subtree& subtree, Index at) const {
  const Node& node = subtree.node(at);
  return !speaking_.absent && node.node_class() == NodeClass::Block && node.payload() == nullptr &&
         !subtree.has_children(at);
}

// Shows the nodes below a summary or a replacement together with it, once.
void TurnView::show_below(const Walk& walk, const Node& marker) {
  const Markers::Stand* stand = markers_->below(marker);
  if (stand == nullptr || markers_->redaction_of(marker) != nullptr) return;
  const Subtree& subtree = *stand->subtree;
  if (!summaries_.try_emplace(&subtree.node(subtree.first_child(stand->at)), walk.turn).second) return;
  const Walk inner{subtree, walk.default_role, walk.turn, walk.shown};
  for (Index at = subtree.first_child(stand->at); at < subtree.next(stand->at);) at = show_effective(inner, at);
}

// The block for a node: its own, that of its replacement, or a placeholder if the node or the replacement is redacted.
Block TurnView::shown(const Node& node, Role default_role) const {
  if (const Node* marker = markers_->redaction_of(node)) return redacted_block(node, marker->id(), default_role);
  const Node& last = markers_->replacement_of(node);
  if (const Node* marker = markers_->redaction_of(last)) return redacted_block(node, marker->id(), default_role);
  Block block = block_of(last, default_role);
  block.place = &node;
  // Members that the replacement does not set are those of the original.
  const Block original = block_of(node, default_role);
  if (!block.is_placeholder && last.kind() == nullptr) block.kind = original.kind;
  if (!block.is_placeholder && last.role() == nullptr) block.role = original.role;
  return block;
}

}  // namespace latewood::render
