#include "cli/text/diff/diff_text.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/json_output.h"
#include "cli/text/node_line.h"
#include "cli/text/nodes_by_id.h"
#include "latewood/json_text.h"
#include "latewood/unified_diff.h"

namespace latewood::cli {
namespace {

// One node in both moments; null if it is not in one of them.
struct Pair {
  const std::string* id = nullptr;
  const NodeView* older = nullptr;
  const NodeView* newer = nullptr;
};

// Nodes whose content differs, in the order of the diff.
std::vector<Pair> pairs_of(const Diff& diff, const DiffSides& sides) {
  const NodesById older = by_id(sides.older);
  const NodesById newer = by_id(sides.newer);
  std::vector<Pair> pairs;
  for (const std::string& id : diff.added) pairs.push_back({&id, nullptr, find_by_id(newer, id)});
  for (const std::string& id : diff.removed) pairs.push_back({&id, find_by_id(older, id), nullptr});
  for (const NodeChange& change : diff.changed)
    pairs.push_back({&change.id, find_by_id(older, change.id), find_by_id(newer, change.id)});
  std::erase_if(pairs, [](const Pair& pair) {
    const bool has_content =
        (pair.older != nullptr && pair.older->content) || (pair.newer != nullptr && pair.newer->content);
    const bool is_same = pair.older != nullptr && pair.newer != nullptr && pair.older->content == pair.newer->content;
    return !has_content || is_same;
  });
  return pairs;
}

std::string content_text(const NodeView* node) {
  if (node == nullptr || !node->content) return {};
  const std::string* text = node->content->as_string();
  return text != nullptr ? *text : json_text_of(*node->content);
}

Colour line_colour(std::string_view line) {
  if (line.starts_with("---") || line.starts_with("+++")) return Colour::Bold;
  if (line.starts_with('-')) return Colour::Red;
  if (line.starts_with('+')) return Colour::Green;
  return line.starts_with("@@") ? Colour::Cyan : Colour::Plain;
}

// On a terminal in colour and printable; otherwise exact, for `patch`.
std::string for_reader(const std::string& diff) {
  if (!is_terminal(Stream::Output)) return diff;
  const Paint paint(Stream::Output);
  std::string out;
  std::istringstream lines(diff);
  for (std::string line; std::getline(lines, line);) out += paint(line_colour(line), printable(line)) + "\n";
  return out;
}

std::string label(const std::string& moment, const NodeView* node, const std::string& id) {
  return node == nullptr ? "/dev/null" : printable(moment + "/" + id);
}

std::string unified_of(const Pair& pair, const DiffSides& sides) {
  return unified_text_diff(content_text(pair.older), content_text(pair.newer),
                           label(sides.older_name, pair.older, *pair.id),
                           label(sides.newer_name, pair.newer, *pair.id));
}

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
  out += " " + std::to_string(diff.added.size()) + " added, " + std::to_string(diff.removed.size()) + " removed, " +
         std::to_string(diff.changed.size()) + " changed; " + "+" + std::to_string(came) + " -" + std::to_string(went) +
         " bytes\n";
  return out;
}

}  // namespace latewood::cli
