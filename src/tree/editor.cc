#include "tree/editor.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "canon/json_writer.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

Error not_found(std::string_view id) {
  return broken(kNodeNotFound, "there is no node '" + std::string(id) + "'", Code::NotFound);
}

Error needs_system(std::string_view what) {
  return broken(kUnauthorized, std::string(what) + " needs the system capability");
}

Error sealed(const Node& node) {
  return broken(kSealedImmutable, "'" + std::string(node.id) + "' is in the core of a sealed turn");
}

Result<void> check_attributes(const std::vector<JsonMember>& attributes) {
  std::vector<std::string_view> names;
  for (const JsonMember& attribute : attributes) {
    LW_TRY(check_text(attribute.key));
    LW_TRY(check_attribute_name(attribute.key));
    LW_TRY(check_json(attribute.value));
    names.push_back(attribute.key);
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return broken(kAttrName, "attribute '" + std::string(*twice) + "' is given twice");
}

std::optional<std::string> json_of(const std::optional<JsonValue>& content) {
  return content ? std::optional(canonical_json(*content)) : std::nullopt;
}

}  // namespace

Editor::Editor(Draft draft, const Surroundings& around, const Permissions& permissions)
    : draft_(std::move(draft)), around_(around), permissions_(permissions) {
  around_.is_taken = [this, given = around.is_taken](std::string_view id) {
    const auto has_id = [id](const auto& placed) { return placed.first->id == id; };
    return given(id) || std::any_of(placed_.begin(), placed_.end(), has_id);
  };
  around_.turn_of = [this, given = around.turn_of](std::string_view id) -> const Node* {
    for (auto placed = placed_.rbegin(); placed != placed_.rend(); ++placed) {
      if (placed->first->id == id) return placed->second;
    }
    return given(id);
  };
}

// ---- looking ----

Result<Place> Editor::find(std::string_view id) const {
  if (id == draft_.tree.root->id || id == draft_.tree.seq->id) {
    return broken(kPlacementInvalid, "'" + std::string(id) + "' is fixed");
  }
  const auto place = find_place(draft_.tree, id, around_);
  if (!place) return not_found(id);
  return *place;
}

std::int64_t Editor::depth_of(const Place& place) const {
  if (place.region == Region::Sys) return -1;
  if (place.region == Region::Ah) return 0;
  return static_cast<std::int64_t>(draft_.tree.rings.size() - place.ring);
}

bool Editor::is_fresh(const Place& place) const { return node_at(draft_.tree, place).cycle == draft_.cycle(); }

// In the active head and for what this cycle made, everything may change; in `^sys` with
// the capability; in sealed turns nothing (D-21).
bool Editor::is_editable(const Place& place) const {
  if (place.region == Region::Ah || is_fresh(place)) return true;
  return place.region == Region::Sys && permissions_.system;
}

bool Editor::is_core(const Place& place) const {
  const Subtree& subtree = subtree_at(draft_.tree, place);
  const auto core = subtree.find_core();
  return core && subtree.is_within(place.at, *core);
}

// ---- checking ----

Result<void> Editor::check_component(const Component& component) const {
  LW_TRY(check_block_type(component.node_type));
  for (const auto& text : {component.id, component.role, component.kind, component.key, component.provenance}) {
    if (text) LW_TRY(check_text(*text));
  }
  LW_TRY(check_text(component.node_type));
  if (component.content) LW_TRY(check_json(*component.content));
  LW_TRY(check_attributes(component.attributes));
  if (component.ttl && (*component.ttl < 0 || *component.ttl >= kNever - static_cast<std::int64_t>(draft_.cycle()))) {
    return broken(kTtlInvalid, "ttl " + std::to_string(*component.ttl) + " is not a number of cycles");
  }
  if (!component.id) return {};
  LW_TRY(check_id(*component.id));
  if (!around_.is_taken(*component.id)) return {};
  return broken(kDuplicateId, "id '" + *component.id + "' was used before");
}

// Live instances of the key must be strictly deeper than the new one; `^sys` is outside
// that axis (D-26).
Result<void> Editor::check_overlap(const std::optional<std::string>& key, std::int64_t depth) {
  if (!key || depth < 0) return {};
  for (const std::string& holder : around_.holders_of(*key)) {
    const auto place = find_place(draft_.tree, holder, around_);
    if (!place || depth_of(*place) < 0 || depth_of(*place) > depth) continue;
    if (!permissions_.demote) {
      return broken(kOverlap, "key '" + *key + "' is held by '" + holder + "' at depth " +
                                  std::to_string(depth_of(*place)));
    }
    LW_TRY(move({holder}, depth + 1));
  }
  return {};
}

