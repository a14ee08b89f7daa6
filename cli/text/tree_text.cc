#include "cli/text/tree_text.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/node_line.h"
#include "latewood/node_facts.h"
#include "latewood/tokens.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kWidestId = 28;
// Narrower screens show no tokens.
constexpr std::size_t kRoomForTokens = 60;
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

std::string tokens_text(const NodeView& node, TokenCounter& counter) {
  return std::string(count_sign(counter.name())) + std::to_string(content_tokens(node, counter)) + " tok";
}

Colour colour_of_role(const NodeView& node) {
  if (!node.role) return Colour::Plain;
  if (*node.role == "user") return Colour::Green;
  if (*node.role == "assistant") return Colour::Blue;
  if (*node.role == "tool") return Colour::Magenta;
  return *node.role == "system" ? Colour::Yellow : Colour::Plain;
}

class Picture {
 public:
  Picture(const TreePicture& picture, std::size_t columns, LongIds ids)
      : picture_(picture), columns_(columns), cuts_(ids == LongIds::Cut) {
    const std::vector<std::uint64_t> depths = turn_depths(picture.nodes);
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) place(picture.nodes[i], depths[i]);
    for (const Row& row : rows_) {
      id_width_ = std::max(id_width_, row.level * kIndent + columns_of(name_of(*row.node)));
      traits_width_ = std::max(traits_width_, columns_of(traits_of(*row.node)));
    }
    id_width_ = std::min(id_width_, kWidestId + 3 * kIndent);
    if (cuts_) fit_widths();
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

  // Ids and traits share what sizes leave. Traits get up to half of it, ids the rest.
  void fit_widths() {
    std::size_t taken = 0;
    for (const Row& row : rows_) {
      if (is_block(*row.node)) taken = std::max(taken, size_columns(*row.node).size() + 2);
    }
    const std::size_t room = columns_ > taken ? columns_ - taken : 0;
    traits_width_ = std::min(traits_width_, std::max(room / 2, room - std::min(room, id_width_)));
    id_width_ = std::min(id_width_, room - traits_width_);
  }

  // Indentation takes a quarter of a narrow screen at most.
  std::size_t deepest() const { return cuts_ ? std::min(kDeepest, columns_ / 4 / kIndent) : kDeepest; }

  std::string fit(const std::string& text, std::size_t width) const {
    return padded(cuts_ ? clipped(text, width) : text, width);
  }

  std::string size_columns(const NodeView& node) const {
    const std::string size = padded_left(size_text(content_bytes(node)), 8);
    const bool has_tokens = !cuts_ || columns_ >= kRoomForTokens;
    return has_tokens ? size + padded_left(tokens_text(node, *picture_.counter), 11) : size;
  }

  static bool is_block(const NodeView& node) { return !is_region(node) && !is_turn(node); }

  void place(const NodeView& node, std::uint64_t depth) {
    const auto parent = node.parent_id ? levels_.find(*node.parent_id) : levels_.end();
    const std::size_t level = parent == levels_.end() ? 0 : parent->second + 1;
    // Regions start at the left edge; blocks of a core are listed under its turn.
    const bool is_root = node.node_type == "^root";
    const std::size_t own = is_root || is_region(node) ? 0 : level;
    levels_[node.id] = is_core(node) ? level - 1 : own;
    const bool is_empty_core = is_core(node) && !node.content && !node.purged;
    if (!is_root && !is_empty_core) rows_.push_back({&node, std::min(own, deepest()), depth});
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
    const std::string place =
        "  depth " + std::to_string(row.depth) + ", cycle " + std::to_string(row.node->cycle) + ttl;
    const std::size_t used = indent.size() + place.size();
    std::string id = printable(row.node->id);
    if (cuts_) id = clipped(id, columns_ > used ? columns_ - used : 0);
    return indent + paint(Colour::Bold, id) + paint(Colour::Dim, place) + "\n";
  }

  std::string block_line(const Row& row) const {
    const NodeView& node = *row.node;
    const Paint paint(Stream::Output);
    const bool is_new = picture_.uncommitted.contains(node.id);
    const std::string mark = is_new ? "+ " : "  ";
    const std::string name = fit(std::string(row.level * kIndent - kIndent, ' ') + mark + name_of(node), id_width_);
    const std::string traits = fit(traits_of(node), traits_width_);
    const std::string size = size_columns(node);
    const std::size_t used = columns_of(name) + columns_of(traits) + size.size() + 6;
    // Fewer columns show no word, only that there is one.
    constexpr std::size_t kFewest = 4;
    const std::string words =
        columns_ >= used + kFewest || !cuts_ ? first_words(node, columns_ > used ? columns_ - used : 0) : "";
    return paint(is_new ? Colour::Green : Colour::Plain, name) + "  " + paint(colour_of_role(node), traits) +
           paint(Colour::Dim, size) + (words.empty() ? "" : "  " + words) + "\n";
  }

  const TreePicture& picture_;
  std::size_t columns_;
  bool cuts_;
  std::vector<Row> rows_;
  std::map<std::string_view, std::size_t> levels_;
  std::size_t id_width_ = 0;
  std::size_t traits_width_ = 0;
};

}  // namespace

std::string tree_text(const TreePicture& picture, std::size_t columns, LongIds ids) {
  return Picture(picture, columns, ids).text();
}

}  // namespace latewood::cli
