// The edits that move nodes, and the demotion of nodes that are in their way.
#include <algorithm>
#include <set>

#include "base/rules.h"
#include "base/try.h"
#include "tree/edit/editor.h"
#include "tree/edit/refusal.h"
#include "tree/node_pool.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

std::optional<std::string> key_of(const Node& node) {
  return node.extra() == nullptr ? std::nullopt : node.extra()->key;
}

// The blocks of a turn as subtrees, without the turn and its core.
std::vector<Subtree> blocks_of(const Subtree& turn) {
  std::vector<Subtree> blocks;
  for (auto at = turn.first_child(0); at < turn.entries()[0].end; at = turn.next(at)) {
    if (turn.node(at).node_class() != NodeClass::Core) {
      blocks.push_back(turn.part(at));
      continue;
    }
    for (auto inner = turn.first_child(at); inner < turn.entries()[at].end; inner = turn.next(inner)) {
      blocks.push_back(turn.part(inner));
    }
  }
  return blocks;
}

// Renames the nodes in pins. A pin of a moved turn or core becomes pins of its blocks (D-16).
void rename_pins(Tree& tree, const Editor::Renamed& renamed) {
  const Pins& pins = tree.pins();
  const auto is_renamed = [&renamed](const Pin& pin) { return renamed.contains(pin.id); };
  if (std::none_of(pins.begin(), pins.end(), is_renamed)) return;
  std::set<Pin> now;
  for (const Pin& pin : pins) {
    const auto found = renamed.find(pin.id);
    if (found == renamed.end()) {
      now.insert(pin);
    } else {
      for (const std::string& id : found->second) now.insert({id, pin.holder});
    }
  }
  tree.set_pins(Pins(now.begin(), now.end()));
}

}  // namespace

// ---- making way ----

// The live instances of a key that are in the way of a new one at `depth`, lowest depth first. Instances in `^sys` have
// no depth and are never in the way (D-26).
std::vector<std::string> Editor::overlapping(const std::string& key, std::int64_t depth) const {
  std::set<std::pair<std::int64_t, std::string>> found;
  for (const std::string& holder : around_.holders_of(key)) {
    const auto place = find_place(draft_.tree, holder, around_);
    // The hint may be old: the node may have left or lost the key.
    if (!place || key_of(node_at(draft_.tree, *place)) != key) continue;
    if (depth_of(*place) >= 0 && depth_of(*place) <= depth) found.emplace(depth_of(*place), holder);
  }
  std::vector<std::string> holders;
  for (const auto& [at, holder] : found) holders.push_back(holder);
  return holders;
}

// A node with a key needs all other instances of the key to be strictly deeper. Demotes the shallowest one first; it
// pushes the next one in turn, so they keep their order.
Result<void> Editor::make_way(const std::optional<std::string>& key, const Arrival& arrival) {
  if (!key || arrival.depth < 0) return {};
  const auto refused = [&key](const std::string& holder) {
    return broken(kOverlap, "key '" + *key + "' is held by '" + holder + "', which is not deeper");
  };
  for (const std::string& holder : overlapping(*key, arrival.depth)) {
    const auto place = find_place(draft_.tree, holder, around_);
    if (!place || depth_of(*place) > arrival.depth) continue;  // already pushed by the previous instance
    if (!permissions_.demote || !move({holder}, arrival.demoted_to)) return refused(holder);
  }
  return {};
}

// Makes way for several nodes at once. Refuses two nodes with the same key.
Result<void> Editor::make_way(const std::vector<Subtree>& parts, const Arrival& arrival) {
  if (arrival.depth < 0) return {};
  std::vector<std::string> keys;
  for (const Subtree& part : parts) {
    for (const Subtree::Entry& entry : part.entries()) {
      const auto key = key_of(*entry.node);
      if (!key) continue;
      if (std::find(keys.begin(), keys.end(), *key) != keys.end()) {
        return broken(kOverlap, "key '" + *key + "' would be held twice at depth " + std::to_string(arrival.depth));
      }
      keys.push_back(*key);
    }
  }
  for (const std::string& key : keys) LW_TRY(make_way(key, arrival));
  return {};
}