// ---- inserting ----

const Node* Editor::make_node(const Component& component) {
  const Stamp stamp = next_stamp(draft_, *around_.clock);
  NodeFields fields;
  fields.content_json = json_of(component.content);
  fields.id = component.id ? *component.id
                           : derived_id(draft_, stamp.creation_index, payload_digest(fields.content_json), around_);
  fields.type = component.node_type;
  fields.role = component.role;
  fields.kind = component.kind;
  fields.provenance = component.provenance;
  if (!fields.provenance && !permissions_.actor.empty()) fields.provenance = permissions_.actor;
  fields.key = component.key;
  fields.removable = component.removable;
  fields.attributes = component.attributes;
  fields.offset = component.offset;
  if (component.ttl) fields.expiry = static_cast<std::int64_t>(draft_.cycle()) + *component.ttl;
  fields.priority = component.priority;
  fields.created_at_ns = stamp.created_at_ns;
  fields.cycle = draft_.cycle();
  fields.creation_index = stamp.creation_index;
  return around_.pool->add(std::move(fields));
}

const Node* Editor::make_container(const std::string& type, const std::string& base_id, const Stamp& stamp) {
  NodeFields fields;
  fields.id = free_id(base_id, around_);
  fields.type = type;
  fields.created_at_ns = stamp.created_at_ns;
  fields.cycle = draft_.cycle();
  fields.creation_index = stamp.creation_index;
  return around_.pool->add(std::move(fields));
}

void Editor::note_placed(const Subtree& subtree, const Node* turn) {
  for (const Subtree::Entry& entry : subtree.entries()) placed_.emplace_back(entry.node, turn);
}

void Editor::put(const Place& parent, const Subtree& child) {
  const Subtree& subtree = subtree_at(draft_.tree, parent);
  note_placed(child, parent.region == Region::Seq ? &subtree.container() : nullptr);
  draft_.tree = with_subtree(draft_.tree, parent, subtree.with_child(parent.at, child));
}

// The head's core, made if it is not there. A head that came from outside may hold its
// core blocks directly; then they stay together there (D-01).
Editor::Parent Editor::core_of_head() {
  const Subtree& head = *draft_.tree.ah;
  if (const auto core = head.find_core()) return {{Region::Ah, 0, *core}, 0};
  for (auto at = head.first_child(0); at < head.entries()[0].end; at = head.next(at)) {
    if (head.node(at).offset == 0) return {{Region::Ah, 0, 0}, 0};
  }
  const Stamp stamp = next_stamp(draft_, *around_.clock);
  put({Region::Ah, 0, 0}, Subtree(make_container("mc", "mc:" + std::to_string(draft_.cycle()), stamp)));
  return {{Region::Ah, 0, *draft_.tree.ah->find_core()}, 0};
}

Result<Editor::Parent> Editor::parent_in_turn(const Place& place, std::int64_t offset) const {
  Place target = place;
  const Subtree& turn = subtree_at(draft_.tree, place);
  if (place.at == 0 && offset == 0) target.at = *turn.find_core();
  if (is_core(target) && !is_fresh(target)) return sealed(node_at(draft_.tree, target));
  return Parent{target, depth_of(place)};
}

Result<Editor::Parent> Editor::parent_for(std::string_view id, std::int64_t offset) {
  LW_TRY_ASSIGN(const Place place, find(id));
  switch (place.region) {
    case Region::Sys:
      if (!permissions_.system) return needs_system("writing to the system region");
      return Parent{place, -1};
    case Region::Ah:
      if (place.at == 0 && offset == 0) return core_of_head();
      return Parent{place, 0};
    case Region::Seq: break;
  }
  return parent_in_turn(place, offset);
}

Result<std::string> Editor::insert_into(const Component& component, const Parent& parent) {
  const Node& above = node_at(draft_.tree, parent.place);
  const bool virtual_core = above.node_class == NodeClass::Ah && component.offset == 0;
  if (!virtual_core) LW_TRY(check_placement(NodeClass::Block, component.offset, above.node_class));
  const std::string parent_id(above.id);
  LW_TRY(check_overlap(component.key, parent.depth));
  // Demotion may have moved things; the parent is looked up again.
  LW_TRY_ASSIGN(const Place place, find(parent_id));
  const Node* node = make_node(component);
  put(place, Subtree(node));
  return std::string(node->id);
}

