// The blocks of the turns of a tree in rendering order, in the structural or the effective view.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "latewood/render.h"
#include "render/parts/block.h"
#include "render/parts/find_node.h"
#include "render/parts/known_turn.h"
#include "render/parts/markers.h"
#include "tree/tree.h"

namespace latewood::render {

// The blocks of a turn, and the repairs of the view.
struct ViewedTurn {
  std::vector<Block> blocks;
  std::vector<Repair> repairs = {};
};

// The nodes that are rendered besides blocks with content.
struct Speaking {
  bool absent = true;  // a block with neither content nor children is an empty text (before R-10)
  bool cores = false;  // a core with content is a message of its own (since R-11)
};

// Walks the subtrees of one tree: `^sys`, the turns, `^ah`. The blocks of a turn depend on the turn only, unless a
// marker in another turn names one of its nodes.
class TurnView {
 public:
  // Summaries and other nodes that are shown once, with the turn in which they were shown.
  using Summaries = std::map<const tree::Node*, std::size_t>;

  // The structural view.
  explicit TurnView(const Speaking& speaking) : speaking_(speaking) {}
  // The effective view. `turns`: all turns that may have markers, in order. `shown`: summaries that were shown in turns
  // before the walked ones.
  TurnView(const tree::Tree& tree, const std::vector<std::size_t>& turns, const FindNode& find,
           const Speaking& speaking, Summaries shown = {});

  // The blocks of the next subtree, which is the turn number `turn`.
  ViewedTurn view_of(const tree::Subtree& subtree, Role default_role, std::size_t turn);

  // Whether the view changes a turn.
  bool has_say_in(const KnownTurn& turn) const;

  bool is_effective() const { return markers_.has_value(); }

  // The summaries shown so far.
  const Summaries& summaries() const { return summaries_; }
  // The names in all markers; empty in the structural view.
  std::vector<Naming> namings() const { return markers_ ? markers_->namings() : std::vector<Naming>(); }

 private:
  using Index = tree::Subtree::Index;

  // The walked subtree, and the output.
  struct Walk {
    const tree::Subtree& subtree;
    Role default_role;
    std::size_t turn;
    ViewedTurn& shown;
  };

  Index show_effective(const Walk& walk, Index at);
  Index pass_marker(const Walk& walk, Index at);
  void show_summary(const Walk& walk, const tree::Node& summary);
  void show_below(const Walk& walk, const tree::Node& marker);
  Block shown(const tree::Node& node, Role default_role) const;
  bool speaks(const Block& block, bool holds_others) const;
  bool is_silent(const tree::Subtree& subtree, Index at) const;

  Speaking speaking_;
  std::optional<Markers> markers_;  // nullopt in the structural view
  Summaries summaries_;
};

// The blocks of a subtree in the structural view.
std::vector<Block> structural_blocks(const tree::Subtree& subtree, Role default_role, const Speaking& speaking);

}  // namespace latewood::render