// Finds the parent after other instances were demoted. If it moved with one of them, the new node would be inside the
// instance that it displaces.
Result<Place> Editor::find_again(const std::string& parent, std::int64_t depth) const {
  const auto place = find_place(draft_.tree, parent, around_);
  if (place && depth_of(*place) == depth) return *place;
  return broken(kOverlap, "'" + parent + "' is in the instance of the key that would have to make way");
}

// ---- moving ----

// Takes the node and all below it out of the tree; for a turn, only its blocks, because it becomes a new turn. Nodes
// that a snapshot has get new ids: between snapshots, a move is a removal and an addition (D-10).
Result<std::vector<Subtree>> Editor::take_out(std::string_view id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  const Subtree& subtree = subtree_at(draft_.tree, place);
  const Subtree part = subtree.part(place.at);
  const bool is_turn = place.region == Region::Seq && place.at == 0;
  if (place.at == 0 && !is_turn) return broken(kPlacementInvalid, "a region cannot be moved");
  if (place.region == Region::Sys && !permissions_.system) return needs_system("moving a system block");
  LW_TRY(check_system_text(place, "moving a system block"));
  if (!is_turn && is_core(place) && is_sealed(place)) return sealed(part.container());
  if (part.container().node_class() == NodeClass::Core) return broken(kPlacementInvalid, "a core cannot be moved");
  const bool fresh = is_fresh(place) || place.region == Region::Ah;
  draft_.tree =
      is_turn ? without_ring(draft_.tree, place.ring) : with_subtree(draft_.tree, place, subtree.without(place.at));
  for (const Subtree::Entry& entry : part.entries()) draft_.moved.erase(std::string(entry.node->id()));
  if (const auto core = is_turn ? part.find_core() : std::nullopt; core && part.node(*core).payload() != nullptr) {
    return broken(kPlacementInvalid, "'" + std::string(id) + "' cannot be moved: its core '" +
                                         std::string(part.node(*core).id()) + "' has content of its own");
  }
  const std::vector<Subtree> blocks = is_turn ? blocks_of(part) : std::vector<Subtree>{part};
  std::vector<Subtree> parts = blocks;
  if (!fresh) {
    for (Subtree& moved : parts) moved = renewed(moved);
  }
  if (is_turn) note_renamed(part, blocks, parts);
  return parts;
}

// The same blocks with new ids and stamps, in their order.
Subtree Editor::renewed(const Subtree& blocks) {
  Subtree changed = blocks;
  for (Subtree::Index at = 0; at < blocks.entries().size(); ++at) {
    const Node& node = blocks.node(at);
    const Stamp stamp = next_stamp(draft_, *around_.clock);
    std::string id = derived_id(draft_, stamp.creation_index, digest_of(node.payload()), around_);
    const Node* fresh =
        around_.pool->with_identity(node, std::move(id), draft_.cycle(), stamp.created_at_ns, stamp.creation_index);
    placed_.emplace_back(fresh, nullptr);
    renamed_[std::string(node.id())] = {std::string(fresh->id())};
    changed = changed.with_node(at, fresh);
  }
  return changed;
}

// A moved turn becomes a new turn, so the old ids of the turn and its core now stand for the ids of its blocks.
void Editor::note_renamed(const Subtree& turn, const std::vector<Subtree>& blocks, const std::vector<Subtree>& moved) {
  const auto core = turn.find_core();
  std::vector<std::string> all;
  std::vector<std::string> of_core;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    all.emplace_back(moved[i].container().id());
    const auto at = turn.find(blocks[i].container().id());
    if (core && turn.is_within(*at, *core)) of_core.push_back(all.back());
  }
  if (core) renamed_[std::string(turn.node(*core).id())] = std::move(of_core);
  renamed_[std::string(turn.container().id())] = std::move(all);
}

void Editor::put_into_turn(Subtree& turn, const Subtree& part) const {
  const Node& node = part.container();
  const bool to_core = node.node_class() == NodeClass::Block && node.offset() == 0;
  turn = turn.with_child(to_core ? *turn.find_core() : 0, part);
}