Result<std::string> Editor::insert(const Component& component, std::int64_t depth) {
  LW_TRY(check_component(component));
  if (depth > 0) return splice(component, depth);
  LW_TRY_ASSIGN(const Parent parent, parent_for(depth == 0 ? draft_.tree.ah->container().id
                                                           : draft_.tree.sys->container().id, component.offset));
  return insert_into(component, parent);
}

Result<std::string> Editor::insert_under(const Component& component, std::string_view parent_id) {
  LW_TRY(check_component(component));
  LW_TRY_ASSIGN(const Parent parent, parent_for(parent_id, component.offset));
  return insert_into(component, parent);
}

// ---- turns between turns ----

// A stamp that puts a turn at this depth: half-way between its neighbours, so that the
// canonical order itself places it (D-23).
Result<Stamp> Editor::stamp_for_depth(std::int64_t depth) {
  const auto turns = static_cast<std::int64_t>(draft_.tree.rings.size());
  if (depth < 1 || depth > turns + 1) {
    return broken(kDepthRange, "depth " + std::to_string(depth) + " with " + std::to_string(turns) + " turns");
  }
  if (depth == 1) return next_stamp(draft_, *around_.clock);
  const auto place = static_cast<std::size_t>(turns - depth + 1);
  const Node& newer = draft_.tree.rings[place]->container();
  const Node* older = place == 0 ? nullptr : &draft_.tree.rings[place - 1]->container();
  const std::int64_t floor = older == nullptr ? 0 : older->created_at_ns;
  const std::int64_t middle = floor + (newer.created_at_ns - floor) / 2;
  if (middle > floor && middle < newer.created_at_ns) return Stamp{middle, draft_.next_index++};
  const Stamp tie{floor, older == nullptr ? 0 : older->creation_index + 1};
  const bool fits = older != nullptr && (floor < newer.created_at_ns || tie.creation_index < newer.creation_index);
  if (fits) return tie;
  return broken(kDepthNoGap, "no stamp is free between the turns at depth " + std::to_string(depth));
}

Result<Subtree> Editor::new_turn(std::int64_t depth) {
  LW_TRY_ASSIGN(const Stamp stamp, stamp_for_depth(depth));
  // `mt:<cycle>` itself is for the turn that this cycle seals.
  const std::string cycle = std::to_string(draft_.cycle());
  return Subtree(make_container("mt", "mt:" + cycle + ":1", stamp));
}

Result<std::string> Editor::splice(const Component& component, std::int64_t depth) {
  LW_TRY(check_overlap(component.key, depth));
  LW_TRY_ASSIGN(Subtree turn, new_turn(depth));
  const Stamp core = next_stamp(draft_, *around_.clock);
  turn = turn.with_child(0, Subtree(make_container("mc", "mc:" + std::to_string(draft_.cycle()) + ":1", core)));
  const Node* node = make_node(component);
  put_into_turn(turn, Subtree(node));
  note_placed(turn, &turn.container());
  draft_.tree = with_ring(draft_.tree, std::move(turn));
  return std::string(node->id);
}

// ---- replacing and deleting ----

Result<std::string> Editor::add_marker(const Place& place, Component marker) {
  marker.offset = 1;
  const Node* node = make_node(marker);
  put({Region::Seq, place.ring, 0}, Subtree(node));
  return std::string(node->id);
}

Result<std::string> Editor::replace(std::string_view id, std::optional<JsonValue> content,
                                    std::vector<JsonMember> attributes) {
  if (content) LW_TRY(check_json(*content));
  LW_TRY(check_attributes(attributes));
  LW_TRY_ASSIGN(const Place place, find(id));
  const Node& node = node_at(draft_.tree, place);
  if (node.node_class != NodeClass::Block) return broken(kPlacementInvalid, "only blocks have content to replace");
  if (is_editable(place)) {
    const Node* changed = around_.pool->with_content(node, json_of(content), std::move(attributes));
    placed_.emplace_back(changed, around_.turn_of(id));
    draft_.tree = with_subtree(draft_.tree, place, subtree_at(draft_.tree, place).with_node(place.at, changed));
    return std::string(id);
  }
  if (place.region == Region::Sys) return needs_system("changing a system block");
  Component marker;
  marker.node_type = "cb:replacement";
  if (node.role != nullptr) marker.role = *node.role;
  if (node.kind != nullptr) marker.kind = *node.kind;
  marker.content = std::move(content);
  marker.attributes = std::move(attributes);
  marker.attributes.push_back({"data_replaces", JsonValue(std::string(id))});
  LW_TRY(check_attributes(marker.attributes));
  return add_marker(place, std::move(marker));
}

