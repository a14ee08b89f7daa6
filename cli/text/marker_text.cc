#include "cli/text/marker_text.h"

#include <algorithm>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/node_line.h"

namespace latewood::cli {
namespace {

using Ids = std::vector<std::string>;

std::string marked_words(const NodeView& node, std::size_t columns) {
  if (node.purged) return "[purged]";
  return node.content ? first_words(node, columns) : "no content";
}

// "2 blocks: Hello | Hi there": of a turn, or of a block without content, what is below it.
std::string words_below(const NodeView& node, const std::vector<NodeView>& nodes, std::size_t columns) {
  std::vector<NodeView> blocks = blocks_below(nodes, node.id);
  std::erase_if(blocks, [](const NodeView& block) { return !block.content && !block.purged; });
  if (blocks.empty()) return "no content";
  std::string text = std::to_string(blocks.size()) + (blocks.size() == 1 ? " block: " : " blocks: ");
  for (const NodeView& block : blocks) {
    text += (&block == blocks.data() ? "" : " | ") + marked_words(block, columns);
    if (columns_of(text) > columns) break;
  }
  return clipped(text, columns);
}

std::string described(const NodeView& node, const std::vector<NodeView>& nodes, std::size_t columns) {
  std::string text;
  if (node.role) text += printable(*node.role) + "  ";
  const bool is_empty = !node.content && !node.purged;
  return text + (is_empty ? words_below(node, nodes, columns) : marked_words(node, columns));
}

}  // namespace

std::vector<std::string> marker_lines(const NodeView& marker, const std::vector<NodeView>& nodes, std::size_t columns) {
  const bool replaces = is_replacement(marker);
  std::vector<std::string> lines;
  for (const std::string& id : marked_by(marker)) {
    const std::string start = (replaces ? "replaces " : "redacts ") + printable(id) + ": ";
    const std::size_t room = columns > start.size() + 20 ? columns - start.size() : 20;
    const NodeView* named = find_node(nodes, id);
    if (named == nullptr) {
      lines.push_back(start + "not in this snapshot");
    } else if (replaces) {
      const std::size_t half = room > 4 ? (room - 4) / 2 : 0;
      lines.push_back(start + marked_words(*named, half) + " -> " + marked_words(marker, half));
    } else {
      lines.push_back(start + described(*named, nodes, room));
    }
  }
  return lines;
}

std::string holders_text(std::string_view id, const SeenNodes& seen) {
  const bool is_pinned = std::find(seen.pins.begin(), seen.pins.end(), id) != seen.pins.end();
  std::string text = is_pinned ? "pinned" : "";
  std::string names;
  for (const NodeView& node : seen.nodes) {
    const Ids refs = ids_in(node, "data_refs");
    if (std::find(refs.begin(), refs.end(), id) == refs.end()) continue;
    names += (names.empty() ? "" : ", ") + printable(node.id);
  }
  if (!names.empty()) text += (text.empty() ? "held by " : ", held by ") + names;
  if (!text.empty()) return text;
  // A marker stays as long as what it marks is held.
  const NodeView* const node = find_node(seen.nodes, id);
  const bool is_leaf = node != nullptr && blocks_below(seen.nodes, node->id).empty();
  const Ids marked = is_leaf ? marked_by(*node) : Ids();
  for (const std::string& each : marked) names += (names.empty() ? "" : ", ") + printable(each);
  return names.empty() ? "held by a node below it" : "held with " + names + ", which it marks";
}

}  // namespace latewood::cli