Result<void> Editor::put_at_depth(const std::vector<Subtree>& parts, std::int64_t depth) {
  LW_TRY(check_depth(depth));
  // A new turn pushes the turn at its depth one deeper, so only turns at lower depths are in the way (ODI-04).
  LW_TRY(make_way(parts, {depth > 0 ? depth - 1 : depth, std::max<std::int64_t>(depth, 1)}));
  if (depth <= 0) {
    for (const Subtree& part : parts) {
      const std::string_view target = depth == 0 ? draft_.tree.ah->container().id() : draft_.tree.sys->container().id();
      LW_TRY_ASSIGN(const Parent parent, parent_for(target, part.container().offset()));
      LW_TRY(check_below(part.container().node_class(), part.container().offset(), node_at(draft_.tree, parent.place)));
      put(parent.place, part);
    }
    return {};
  }
  LW_TRY_ASSIGN(Subtree turn, new_turn(depth));
  const Stamp stamp = next_stamp(draft_, *around_.clock);
  turn = turn.with_child(0, Subtree(make_container("mc", "mc:" + std::to_string(draft_.cycle()) + ":1", stamp)));
  for (const Subtree& part : parts) put_into_turn(turn, part);
  for (const Subtree::Entry& entry : turn.entries()) draft_.moved.emplace(entry.node->id());
  note_placed(turn, &turn.container());
  draft_.tree = with_ring(draft_.tree, std::move(turn));
  return {};
}

// Removes duplicates, and nodes below another node of the list, which move with it.
Result<std::vector<std::string>> Editor::topmost(const std::vector<std::string>& ids) const {
  std::vector<Place> places;
  for (const std::string& id : ids) {
    LW_TRY_ASSIGN(const Place place, find(id));
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  std::vector<std::string> tops;
  for (const Place& place : places) {
    const bool is_below = std::any_of(places.begin(), places.end(), [&](const Place& other) {
      const bool is_near = other.region == place.region && other.ring == place.ring && other.at != place.at;
      return is_near && subtree_at(draft_.tree, place).is_within(place.at, other.at);
    });
    if (!is_below) tops.emplace_back(node_at(draft_.tree, place).id());
  }
  return tops;
}

Result<std::vector<std::string>> Editor::move_all(const std::vector<std::string>& ids, std::int64_t depth) {
  if (ids.empty()) return broken(kNodeNotFound, "no node to move", Code::NotFound);
  if (depth < 0 && !permissions_.system) return needs_system("moving into the system region");
  LW_TRY_ASSIGN(const std::vector<std::string> tops, topmost(ids));
  LW_TRY(check_markers(tops));
  std::vector<Subtree> parts;
  for (const std::string& id : tops) {
    LW_TRY_ASSIGN(const std::vector<Subtree> taken, take_out(id));
    parts.insert(parts.end(), taken.begin(), taken.end());
  }
  LW_TRY(rename_marked(parts));
  rename_pins(draft_.tree, renamed_);
  std::vector<std::string> moved;
  for (const Subtree& part : parts) moved.emplace_back(part.container().id());
  LW_TRY(put_at_depth(parts, depth));
  return moved;
}

Result<void> Editor::hang_below(std::string_view id, std::string_view parent_id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  const Node& node = node_at(draft_.tree, place);
  if (node.node_class() == NodeClass::Core && is_sealed(place)) return sealed(node);
  if (node.node_class() != NodeClass::Block) return broken(kPlacementInvalid, "only blocks can be re-parented");
  if (!is_fresh(place)) return broken(kSealedImmutable, "'" + std::string(id) + "' is in a snapshot; move it instead");
  if (is_sealed(place)) return broken(kSealedImmutable, "'" + std::string(id) + "' was moved into history");
  LW_TRY_ASSIGN(const Place target, find(parent_id));
  const bool same = target.region == place.region && target.ring == place.ring;
  if (same && subtree_at(draft_.tree, place).is_within(target.at, place.at)) {
    return broken(kTreeCycle, "'" + std::string(parent_id) + "' is below '" + std::string(id) + "'");
  }
  LW_TRY_ASSIGN(const Parent checked, parent_for(parent_id, node.offset()));
  LW_TRY(check_below(NodeClass::Block, node.offset(), node_at(draft_.tree, checked.place)));
  const std::string checked_id(node_at(draft_.tree, checked.place).id());
  const bool same_depth = checked.depth == depth_of(place);
  LW_TRY(check_markers({std::string(id)}));
  LW_TRY_ASSIGN(const std::vector<Subtree> part, take_out(id));
  if (!same_depth) LW_TRY(make_way(part, {checked.depth, checked.depth + 1}));
  LW_TRY_ASSIGN(const Place again, find_again(checked_id, checked.depth));
  put(again, part[0]);
  return {};
}

}  // namespace latewood::tree