Result<std::optional<std::string>> Editor::delete_node(std::string_view id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  const Subtree& subtree = subtree_at(draft_.tree, place);
  const bool is_turn = place.region == Region::Seq && place.at == 0;
  if (place.at == 0 && !is_turn) return broken(kPlacementInvalid, "a region cannot be deleted");
  if (place.region == Region::Sys && !permissions_.system) return needs_system("deleting from the system region");
  if (!is_editable(place)) {
    Component marker;
    marker.node_type = "cb:redaction";
    marker.attributes.push_back({"data_redacts", JsonValue(std::string(id))});
    LW_TRY_ASSIGN(std::string added, add_marker(place, std::move(marker)));
    return std::optional(std::move(added));
  }
  if (is_turn) {
    draft_.tree = without_ring(draft_.tree, place.ring);
  } else if (place.region == Region::Seq && subtree.node(place.at).node_class == NodeClass::Core) {
    return broken(kPlacementInvalid, "a turn keeps its core");
  } else {
    draft_.tree = with_subtree(draft_.tree, place, subtree.without(place.at));
  }
  return std::optional<std::string>();
}

Result<void> Editor::detach(std::string_view id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  if (place.region == Region::Seq && (place.at == 0 || is_core(place)) && !is_fresh(place)) {
    return sealed(node_at(draft_.tree, place));
  }
  if (place.region != Region::Seq || is_fresh(place)) {
    LW_TRY(delete_node(id));
    return {};
  }
  draft_.tree = with_subtree(draft_.tree, place, subtree_at(draft_.tree, place).without(place.at));
  return {};
}

// ---- moving ----

// Takes the node and what is below it out of the tree. What a snapshot has seen comes
// back under new ids: between snapshots a move is a removal and an addition (D-10).
Result<Subtree> Editor::take_out(std::string_view id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  const Subtree& subtree = subtree_at(draft_.tree, place);
  const Subtree part = subtree.part(place.at);
  const bool is_turn = place.region == Region::Seq && place.at == 0;
  if (place.at == 0 && !is_turn) return broken(kPlacementInvalid, "a region cannot be moved");
  if (part.container().node_class == NodeClass::Core) return broken(kPlacementInvalid, "a core cannot be moved");
  if (place.region == Region::Sys && !permissions_.system) return needs_system("moving a system block");
  if (place.region == Region::Seq && !is_turn && is_core(place) && !is_fresh(place)) return sealed(part.container());
  const bool fresh = is_fresh(place) || place.region == Region::Ah;
  draft_.tree = is_turn ? without_ring(draft_.tree, place.ring)
                        : with_subtree(draft_.tree, place, subtree.without(place.at));
  return fresh ? part : renewed(part);
}

Subtree Editor::renewed(const Subtree& subtree) {
  Subtree changed = subtree;
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    const Node& node = subtree.node(at);
    const Stamp stamp = next_stamp(draft_, *around_.clock);
    const std::string cycle = std::to_string(draft_.cycle());
    std::string id;
    if (node.node_class == NodeClass::Block) {
      const PayloadDigest payload = node.payload == nullptr ? payload_digest({}) : node.payload->digest;
      id = derived_id(draft_, stamp.creation_index, payload, around_);
    } else {
      id = free_id(std::string(name_of(node.node_class)) + ":" + cycle + ":1", around_);
    }
    const Node* fresh =
        around_.pool->with_identity(node, std::move(id), draft_.cycle(), stamp.created_at_ns, stamp.creation_index);
    placed_.emplace_back(fresh, nullptr);
    changed = changed.with_node(at, fresh);
  }
  return changed;
}

void Editor::put_into_turn(Subtree& turn, const Subtree& part) const {
  const Node& node = part.container();
  const bool to_core = node.node_class == NodeClass::Block && node.offset == 0;
  turn = turn.with_child(to_core ? *turn.find_core() : 0, part);
}

