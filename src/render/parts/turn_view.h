// What the turns of a tree say, block by block, in rendering order: structurally, or as the
// effective view shows it.
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

// What a turn shows, and what had to be done for that.
struct ViewedTurn {
  std::vector<Block> blocks;
  std::vector<Repair> repairs = {};
};

// Which nodes say something besides blocks with content.
struct Speaking {
  bool absent = true;  // a block with neither content nor children says the empty text (not since R-10)
  bool cores = false;  // a core with content is a message of its own
};

// Walks the subtrees of one tree, from `^sys` over the turns to `^ah`. A turn's blocks depend
// on the turn alone unless a marker elsewhere names a node of it.
class TurnView {
 public:
  // Summaries, and what else is shown once, with the turn in which it was.
  using Summaries = std::map<const tree::Node*, std::size_t>;

  // The structural view.
  explicit TurnView(const Speaking& speaking) : speaking_(speaking) {}
  // The effective view. `turns`: those that may hold markers, in order. `shown`: summaries that turns before those that
  // are walked have shown.
  TurnView(const tree::Tree& tree, const std::vector<std::size_t>& turns, const FindNode& find,
           const Speaking& speaking, Summaries shown = {});

  // The next subtree, which is `turn`. Each node that speaks is a block.
  ViewedTurn view_of(const tree::Subtree& subtree, Role default_role, std::size_t turn);

  // Whether the view shows a turn otherwise than it stands.
  bool has_say_in(const KnownTurn& turn) const;

  bool is_effective() const { return markers_.has_value(); }

  // Those shown so far.
  const Summaries& summaries() const { return summaries_; }
  // What markers name; nothing in the structural view.
  std::vector<Naming> namings() const { return markers_ ? markers_->namings() : std::vector<Naming>(); }

 private:
  using Index = tree::Subtree::Index;

  // The subtree that is walked, and where what it shows goes.
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
  std::optional<Markers> markers_;  // nothing in the structural view
  Summaries summaries_;
};

// The blocks as they stand.
std::vector<Block> structural_blocks(const tree::Subtree& subtree, Role default_role, const Speaking& speaking);

}  // namespace latewood::render
