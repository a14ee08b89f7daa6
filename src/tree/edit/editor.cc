#include "tree/edit/editor.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <span>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "canon/json_writer.h"
#include "tree/edit/marker.h"
#include "tree/edit/pins.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"
#include "tree/node_pool.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

bool has_text(const Component& component) { return component.content && component.content->as_string() != nullptr; }

// E_NODE_NOT_FOUND: the holder does not pin the node. The message names the actual holders, if there are any.
Error not_held(std::string_view id, const std::string& holder, std::span<const Pin> pins) {
  std::string message = "'" + std::string(id) + "' is not pinned";
  if (!pins.empty()) message += " by '" + holder + "', only by";
  for (const Pin& pin : pins) message += (&pin == pins.data() ? " '" : ", '") + pin.holder + "'";
  return broken(kNodeNotFound, std::move(message), Code::NotFound);
}

}  // namespace

Result<void> check_attributes(const std::vector<JsonMember>& attributes) {
  std::vector<std::string_view> names;
  for (const JsonMember& attribute : attributes) {
    LW_TRY(check_text(attribute.key));
    LW_TRY(check_attribute_name(attribute.key));
    LW_TRY(check_json(attribute.value));
    LW_TRY(check_attribute_value(attribute.key, attribute.value));
    names.push_back(attribute.key);
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return broken(kAttrName, "attribute '" + std::string(*twice) + "' is given twice");
}

// Functions that hold nothing but `this` are not allocated.
Editor::Editor(Draft draft, Surroundings around, const Permissions& permissions, std::vector<MadeEdit>* calls)
    : draft_(std::move(draft)), given_(std::move(around)), permissions_(permissions), calls_(calls) {
  around_.pool = given_.pool;
  around_.clock = given_.clock;
  around_.is_committed = [this](std::string_view id) { return given_.is_committed(id); };
  around_.is_taken = [this](std::string_view id) {
    const auto has_id = [id](const auto& placed) { return placed.first->id() == id; };
    return given_.is_taken(id) || claimed_ == id || std::any_of(placed_.begin(), placed_.end(), has_id);
  };
  around_.turn_of = [this](std::string_view id) -> const Node* {
    for (auto placed = placed_.rbegin(); placed != placed_.rend(); ++placed) {
      if (placed->first->id() == id) return placed->second;
    }
    return given_.turn_of(id);
  };
  around_.holders_of = [this](std::string_view key) {
    std::vector<std::string> ids = given_.holders_of(key);
    for (const auto& [node, turn] : placed_) {
      if (node->extra() != nullptr && node->extra()->key == key) ids.emplace_back(node->id());
    }
    return ids;
  };
  around_.markers_of = [this](std::string_view id) {
    std::vector<std::string> ids = given_.markers_of(id);
    for (const auto& [node, turn] : placed_) {
      const std::vector<std::string_view> named = marked_by(*node);
      if (std::find(named.begin(), named.end(), id) != named.end()) ids.emplace_back(node->id());
    }
    return ids;
  };
}

// ---- looking ----

Result<Place> Editor::find(std::string_view id) const {
  if (id == draft_.tree.root()->id() || id == draft_.tree.seq()->id()) {
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

// An imported node may have the current cycle, so the cycle alone does not decide this.
bool Editor::is_fresh(const Place& place) const {
  const Node& node = node_at(draft_.tree, place);
  return node.cycle() == draft_.cycle() && !around_.is_committed(node.id());
}

// Every node of a turn is sealed, except nodes that insertions of this cycle made (D-21, D-24).
bool Editor::is_sealed(const Place& place) const {
  if (place.region != Region::Seq) return false;
  return !is_fresh(place) || draft_.moved.contains(node_at(draft_.tree, place).id());
}

bool Editor::is_editable(const Place& place) const {
  return place.region == Region::Sys ? permissions_.system : !is_sealed(place);
}

// An imported turn may have its core blocks directly below it (D-01).
bool Editor::is_core(const Place& place) const {
  if (place.at == 0) return false;
  const Subtree& subtree = subtree_at(draft_.tree, place);
  Subtree::Index top = place.at;
  while (subtree.entries()[top].parent != 0) top = subtree.entries()[top].parent;
  return subtree.node(top).offset() == 0;
}

// ---- checking ----

Result<void> check_writable(const Component& component) {
  for (const auto& text : {component.id, component.role, component.kind, component.key, component.provenance}) {
    if (text) LW_TRY(check_text(*text));
  }
  LW_TRY(check_text(component.node_type));
  if (component.content) LW_TRY(check_json(*component.content));
  for (const JsonMember& attribute : component.attributes) {
    LW_TRY(check_text(attribute.key));
    LW_TRY(check_json(attribute.value));
  }
  return {};
}

Result<void> Editor::check_component(const Component& component) {
  LW_TRY(check_block_type(component.node_type));
  LW_TRY(check_writable(component));
  if (component.role) LW_TRY(check_role(*component.role));
  LW_TRY(check_attributes(component.attributes));
  LW_TRY(check_marked(component.node_type, component.attributes));
  LW_TRY(check_ttl(component.ttl));
  if (!component.id) return {};
  LW_TRY(check_id(*component.id));
  if (around_.is_taken(*component.id)) return broken(kDuplicateId, "id '" + *component.id + "' was used before");
  claimed_ = component.id;
  return {};
}

// ---- inserting ----

// Every new node is made here, so this is where system text without the system capability is refused.
Result<const Node*> Editor::make_node(const Component& component, std::optional<std::int64_t> expiry) {
  if (!permissions_.may_speak_for_system() && speaks_for_system(component)) {
    return needs_system("text of the role system or developer");
  }
  const Stamp stamp = next_stamp(draft_, *around_.clock);
  const Payload* payload = nullptr;
  if (component.content) {
    LW_TRY_ASSIGN(payload, around_.pool->add_payload(canonical_json(*component.content)));
  }
  NodeFields fields;
  fields.id = component.id ? *component.id : derived_id(draft_, stamp.creation_index, digest_of(payload), around_);
  fields.type = component.node_type;
  fields.role = component.role;
  fields.kind = component.kind;
  // Members that a replacement does not set are those of the original, so it gets no default kind.
  if (!fields.kind && has_text(component) && !is_replacement(component.node_type, component.attributes)) {
    fields.kind = "text";
  }
  fields.provenance = component.provenance;
  if (!fields.provenance && !permissions_.actor.empty()) fields.provenance = permissions_.actor;
  fields.key = component.key;
  fields.removable = component.removable;
  fields.attributes = component.attributes;
  fields.offset = component.offset;
  if (component.ttl) fields.expiry = static_cast<std::int64_t>(draft_.cycle()) + *component.ttl;
  if (expiry) fields.expiry = *expiry;
  fields.priority = component.priority;
  fields.created_at_ns = stamp.created_at_ns;
  fields.cycle = draft_.cycle();
  fields.creation_index = stamp.creation_index;
  return around_.pool->add(std::move(fields), payload);
}

const Node* Editor::make_container(const std::string& type, const std::string& base_id, const Stamp& stamp) {
  NodeFields fields;
  fields.id = free_id(base_id, around_);
  fields.type = type;
  fields.created_at_ns = stamp.created_at_ns;
  fields.cycle = draft_.cycle();
  fields.creation_index = stamp.creation_index;
  return around_.pool->add(std::move(fields), nullptr);
}

void Editor::note_placed(const Subtree& subtree, const Node* turn) {
  for (const Subtree::Entry& entry : subtree.entries()) placed_.emplace_back(entry.node, turn);
}

void Editor::put(const Place& parent, const Subtree& child) {
  const Subtree& subtree = subtree_at(draft_.tree, parent);
  note_placed(child, parent.region == Region::Seq ? &subtree.container() : nullptr);
  draft_.tree = with_subtree(draft_.tree, parent, subtree.with_child(parent.at, child));
}

// Returns the core of the head, and creates it if necessary. An imported head may have its core blocks directly below
// it; then it gets no core, and new core blocks join them (D-01).
Editor::Parent Editor::core_of_head() {
  const Subtree& head = *draft_.tree.ah;
  if (const auto core = head.find_core()) return {{Region::Ah, 0, *core}, 0};
  for (auto at = head.first_child(0); at < head.entries()[0].end; at = head.next(at)) {
    if (head.node(at).offset() == 0) return {{Region::Ah, 0, 0}, 0};
  }
  const Stamp stamp = next_stamp(draft_, *around_.clock);
  put({Region::Ah, 0, 0}, Subtree(make_container("mc", "mc:" + std::to_string(draft_.cycle()), stamp)));
  return {{Region::Ah, 0, *draft_.tree.ah->find_core()}, 0};
}

Result<Editor::Parent> Editor::parent_in_turn(const Place& place, std::int64_t offset) const {
  Place target = place;
  const Subtree& turn = subtree_at(draft_.tree, place);
  if (place.at == 0 && offset == 0) {
    const auto core = turn.find_core();
    if (!core) return sealed(turn.container());
    target.at = *core;
  }
  if (is_core(target) && is_sealed(target)) return sealed(node_at(draft_.tree, target));
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
    case Region::Frame:
    case Region::Seq: break;
  }
  return parent_in_turn(place, offset);
}

// Checks a placement. An imported head without a core accepts core blocks directly (D-01).
Result<void> Editor::check_below(NodeClass child, std::int64_t offset, const Node& parent) const {
  const bool in_virtual_core = child == NodeClass::Block && offset == 0 && parent.node_class() == NodeClass::Ah;
  if (in_virtual_core && !draft_.tree.ah->find_core()) return {};
  return check_placement(child, offset, parent.node_class());
}

namespace {

// Limits the size of a region or turn: every change copies it, so the cost of its edits grows with the square of its
// size.
Result<void> check_room(const Subtree& subtree) {
  constexpr std::size_t kMost = 32768;
  if (subtree.entries().size() < kMost) return {};
  return broken(kPlacementInvalid, std::string(subtree.container().id()) + " has " +
                                       std::to_string(subtree.entries().size()) +
                                       " nodes; edits add to one with fewer than " + std::to_string(kMost));
}

}  // namespace

Result<std::string> Editor::insert_into(const Component& component, const Parent& parent) {
  if (parent.place.region != Region::Frame) LW_TRY(check_room(subtree_at(draft_.tree, parent.place)));
  const Node& above = node_at(draft_.tree, parent.place);
  LW_TRY(check_below(NodeClass::Block, component.offset, above));
  const std::string parent_id(above.id());
  LW_TRY(make_way(component.key, {parent.depth, parent.depth + 1}));
  LW_TRY_ASSIGN(const Place place, find_again(parent_id, parent.depth));
  LW_TRY_ASSIGN(const Node* node, make_node(component));
  put(place, Subtree(node));
  return std::string(node->id());
}

Result<std::string> Editor::insert_at(const Component& component, std::int64_t depth) {
  LW_TRY(check_component(component));
  if (depth < -1) LW_TRY(check_depth(depth));
  if (depth > 0) return splice(component, depth);
  LW_TRY_ASSIGN(
      const Parent parent,
      parent_for(depth == 0 ? draft_.tree.ah->container().id() : draft_.tree.sys->container().id(), component.offset));
  return insert_into(component, parent);
}

Result<std::string> Editor::insert_below(const Component& component, std::string_view parent_id) {
  LW_TRY(check_component(component));
  LW_TRY_ASSIGN(const Parent parent, parent_for(parent_id, component.offset));
  return insert_into(component, parent);
}

// ---- turns between turns ----

Result<void> Editor::check_depth(std::int64_t depth) const {
  const auto turns = static_cast<std::int64_t>(draft_.tree.rings.size());
  if (depth <= turns + 1) return {};
  return broken(kDepthRange, "depth " + std::to_string(depth) + " with " + std::to_string(turns) + " turns");
}

namespace {

// The distance of a new oldest turn from the next one if there is no room above stamp 0.
constexpr std::int64_t kStampStep = std::int64_t{1} << 20;
constexpr std::uint64_t kIndexStep = std::uint64_t{1} << 20;

// A stamp before the oldest turn: half-way to 0, or a negative one if there is no room.
std::optional<std::int64_t> stamp_before(std::int64_t oldest) {
  if (oldest > 1) return std::midpoint(std::int64_t{0}, oldest);
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  if (oldest == kLeast) return std::nullopt;
  return oldest >= kLeast + kStampStep ? oldest - kStampStep : oldest - 1;
}

// A stamp strictly between those of two turns.
std::optional<std::int64_t> stamp_between(std::int64_t older, std::int64_t newer) {
  const std::int64_t middle = std::midpoint(older, newer);
  return middle > older && middle < newer ? std::optional(middle) : std::nullopt;
}

// The stamp of the older turn, or of the newer one, with an index between theirs that leaves room on both sides.
std::optional<Stamp> tie_between(const Node* older, const Node& newer) {
  if (older != nullptr && older->created_at_ns() < newer.created_at_ns()) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t room = kMost - older->creation_index();
    if (room > 0) return Stamp{older->created_at_ns(), older->creation_index() + std::min(room, kIndexStep)};
  }
  const bool is_tie = older != nullptr && older->created_at_ns() == newer.created_at_ns();
  const std::uint64_t floor = is_tie ? older->creation_index() : 0;
  const std::uint64_t middle = std::midpoint(floor, newer.creation_index());
  const bool fits = middle < newer.creation_index() && (middle > floor || !is_tie);
  return fits ? std::optional(Stamp{newer.created_at_ns(), middle}) : std::nullopt;
}

}  // namespace

// A stamp with which canonical order places a turn at this depth, which must be valid: half-way between its neighbours.
// If their stamps leave no gap, the creation index decides (D-23, R-15).
Result<Stamp> Editor::stamp_for_depth(std::int64_t depth) {
  const auto turns = static_cast<std::int64_t>(draft_.tree.rings.size());
  if (depth == 1) return next_stamp(draft_, *around_.clock);
  const auto place = static_cast<std::size_t>(turns - depth + 1);
  const Node& newer = draft_.tree.rings[place]->container();
  const Node* older = place == 0 ? nullptr : &draft_.tree.rings[place - 1]->container();
  const auto stamp = older == nullptr ? stamp_before(newer.created_at_ns())
                                      : stamp_between(older->created_at_ns(), newer.created_at_ns());
  if (stamp) return Stamp{*stamp, draft_.next_index++};
  if (const auto tie = tie_between(older, newer)) return *tie;
  return broken(kDepthNoGap, "no stamp is free between the turns at depth " + std::to_string(depth));
}

Result<Subtree> Editor::new_turn(std::int64_t depth) {
  LW_TRY_ASSIGN(const Stamp stamp, stamp_for_depth(depth));
  // `mt:<cycle>` is reserved for the turn that this cycle seals.
  const std::string cycle = std::to_string(draft_.cycle());
  return Subtree(make_container("mt", "mt:" + cycle + ":1", stamp));
}

Result<std::string> Editor::splice(const Component& component, std::int64_t depth) {
  LW_TRY(check_depth(depth));
  // The new turn pushes the turn at its depth one deeper, so only turns at lower depths are in the way.
  LW_TRY(make_way(component.key, {depth - 1, depth}));
  LW_TRY_ASSIGN(Subtree turn, new_turn(depth));
  const Stamp core = next_stamp(draft_, *around_.clock);
  turn = turn.with_child(0, Subtree(make_container("mc", "mc:" + std::to_string(draft_.cycle()) + ":1", core)));
  LW_TRY_ASSIGN(const Node* node, make_node(component));
  put_into_turn(turn, Subtree(node));
  note_placed(turn, &turn.container());
  draft_.tree = with_ring(draft_.tree, std::move(turn));
  return std::string(node->id());
}

// ---- deleting ----

Result<std::string> Editor::add_marker(const Place& place, const Component& marker, std::int64_t expiry) {
  const Place turn{Region::Seq, place.ring, 0};
  LW_TRY(check_below(NodeClass::Block, marker.offset, node_at(draft_.tree, turn)));
  LW_TRY_ASSIGN(const Node* node, make_node(marker, expiry));
  put(turn, Subtree(node));
  return std::string(node->id());
}

Result<std::optional<std::string>> Editor::remove(std::string_view id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  const Subtree& subtree = subtree_at(draft_.tree, place);
  const bool is_turn = place.region == Region::Seq && place.at == 0;
  if (place.at == 0 && !is_turn) return broken(kPlacementInvalid, "a region cannot be deleted");
  if (place.region == Region::Sys && !permissions_.system) return needs_system("deleting from the system region");
  LW_TRY(check_system_text(place, "deleting a system block"));
  if (!is_editable(place)) {
    const Node& node = subtree.node(place.at);
    if (is_marker(node)) {
      LW_TRY(take_marker_away(place));
      return std::optional<std::string>();
    }
    Component marker;
    marker.node_type = "cb:redaction";
    marker.offset = 1;
    marker.attributes.push_back({"data_redacts", JsonValue(std::string(id))});
    LW_TRY_ASSIGN(std::string added, add_marker(place, marker, node.expiry()));
    return std::optional(std::move(added));
  }
  if (is_turn) {
    draft_.tree = without_ring(draft_.tree, place.ring);
  } else if (place.region == Region::Seq && subtree.node(place.at).node_class() == NodeClass::Core) {
    return broken(kPlacementInvalid, "a turn keeps its core");
  } else {
    draft_.tree = with_subtree(draft_.tree, place, subtree.without(place.at));
  }
  return std::optional<std::string>();
}

Result<std::vector<std::string>> Editor::remove_all(const std::vector<std::string>& ids) {
  if (ids.empty()) return broken(kNodeNotFound, "no node to delete", Code::NotFound);
  for (const std::string& id : ids) LW_TRY(find(id));
  std::vector<std::string> markers;
  std::set<std::string> done;
  for (const std::string& id : ids) {
    // A node below another one of the set may already be removed with it.
    if (!done.insert(id).second || !has(id)) continue;
    LW_TRY_ASSIGN(const std::optional<std::string> marker, remove(id));
    if (marker) markers.push_back(*marker);
  }
  return markers;
}

Result<void> Editor::take_away(std::string_view id) {
  LW_TRY_ASSIGN(const Place place, find(id));
  if (!is_sealed(place)) {
    LW_TRY(remove(id));
    return {};
  }
  if (place.at == 0 || is_core(place)) return sealed(node_at(draft_.tree, place));
  LW_TRY(check_system_text(place, "detaching a system block"));
  draft_.tree = with_subtree(draft_.tree, place, subtree_at(draft_.tree, place).without(place.at));
  return {};
}

// ---- pins ----

Result<void> Editor::add_pin(std::string_view id, const std::string& holder) {
  LW_TRY(find(id));
  LW_TRY(check_holder(holder));
  Pin pin{std::string(id), holder};
  Pins pins = draft_.tree.pins();
  const auto place = std::lower_bound(pins.begin(), pins.end(), pin);
  if (place != pins.end() && *place == pin) return {};
  pins.insert(place, std::move(pin));
  draft_.tree.set_pins(std::move(pins));
  return {};
}

Result<void> Editor::drop_pin(std::string_view id, const std::string& holder) {
  Pins pins = draft_.tree.pins();
  const auto place = std::lower_bound(pins.begin(), pins.end(), Pin{std::string(id), holder});
  if (place == pins.end() || place->id != id || place->holder != holder) {
    return not_held(id, holder, pins_of(pins, id));
  }
  pins.erase(place);
  draft_.tree.set_pins(std::move(pins));
  return {};
}

}  // namespace latewood::tree
