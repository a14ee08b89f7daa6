// What the turns of a tree say, block by block, in rendering order: structurally, or as the
// effective view shows it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "latewood/render.h"
#include "render/block.h"
#include "render/known_turn.h"
#include "render/markers.h"
#include "tree/tree.h"

namespace latewood::render {

// Walks the subtrees of one tree, from `^sys` over the turns to `^ah`. A turn's blocks depend
// on the turn alone unless a marker elsewhere names a node of it.
class TurnView {
 public:
  // `known`: of the turns of `^seq`, or nothing. Those known to hold no markers are not searched
  // for them.
  TurnView(const tree::Tree& tree, View view, std::span<const std::shared_ptr<const KnownTurn>> known = {});

  // The blocks of the next subtree. Each block with content, or without children, is one.
  std::vector<Block> blocks_of(const tree::Subtree& subtree, Role default_role);

  // Whether the view shows a turn otherwise than it stands.
  bool has_say_in(const KnownTurn& turn) const;

  const std::vector<Repair>& repairs() const { return repairs_; }

 private:
  using Index = tree::Subtree::Index;

  Index show_effective(const tree::Subtree& subtree, Index at, Role default_role, std::vector<Block>& blocks);
  void show_summary(const tree::Node& summary, Role default_role, std::vector<Block>& blocks);
  Block shown(const tree::Node& node, Role default_role) const;

  std::optional<Markers> markers_;         // nothing in the structural view
  std::set<const tree::Node*> summaries_;  // those shown already
  std::vector<Repair> repairs_;
};

// The blocks as they stand.
std::vector<Block> structural_blocks(const tree::Subtree& subtree, Role default_role);

}  // namespace latewood::render
