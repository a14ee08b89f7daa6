#include "cli/text/diff/change_list.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/node_line.h"
#include "cli/text/query_text.h"
#include "latewood/node_facts.h"

namespace latewood::cli {
namespace {

using IdViews = std::set<std::string_view>;

std::size_t rest_of(std::size_t columns, std::size_t used) { return columns > used ? columns - used : 0; }

class ChangeList {
 public:
  ChangeList(const Diff& diff, const DiffSides& sides, std::size_t columns)
      : sides_(sides),
        columns_(columns),
        older_(by_id(sides.older)),
        newer_(by_id(sides.newer)),
        added_(diff.added.begin(), diff.added.end()),
        removed_(diff.removed.begin(), diff.removed.end()),
        older_pins_(sides.older_pins.begin(), sides.older_pins.end()),
        newer_pins_(sides.newer_pins.begin(), sides.newer_pins.end()) {
    for (const NodeChange& change : diff.changed) changed_.emplace(change.id, &change);
  }

  std::string text() {
    const auto gone = place_removed();
    const auto append_gone = [&](std::string_view anchor) {
      const auto found = gone.find(anchor);
      if (found == gone.end()) return;
      for (const NodeView* node : found->second) append_removed(*node);
    };
    append_gone("");
    for (const NodeView& node : sides_.newer) {
      append_present(node);
      append_gone(node.id);
    }
    return out_;
  }

 private:
  // Removed nodes, by the last remaining node before them.
  std::map<std::string_view, std::vector<const NodeView*>> place_removed() const {
    std::map<std::string_view, std::vector<const NodeView*>> gone;
    std::string_view anchor;
    for (const NodeView& node : sides_.older) {
      if (newer_.contains(node.id)) {
        anchor = node.id;
      } else {
        gone[anchor].push_back(&node);
      }
    }
    return gone;
  }

  void append_line(Colour colour, const std::string& line) { out_ += Paint(Stream::Output)(colour, line) + "\n"; }

  // A core is added and removed with its blocks, so it gets no line.
  void append_removed(const NodeView& node) {
    if (removed_.contains(node.id) && !is_core(node)) {
      append_line(Colour::Red, "  - " + described(node));
    }
    append_pin(node);
  }

  void append_present(const NodeView& node) {
    if (added_.contains(node.id) && !is_core(node)) {
      append_line(Colour::Green, "  + " + described(node));
    }
    const auto change = changed_.find(node.id);
    if (change != changed_.end() && !says_only_pinned(*change->second)) {
      append_line(Colour::Yellow, "  ~ " + changed_text(*change->second));
    }
    append_pin(node);
  }

  // Whether the node got its first pin or lost its last one. That gets a line of its own.
  bool pin_turned(const std::string& id) const { return older_pins_.contains(id) != newer_pins_.contains(id); }

  bool says_only_pinned(const NodeChange& change) const {
    return change.fields.size() == 1 && change.fields.front().name == "pins" && pin_turned(change.id);
  }

  void append_pin(const NodeView& node) {
    if (!pin_turned(node.id)) return;
    const std::string word = newer_pins_.contains(node.id) ? "  pinned " : "  unpinned ";
    append_line(Colour::Cyan, word + node_line(node, rest_of(columns_, word.size())));
  }

  // The text of an added or removed node, after its sign.
  std::string described(const NodeView& node) const {
    const std::size_t columns = rest_of(columns_, 4);
    const std::vector<std::string> targets = marked_by(node);
    if (targets.empty()) return node_line(node, columns);
    std::string text = printable(node.id) + (node.node_type == "cb:redaction" ? "  redacts " : "  replaces ");
    const std::size_t indent = 8;
    for (const std::string& target : targets) {
      if (&target != targets.data()) text += "\n" + std::string(indent, ' ');
      const std::size_t used = &target == targets.data() ? columns_of(text) : indent;
      text += target_text(node, target, rest_of(columns, used));
    }
    return text;
  }

  const NodeView* find_anywhere(const std::string& id) const {
    const NodeView* node = find_by_id(older_, id);
    return node != nullptr ? node : find_by_id(newer_, id);
  }

  std::string target_text(const NodeView& marker, const std::string& id, std::size_t columns) const {
    const NodeView* target = find_anywhere(id);
    if (target == nullptr) return printable(id);
    if (marker.node_type == "cb:redaction") return node_line(*target, columns);
    const std::string name = printable(id) + ": ";
    return name + old_to_new(*target, marker, rest_of(columns, columns_of(name)));
  }

  static std::string old_to_new(const NodeView& older, const NodeView& newer, std::size_t columns) {
    constexpr std::size_t kAround = 8;  // two pairs of quotes and the arrow
    const std::size_t room = rest_of(columns, kAround);
    std::string before = first_words(older, room);
    std::string after = first_words(newer, room);
    // The longer text gets the columns that the shorter one does not need.
    const std::size_t half = room / 2;
    const std::size_t used = std::min(columns_of(before), half);
    after = clipped(after, std::max(half, room - used));
    before = clipped(before, rest_of(room, columns_of(after)));
    return "\"" + before + "\" -> \"" + after + "\"";
  }

  std::string changed_text(const NodeChange& change) const {
    const NodeView* older = find_by_id(older_, change.id);
    const NodeView* newer = find_by_id(newer_, change.id);
    std::string line = printable(change.id);
    if (newer != nullptr && newer->role) line += " " + printable(*newer->role);
    std::string_view between = "  ";
    bool has_content = false;
    for (const FieldChange& field : change.fields) {
      has_content = has_content || field.name == "content_hash";
      const bool is_told_elsewhere = field.name == "content_hash" || (field.name == "pins" && pin_turned(change.id));
      if (is_told_elsewhere) continue;
      line.append(between).append(field_text(field));
      between = ", ";
    }
    if (!has_content) return line;
    line.append(between).append("content ");
    if (older == nullptr || newer == nullptr) return line;
    return line + old_to_new(*older, *newer, rest_of(columns_, columns_of(line) + 4));
  }

  const DiffSides& sides_;
  std::size_t columns_;
  NodesById older_;
  NodesById newer_;
  IdViews added_;
  IdViews removed_;
  IdViews older_pins_;
  IdViews newer_pins_;
  std::map<std::string_view, const NodeChange*> changed_;
  std::string out_;
};

}  // namespace

std::string change_list(const Diff& diff, const DiffSides& sides, std::size_t columns) {
  return ChangeList(diff, sides, columns).text();
}

}  // namespace latewood::cli
