// Replacing blocks and removing markers.
#include <map>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "canon/json_writer.h"
#include "tree/edit/editor.h"
#include "tree/edit/marker.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"
#include "tree/node_pool.h"
#include "tree/placement.h"

namespace latewood::tree {
namespace {

// Merges the given attributes into those of a node by name; null removes one.
std::vector<JsonMember> merged(const Node& node, const std::vector<JsonMember>& given) {
  std::map<std::string, JsonValue> by_name;
  if (node.extra() != nullptr) {
    for (const JsonMember& attribute : node.extra()->attributes) by_name[attribute.key] = attribute.value;
  }
  for (const JsonMember& attribute : given) {
    by_name[attribute.key] = attribute.value;
    if (attribute.value.is_null()) by_name.erase(attribute.key);
  }
  std::vector<JsonMember> attributes;
  for (auto& [name, value] : by_name) attributes.push_back({name, std::move(value)});
  return attributes;
}

std::optional<std::string> text_of(Symbol symbol) { return symbol == nullptr ? std::nullopt : std::optional(*symbol); }

}  // namespace

Result<void> Editor::check_ttl(const std::optional<std::int64_t>& ttl) const {
  if (!ttl || (*ttl >= 0 && *ttl < kNever - static_cast<std::int64_t>(draft_.cycle()))) return {};
  return broken(kTtlInvalid, "ttl " + std::to_string(*ttl) + " is not a number of cycles");
}

Result<void> Editor::check_replacement(const Replacement& given) const {
  if (given.content) LW_TRY(check_json(*given.content));
  LW_TRY(check_attributes(given.attributes));
  for (const auto& text : {given.role, given.kind, given.node_type}) {
    if (text) LW_TRY(check_text(*text));
  }
  if (given.role) LW_TRY(check_role(*given.role));
  if (given.node_type) LW_TRY(check_block_type(*given.node_type));
  LW_TRY(check_ttl(given.ttl));
  if (given.ttl && given.persistent) return broken(kTtlInvalid, "a ttl is given, and that there is none");
  return {};
}

std::int64_t Editor::expiry_after(const Node& node, const Replacement& given) const {
  if (given.persistent) return kNever;
  return given.ttl ? static_cast<std::int64_t>(draft_.cycle()) + *given.ttl : node.expiry();
}

Result<std::string> Editor::replace_block(std::string_view id, const Replacement& given) {
  LW_TRY(check_replacement(given));
  LW_TRY_ASSIGN(const Place place, find(id));
  const Node& node = node_at(draft_.tree, place);
  if (node.node_class() == NodeClass::Core && is_sealed(place)) return sealed(node);
  if (node.node_class() != NodeClass::Block) return broken(kPlacementInvalid, "only blocks have content to replace");
  if (place.region != Region::Sys) LW_TRY(check_system_text(place, "changing a system block"));
  if (is_editable(place)) {
    LW_TRY(change_block(place, given));
    return std::string(id);
  }
  if (place.region == Region::Sys) return needs_system("changing a system block");
  return add_replacement(place, given);
}

// Refuses a change of role, type or content that makes a block system text without the capability (AUD-19).
Result<void> Editor::check_speaker(const NodeFields& fields, const std::optional<JsonValue>& content) const {
  Component component;
  component.node_type = fields.type;
  component.role = fields.role;
  component.kind = fields.kind;
  component.content = content;
  component.attributes = fields.attributes;
  if (permissions_.may_speak_for_system() || !speaks_for_system(component)) return {};
  return needs_system("text of the role system or developer");
}

Result<void> Editor::change_block(const Place& place, const Replacement& given) {
  const Node& node = node_at(draft_.tree, place);
  const std::string type = given.node_type.value_or(node.type());
  std::vector<JsonMember> attributes = merged(node, given.attributes);
  // With another type, the node may become a marker: then its names are checked again.
  LW_TRY(check_marked(type, type == node.type() ? given.attributes : attributes));
  NodeFields fields;
  fields.id = std::string(node.id());
  fields.type = type;
  fields.role = given.role ? given.role : text_of(node.role());
  fields.kind = given.kind ? given.kind : text_of(node.kind());
  const bool has_text = given.content && given.content->as_string() != nullptr;
  if (!fields.kind && has_text && !is_replacement(type, attributes)) fields.kind = "text";
  fields.provenance = text_of(node.provenance());
  if (node.extra() != nullptr) fields.key = node.extra()->key;
  if (node.extra() != nullptr) fields.removable = node.extra()->removable;
  fields.attributes = std::move(attributes);
  LW_TRY(check_speaker(fields, given.content));
  if (given.content) fields.content_json = canonical_json(*given.content);
  fields.offset = given.offset.value_or(node.offset());
  fields.expiry = expiry_after(node, given);
  fields.priority = given.priority.value_or(node.priority());
  fields.created_at_ns = node.created_at_ns();
  fields.cycle = node.cycle();
  fields.creation_index = node.creation_index();
  LW_TRY_ASSIGN(const Node* changed, around_.pool->with_fields(node, std::move(fields)));
  if (changed->offset() != node.offset()) return put_again(place, changed);
  placed_.emplace_back(changed, around_.turn_of(node.id()));
  draft_.tree = with_subtree(draft_.tree, place, subtree_at(draft_.tree, place).with_node(place.at, changed));
  return {};
}

// Moves the changed block to the place for its offset: in the core of its turn or head, or beside it.
Result<void> Editor::put_again(const Place& place, const Node* changed) {
  const Subtree& subtree = subtree_at(draft_.tree, place);
  const Subtree part = subtree.part(place.at).with_node(0, changed);
  Subtree::Index above = subtree.entries()[place.at].parent;
  if (subtree.node(above).node_class() == NodeClass::Core) above = subtree.entries()[above].parent;
  const std::string parent_id(subtree.node(above).id());
  draft_.tree = with_subtree(draft_.tree, place, subtree.without(place.at));
  LW_TRY_ASSIGN(const Parent parent, parent_for(parent_id, changed->offset()));
  LW_TRY(check_below(NodeClass::Block, changed->offset(), node_at(draft_.tree, parent.place)));
  put(parent.place, part);
  return {};
}

// The core is sealed, so the replacement of a core block is added after the core.
Result<std::string> Editor::add_replacement(const Place& place, const Replacement& given) {
  const Node& node = node_at(draft_.tree, place);
  Component marker;
  marker.node_type = given.node_type.value_or("cb:replacement");
  if (marker.node_type == "cb:redaction") {
    return broken(kPlacementInvalid, "a replacement cannot be of type cb:redaction; `delete` makes one");
  }
  marker.role = given.role ? given.role : text_of(node.role());
  marker.kind = given.kind ? given.kind : text_of(node.kind());
  marker.priority = given.priority.value_or(node.priority());
  marker.offset = given.offset.value_or(node.offset() == 0 ? 1 : node.offset());
  marker.content = given.content;
  for (const JsonMember& attribute : given.attributes) {
    if (!attribute.value.is_null()) marker.attributes.push_back(attribute);
  }
  marker.attributes.push_back({"data_replaces", JsonValue(std::string(node.id()))});
  if (marker.node_type != "cb:replacement") {
    marker.attributes.push_back({std::string(kMarkerAttribute), JsonValue(std::string(kReplacementMarker))});
  }
  LW_TRY(check_attributes(marker.attributes));
  return add_marker(place, marker, expiry_after(node, given));
}

// Removing a marker shows the hidden nodes again. For nodes of the system region this needs the system capability
// (D-27).
Result<void> Editor::take_marker_away(const Place& place) {
  const Node& marker = node_at(draft_.tree, place);
  if (is_core(place)) return sealed(marker);
  for (const std::string_view id : marked_by(marker)) {
    const auto named = find_place(draft_.tree, id, around_);
    if (permissions_.system || !named || named->region != Region::Sys) continue;
    return needs_system("taking away the marker of a system block");
  }
  draft_.tree = with_subtree(draft_.tree, place, subtree_at(draft_.tree, place).without(place.at));
  return {};
}

}  // namespace latewood::tree
