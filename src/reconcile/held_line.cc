#include "reconcile/held_line.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "render/parts/find_node.h"
#include "render/parts/turn_view.h"
#include "tree/edit/marker.h"

namespace latewood::reconcile {
namespace {

using render::Block;
using render::Role;
using tree::Node;
using tree::NodeClass;
using tree::Subtree;

// As the profiles render now: a block without content is silent, a core with content is shown.
constexpr render::Speaking kSpeaking = {.absent = false, .cores = true};

std::vector<HeldUnit> units_in(const std::vector<Block>& blocks, const UnitReader& reader) {
  std::vector<HeldUnit> units;
  for (const Block& block : blocks) {
    if (render::is_tool_definition(block)) continue;
    const Node& place = block.place == nullptr ? *block.node : *block.place;
    units.push_back({reader.unit_of(block), std::string(place.id())});
  }
  return units;
}

// Tool definitions are sent before all other text of the system, whatever their place.
void add_system(const Subtree& sys, const UnitReader& reader, HeldLine& line) {
  for (const Subtree::Entry& entry : sys.entries()) {
    const Node& node = *entry.node;
    if (node.node_class() != NodeClass::Block) continue;
    HeldUnit unit{reader.unit_of(node), std::string(node.id())};
    (render::is_tool_definition(node) ? line.tools : line.system).push_back(std::move(unit));
  }
}

bool changes_history(const Node& node) {
  if (node.extra() == nullptr) return tree::is_marker(node);
  return tree::is_marker(node) || node.find_attribute("data_covers") != nullptr;
}

// The newest cycle whose commit changed the history in this turn: by a marker, or by a node put into a sealed turn.
std::uint64_t last_change_in(const Subtree& turn) {
  const std::uint64_t sealed = turn.container().cycle();
  std::uint64_t last = 0;
  for (const Subtree::Entry& entry : turn.entries()) {
    const Node& node = *entry.node;
    if (changes_history(node)) last = std::max({last, node.cycle(), sealed});
    if (node.cycle() != sealed) last = std::max({last, node.cycle(), sealed});
  }
  return last;
}

}  // namespace

void HeldLine::push(const Unit& unit) {
  prefixes.push_back(with_unit(prefixes.back(), unit));
  units.push_back(unit);
}

HeldLine line_of(const tree::Tree& tree, const UnitReader& reader, std::vector<std::string>* ids) {
  HeldLine line;
  std::vector<std::size_t> all(tree.rings.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  render::TurnView view(tree, all, render::find_by_looking(tree), kSpeaking);
  add_system(*tree.sys, reader, line);
  std::uint64_t newest = 0;
  bool is_in_order = tree.displaced().empty();
  for (std::size_t ring = 0; ring < tree.rings.size(); ++ring) {
    const Subtree& turn = *tree.rings[ring];
    for (HeldUnit& unit : units_in(view.view_of(turn, Role::User, ring).blocks, reader)) {
      line.push(unit.unit);
      if (ids != nullptr) ids->push_back(std::move(unit.id));
    }
    const std::uint64_t cycle = turn.container().cycle();
    is_in_order = is_in_order && cycle >= newest;
    newest = std::max(newest, cycle);
    line.first_cycle = std::max(line.first_cycle, last_change_in(turn));
    line.ends.push_back({line.units.size(), cycle});
  }
  // Some turns are not in the order of their cycles. Then only the request of the newest commit is known.
  if (!is_in_order) line.first_cycle = std::max(line.first_cycle, tree.cycle);
  std::erase_if(line.ends, [&](const LineEnd& end) { return end.cycle < line.first_cycle; });
  line.head = units_in(view.view_of(*tree.ah, Role::User, tree.rings.size()).blocks, reader);
  return line;
}

void read_edges(const tree::Tree& tree, const UnitReader& reader, HeldLine& line) {
  line.tools.clear();
  line.system.clear();
  add_system(*tree.sys, reader, line);
  line.head = units_in(render::structural_blocks(*tree.ah, Role::User, kSpeaking), reader);
}

}  // namespace latewood::reconcile