Result<void> Editor::put_at_depth(const std::vector<Subtree>& parts, std::int64_t depth) {
  for (const Subtree& part : parts) {
    for (const Subtree::Entry& entry : part.entries()) {
      if (entry.node->extra != nullptr) LW_TRY(check_overlap(entry.node->extra->key, depth));
    }
  }
  if (depth <= 0) {
    for (const Subtree& part : parts) {
      const std::string_view target = depth == 0 ? draft_.tree.ah->container().id : draft_.tree.sys->container().id;
      LW_TRY_ASSIGN(const Parent parent, parent_for(target, part.container().offset));
      LW_TRY(check_placement(part.container().node_class, part.container().offset,
                             node_at(draft_.tree, parent.place).node_class));
      put(parent.place, part);
    }
    return {};
  }
  LW_TRY_ASSIGN(Subtree turn, new_turn(depth));
  const bool brings_core = parts.size() == 1 && parts[0].find_core();
  if (!brings_core) {
    const Stamp stamp = next_stamp(draft_, *around_.clock);
    turn = turn.with_child(0, Subtree(make_container("mc", "mc:" + std::to_string(draft_.cycle()) + ":1", stamp)));
  }
  for (const Subtree& part : parts) put_into_turn(turn, part);
  note_placed(turn, &turn.container());
  draft_.tree = with_ring(draft_.tree, std::move(turn));
  return {};
}

Result<std::vector<std::string>> Editor::move(const std::vector<std::string>& ids, std::int64_t depth) {
  if (ids.empty()) return broken(kNodeNotFound, "no node to move", Code::NotFound);
  if (depth < 0 && !permissions_.system) return needs_system("moving into the system region");
  std::vector<Subtree> parts;
  for (const std::string& id : ids) {
    LW_TRY_ASSIGN(Subtree part, take_out(id));
    if (part.container().node_class != NodeClass::Turn) {
      parts.push_back(std::move(part));
      continue;
    }
    // A turn moves as what it holds; at its new place it is another turn.
    for (auto at = part.first_child(0); at < part.entries()[0].end; at = part.next(at)) {
      if (depth > 0 || part.node(at).node_class != NodeClass::Core) {
        parts.push_back(part.part(at));
        continue;
      }
      for (auto inner = part.first_child(at); inner < part.entries()[at].end; inner = part.next(inner)) {
        parts.push_back(part.part(inner));
      }
    }
  }
  std::vector<std::string> moved;
  for (const Subtree& part : parts) moved.emplace_back(part.container().id);
  LW_TRY(put_at_depth(parts, depth));
  return moved;
}

Result<void> Editor::reparent(std::string_view id, std::string_view parent_id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  const Node& node = node_at(draft_.tree, place);
  if (node.node_class != NodeClass::Block) return broken(kPlacementInvalid, "only blocks can be re-parented");
  if (!is_fresh(place)) return broken(kSealedImmutable, "'" + std::string(id) + "' is in a snapshot; move it instead");
  LW_TRY_ASSIGN(const Place target, find(parent_id));
  const bool same = target.region == place.region && target.ring == place.ring;
  if (same && subtree_at(draft_.tree, place).is_within(target.at, place.at)) {
    return broken(kTreeCycle, "'" + std::string(parent_id) + "' is below '" + std::string(id) + "'");
  }
  LW_TRY_ASSIGN(const Parent checked, parent_for(parent_id, node.offset));
  LW_TRY(check_placement(NodeClass::Block, node.offset, node_at(draft_.tree, checked.place).node_class));
  const std::string checked_id(node_at(draft_.tree, checked.place).id);
  const bool same_depth = checked.depth == depth_of(place);
  LW_TRY_ASSIGN(const Subtree part, take_out(id));
  const Extra* extra = part.container().extra;
  if (extra != nullptr && !same_depth) LW_TRY(check_overlap(extra->key, checked.depth));
  LW_TRY_ASSIGN(const Place again, find(checked_id));
  put(again, part);
  return {};
}

// ---- pins ----

Result<void> Editor::pin(std::string_view id) {
  LW_TRY(find(id));
  Pins pins = *draft_.tree.pins;
  const auto place = std::lower_bound(pins.begin(), pins.end(), id);
  if (place != pins.end() && *place == id) return {};
  pins.insert(place, std::string(id));
  draft_.tree.pins = std::make_shared<const Pins>(std::move(pins));
  return {};
}

Result<void> Editor::unpin(std::string_view id) {
  Pins pins = *draft_.tree.pins;
  const auto place = std::lower_bound(pins.begin(), pins.end(), id);
  if (place == pins.end() || *place != id) {
    return broken(kNodeNotFound, "'" + std::string(id) + "' is not pinned", Code::NotFound);
  }
  pins.erase(place);
  draft_.tree.pins = std::make_shared<const Pins>(std::move(pins));
  return {};
}

}  // namespace latewood::tree
