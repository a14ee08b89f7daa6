#include "cli/text/diff/detail_text.h"

#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/diff/change_list.h"
#include "cli/text/node_line.h"
#include "latewood/node_facts.h"

namespace latewood::cli {
namespace {

// Both moments by id; a node that is in both is looked up in the newer one.
class WordsById {
 public:
  explicit WordsById(const DiffSides& sides) : older_(by_id(sides.older)), newer_(by_id(sides.newer)) {}

  // `line`, then role and first words of the node as far as `columns` allow.
  std::string append_to(const std::string& line, const std::string& id, std::size_t columns) const {
    const NodeView* node = find_by_id(newer_, id);
    if (node == nullptr) node = find_by_id(older_, id);
    const std::string start = clipped(line, columns);
    if (node == nullptr || (!node->content && !node->purged)) return start;
    const std::string role = node->role ? "  " + printable(*node->role) : std::string();
    const std::size_t used = columns_of(start) + columns_of(role) + 2;
    // Fewer columns than this show no word.
    constexpr std::size_t kFewest = 8;
    return used + kFewest > columns ? start : start + role + "  " + first_words(*node, columns - used);
  }

 private:
  NodesById older_;
  NodesById newer_;
};

std::string place_text(const std::optional<UnitPlace>& place) {
  if (!place) return "not rendered";
  return "unit " + std::to_string(place->index) + ", bytes " + std::to_string(place->bytes.begin) + " to " +
         std::to_string(place->bytes.end);
}

std::string unit_line(std::string_view sign, const UnitChange& change, const WordsById& words, std::size_t columns) {
  const std::string line = "  " + std::string(sign) + " " + printable(change.id) + "  " +
                           place_text(change.newer ? change.newer : change.older);
  return words.append_to(line, change.id, columns);
}

}  // namespace

std::string detail_text(const DiffDetail& detail, const DiffSides& sides, std::size_t columns) {
  const WordsById words(sides);
  std::string out = change_list(detail.components, sides, columns);
  for (const ParentChange& change : detail.parent_changed) {
    const std::string line = "  " + printable(change.id) + " moved from " + printable(change.older_parent_id) + " to " +
                             printable(change.newer_parent_id);
    out += words.append_to(line, change.id, columns) + "\n";
  }
  for (const MovedNode& moved : detail.moved) {
    const std::string line = "  " + printable(moved.older_id) + " is probably " + printable(moved.newer_id) + " now";
    out += words.append_to(line, moved.newer_id, columns) + "\n";
  }
  return out;
}

std::string units_text(const ThreadDiff& diff, const DiffSides& sides, std::size_t columns) {
  const Paint paint(Stream::Output);
  const WordsById words(sides);
  std::string out;
  for (const UnitChange& change : diff.added) {
    out += paint(Colour::Green, unit_line("+", change, words, columns)) + "\n";
  }
  for (const UnitChange& change : diff.left) {
    out += paint(Colour::Red, unit_line("-", change, words, columns)) + "\n";
  }
  for (const UnitChange& change : diff.changed) {
    out += paint(Colour::Yellow, unit_line("~", change, words, columns)) + "\n";
  }
  return out;
}

}  // namespace latewood::cli
