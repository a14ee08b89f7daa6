#include "tree/subtree_rules.h"

#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

std::string quoted(std::string_view id) { return "'" + std::string(id) + "'"; }

bool is_turn(NodeClass node_class) { return node_class == NodeClass::Turn || node_class == NodeClass::Ah; }

Result<void> check_place(const Node& node, const Node& parent) {
  // A block at offset 0 directly below a turn belongs to an implicit core (D-01).
  const bool in_virtual_core =
      node.node_class() == NodeClass::Block && is_turn(parent.node_class()) && node.offset() == 0;
  if (in_virtual_core) return {};
  const auto placed = check_placement(node.node_class(), node.offset(), parent.node_class());
  if (placed) return {};
  return broken(kPlacementInvalid, quoted(node.id()) + ": " + placed.error().message);
}

// only turns and blocks expire.
Result<void> check_expiry(const Node& node) {
  const bool may_expire = node.node_class() == NodeClass::Block || node.node_class() == NodeClass::Turn;
  if (may_expire || node.expiry() == kNever) return {};
  return broken(kTtlInvalid,
                quoted(node.id()) + " is of class " + std::string(name_of(node.node_class())) + " and does not expire");
}

// Blocks at offset 0 directly below a turn form one implicit core, and exclude an explicit one.
Result<void> check_cores(const Subtree& turn) {
  std::size_t written = 0;
  std::size_t virtual_blocks = 0;
  for (auto at = turn.first_child(0); at < turn.next(0); at = turn.next(at)) {
    if (turn.node(at).offset() != 0) continue;
    ++(turn.node(at).node_class() == NodeClass::Core ? written : virtual_blocks);
  }
  const std::size_t cores = written + (virtual_blocks > 0 ? 1 : 0);
  const bool needs_one = turn.container().node_class() == NodeClass::Turn;
  if (cores == 1 || (cores == 0 && !needs_one)) return {};
  return broken(kPlacementInvalid, quoted(turn.container().id()) + " has " + std::to_string(cores) + " cores");
}

}  // namespace

Result<void> check_subtree(const Subtree& subtree, NodeClass wanted) {
  const Node& container = subtree.container();
  if (container.node_class() != wanted) {
    return broken(kPlacementInvalid, quoted(container.id()) + " is no " + std::string(name_of(wanted)));
  }
  if (wanted == NodeClass::Turn && container.offset() != 0) {
    return broken(kPlacementInvalid, quoted(container.id()) + " is a turn and has an offset");
  }
  LW_TRY(check_expiry(container));
  for (const Subtree::Entry& entry : subtree.entries().subspan(1)) {
    LW_TRY(check_expiry(*entry.node));
    LW_TRY(check_place(*entry.node, subtree.node(entry.parent)));
  }
  return is_turn(wanted) ? check_cores(subtree) : Result<void>();
}

}  // namespace latewood::tree
