#include "cli/text/tree_text.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/node_kind.h"
#include "cli/text/node_line.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kWidestId = 28;
constexpr std::size_t kIndent = 2;
// Deeper levels are not indented further, which bounds the width of a line.
constexpr std::size_t kDeepest = 40;

// "34 B", "12.3 kB", "4.5 MB"
std::string size_text(std::size_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  const char* unit = bytes < 1'000'000 ? " kB" : " MB";
  const std::size_t tenths = bytes < 1'000'000 ? bytes / 100 : bytes / 100'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + unit;
}

std::string tokens_text(std::size_t bytes) { return "~" + std::to_string(guessed_tokens(bytes)) + " tok"; }

Colour colour_of_role(const NodeView& node) {
  if (!node.role) return Colour::Plain;
  if (*node.role == "user") return Colour::Green;
  if (*node.role == "assistant") return Colour::Blue;
  if (*node.role == "tool") return Colour::Magenta;
  return *node.role == "system" ? Colour::Yellow : Colour::Plain;
}

class Picture {
 public:
  Picture(const TreePicture& picture, std::size_t columns) : picture_(picture), columns_(columns) {
    const std::vector<std::uint64_t> depths = turn_depths(picture.nodes);
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) place(picture.nodes[i], depths[i]);
    for (const Row& row : rows_) {
      id_width_ = std::max(id_width_, row.level * kIndent + columns_of(name_of(*row.node)));
      traits_width_ = std::max(traits_width_, columns_of(traits_of(*row.node)));
    }
    id_width_ = std::min(id_width_, kWidestId + 3 * kIndent);
  }

  std::string text() const {
    std::string out;
    for (const Row& row : rows_) out += is_block(*row.node) ? block_line(row) : heading(row);
    return out;
  }

 private:
  struct Row {
    const NodeView* node;
    std::size_t level;
    std::uint64_t depth;
  };

  static bool is_block(const NodeView& node) { return !is_region(node) && !is_turn(node); }

  void place(const NodeView& node, std::uint64_t depth) {
    const auto parent = node.parent_id ? levels_.find(*node.parent_id) : levels_.end();
    const std::size_t level = parent == levels_.end() ? 0 : parent->second + 1;
    // Regions start at the left edge; blocks of a core are listed under its turn.
    const bool is_root = node.node_type == "^root";
    const std::size_t own = is_root || is_region(node) ? 0 : level;
    levels_[node.id] = is_core(node) ? level - 1 : own;
    if (!is_root && !is_core(node)) rows_.push_back({&node, std::min(own, kDeepest), depth});
  }

  static std::string name_of(const NodeView& node) {
    std::string name;
    if (node.offset != 0) name = (node.offset > 0 ? "+" : "") + std::to_string(node.offset) + " ";
    return name + printable(node.id);
  }

  std::string traits_of(const NodeView& node) const {
    if (!is_block(node)) return {};
    std::vector<std::string> words;
    if (node.node_type != "cb") words.push_back(printable(node.node_type));
    if (node.role) words.push_back(printable(*node.role));
    if (node.kind) words.push_back(printable(*node.kind));
    if (node.ttl) words.push_back("ttl " + std::to_string(*node.ttl));
    if (node.key) words.push_back("key " + printable(*node.key));
    if (picture_.pinned.contains(node.id)) words.emplace_back("pinned");
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }

  std::string heading(const Row& row) const {
    const Paint paint(Stream::Output);
    const std::string indent(row.level * kIndent, ' ');
    if (is_region(*row.node)) return indent + paint(Colour::Bold, row.node->node_type) + "\n";
    const std::string ttl = row.node->ttl ? ", ttl " + std::to_string(*row.node->ttl) : "";
    return indent + paint(Colour::Bold, printable(row.node->id)) +
           paint(Colour::Dim,
                 "  depth " + std::to_string(row.depth) + ", cycle " + std::to_string(row.node->cycle) + ttl) +
           "\n";
  }

  std::string block_line(const Row& row) const {
    const NodeView& node = *row.node;
    const Paint paint(Stream::Output);
    const std::size_t bytes = content_bytes(node);
    const bool is_new = picture_.uncommitted.contains(node.id);
    const std::string mark = is_new ? "+ " : "  ";
    const std::string name = padded(std::string(row.level * kIndent - kIndent, ' ') + mark + name_of(node), id_width_);
    const std::string traits = padded(traits_of(node), traits_width_);
    const std::string size = padded_left(size_text(bytes), 8) + padded_left(tokens_text(bytes), 11);
    const std::size_t used = columns_of(name) + columns_of(traits) + size.size() + 6;
    const std::string words = first_words(node, columns_ > used ? columns_ - used : 0);
    return paint(is_new ? Colour::Green : Colour::Plain, name) + "  " + paint(colour_of_role(node), traits) +
           paint(Colour::Dim, size) + (words.empty() ? "" : "  " + words) + "\n";
  }

  const TreePicture& picture_;
  std::size_t columns_;
  std::vector<Row> rows_;
  std::map<std::string_view, std::size_t> levels_;
  std::size_t id_width_ = 0;
  std::size_t traits_width_ = 0;
};

}  // namespace

std::vector<std::uint64_t> turn_depths(const std::vector<NodeView>& nodes) {
  std::vector<std::uint64_t> depths(nodes.size(), 0);
  std::uint64_t depth = 0;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (is_turn(nodes[i])) depths[i] = ++depth;
  }
  return depths;
}

std::string tree_text(const TreePicture& picture, std::size_t columns) { return Picture(picture, columns).text(); }

}  // namespace latewood::cli
