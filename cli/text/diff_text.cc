#include "cli/text/diff_text.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/json_output.h"
#include "cli/text/node_line.h"
#include "latewood/json_text.h"
#include "latewood/unified_diff.h"

namespace latewood::cli {
namespace {

using NodesById = std::map<std::string_view, const NodeView*>;

NodesById by_id(const std::vector<NodeView>& nodes) {
  NodesById index;
  for (const NodeView& node : nodes) index.emplace(node.id, &node);
  return index;
}

// A node in both moments; null where it is not there.
struct Pair {
  const std::string* id = nullptr;
  const NodeView* older = nullptr;
  const NodeView* newer = nullptr;
};

// Nodes whose content differs, in the order of the diff.
std::vector<Pair> pairs_of(const Diff& diff, const DiffSides& sides) {
  const NodesById older = by_id(sides.older);
  const NodesById newer = by_id(sides.newer);
  const auto find = [](const NodesById& nodes, const std::string& id) {
    const auto found = nodes.find(id);
    return found == nodes.end() ? nullptr : found->second;
  };
  std::vector<Pair> pairs;
  for (const std::string& id : diff.added) pairs.push_back({&id, nullptr, find(newer, id)});
  for (const std::string& id : diff.removed) pairs.push_back({&id, find(older, id), nullptr});
  for (const NodeChange& change : diff.changed)
    pairs.push_back({&change.id, find(older, change.id), find(newer, change.id)});
  std::erase_if(pairs, [](const Pair& pair) {
    const bool has_content =
        (pair.older != nullptr && pair.older->content) || (pair.newer != nullptr && pair.newer->content);
    const bool is_same = pair.older != nullptr && pair.newer != nullptr && pair.older->content == pair.newer->content;
    return !has_content || is_same;
  });
  return pairs;
}

std::string text_of(const NodeView* node) {
  if (node == nullptr || !node->content) return {};
  const std::string* text = node->content->as_string();
  return text != nullptr ? *text : json_text_of(*node->content);
}

Colour colour_of(std::string_view line) {
  if (line.starts_with("---") || line.starts_with("+++")) return Colour::Bold;
  if (line.starts_with('-')) return Colour::Red;
  if (line.starts_with('+')) return Colour::Green;
  return line.starts_with("@@") ? Colour::Cyan : Colour::Plain;
}

// On a terminal in colour and without what would steer it; elsewhere exactly, as `patch` needs it.
std::string for_reader(const std::string& diff) {
  if (!is_terminal(Stream::Output)) return diff;
  const Paint paint(Stream::Output);
  std::string out;
  std::istringstream lines(diff);
  for (std::string line; std::getline(lines, line);) out += paint(colour_of(line), printable(line)) + "\n";
  return out;
}

std::string label(const std::string& moment, const NodeView* node, const std::string& id) {
  return node == nullptr ? "/dev/null" : printable(moment + "/" + id);
}

std::string unified_of(const Pair& pair, const DiffSides& sides) {
  return unified_text_diff(text_of(pair.older), text_of(pair.newer), label(sides.older_name, pair.older, *pair.id),
                           label(sides.newer_name, pair.newer, *pair.id));
}

std::string counted(std::uint64_t count, const char* word) { return std::to_string(count) + " " + word; }

}  // namespace

std::string unified_text(const Diff& diff, const DiffSides& sides) {
  std::string out;
  for (const Pair& pair : pairs_of(diff, sides)) out += for_reader(unified_of(pair, sides));
  return out;
}

void print_unified_json(const Diff& diff, const DiffSides& sides) {
  for (const Pair& pair : pairs_of(diff, sides)) {
    print_json(make_object({{"id", *pair.id}, {"unified", unified_of(pair, sides)}}));
  }
}

void print_stat_json(const Diff& diff, const DiffSides& sides) {
  const auto size = [](const NodeView* node) {
    return json_of(std::uint64_t{node == nullptr ? 0 : content_bytes(*node)});
  };
  for (const Pair& pair : pairs_of(diff, sides)) {
    print_json(make_object({{"id", *pair.id}, {"newer_bytes", size(pair.newer)}, {"older_bytes", size(pair.older)}}));
  }
}

std::string stat_text(const Diff& diff, const DiffSides& sides) {
  const Paint paint(Stream::Output);
  const std::vector<Pair> pairs = pairs_of(diff, sides);
  std::size_t width = 0;
  for (const Pair& pair : pairs) width = std::max(width, columns_of(*pair.id));
  std::string out;
  std::size_t came = 0;
  std::size_t went = 0;
  for (const Pair& pair : pairs) {
    const std::size_t older = pair.older == nullptr ? 0 : content_bytes(*pair.older);
    const std::size_t newer = pair.newer == nullptr ? 0 : content_bytes(*pair.newer);
    came += newer;
    went += older;
    out.append(" ").append(padded(printable(*pair.id), width)).append(" | ");
    out += paint(Colour::Green, "+" + std::to_string(newer)) + " " + paint(Colour::Red, "-" + std::to_string(older)) +
           "\n";
  }
  out += " " + counted(diff.added.size(), "added, ") + counted(diff.removed.size(), "removed, ") +
         counted(diff.changed.size(), "changed; ") + "+" + std::to_string(came) + " -" + std::to_string(went) +
         " bytes\n";
  return out;
}

}  // namespace latewood::cli
