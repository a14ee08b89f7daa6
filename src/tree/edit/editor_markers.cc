// Markers and moves. A moved block gets a new id, so a marked block can be moved only together with its markers, which
// then name the new id. Otherwise a redacted text would be sent again (D-25).
#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "tree/edit/editor.h"
#include "tree/edit/marker.h"
#include "tree/edit/refusal.h"
#include "tree/edit/system_text.h"
#include "tree/node_pool.h"

namespace latewood::tree {
namespace {

Error left_behind(const Node& node, const Node& marker) {
  return broken(kSealedImmutable, "'" + std::string(node.id()) + "' moves only together with its marker '" +
                                      std::string(marker.id()) + "'");
}

Error redacted(const Node& node, const Node& marker) {
  return broken(kSealedImmutable, "what is below '" + std::string(node.id()) + "' stays there: '" +
                                      std::string(marker.id()) + "' redacts it");
}

// The ids that a marker names are part of its content_hash, which cannot be computed without its content. So a marker
// with purged content gets the text "[purged]" as its new content.
Result<const Node*> with_names(const Node& marker, std::vector<JsonMember> attributes, NodePool& pool) {
  const bool is_purged = marker.payload() != nullptr && marker.payload()->is_purged();
  return is_purged ? pool.with_content(marker, kPurgedJson, std::move(attributes))
                   : pool.with_attributes(marker, std::move(attributes));
}

bool is_within(const Tree& tree, const Place& place, const Place& top) {
  return place.region == top.region && place.ring == top.ring && subtree_at(tree, top).is_within(place.at, top.at);
}

}  // namespace

// The markers in the tree that name this id.
std::vector<Place> Editor::markers_of(std::string_view id) const {
  std::vector<Place> places;
  for (const std::string& hint : around_.markers_of(id)) {
    const auto place = find_place(draft_.tree, hint, around_);
    if (!place) continue;
    const std::vector<std::string_view> named = marked_by(node_at(draft_.tree, *place));
    if (std::find(named.begin(), named.end(), id) != named.end()) places.push_back(*place);
  }
  return places;
}

// Markers of system text need the system capability (D-27, AUD-19). A marker also applies to a node that gets the named
// id later, so without the capability a marker must name existing nodes. Exception: a marker that is not a redaction
// may name a node that has left, since its id is never used again.
Result<void> Editor::check_marked(std::string_view type, const std::vector<JsonMember>& attributes) const {
  if (permissions_.system) return {};
  for (const std::string_view id : ids_to_mark(type, attributes)) {
    const auto place = find_place(draft_.tree, id, around_);
    if (place && place->region == Region::Sys) return needs_system("marking a system block");
    if (place && place->region != Region::Frame) LW_TRY(check_system_text(*place, "marking a system block"));
    const bool may_come = !permissions_.made_before && !around_.is_taken(id);
    if (!place && (type == "cb:redaction" || may_come)) return not_found(id);
  }
  return {};
}

// Returns true if the node is a marker that hides, replaces or covers system text.
bool Editor::marks_system_text(const Node& node) const {
  if (node.extra() == nullptr) return false;
  const std::vector<std::string_view> named = ids_to_mark(node.type(), node.extra()->attributes);
  return std::any_of(named.begin(), named.end(), [this](std::string_view id) {
    const auto place = find_place(draft_.tree, id, around_);
    if (!place || place->region == Region::Frame) return false;
    return place->region == Region::Sys || holds_system_text(subtree_at(draft_.tree, *place), place->at);
  });
}

// Refuses a change of system text in a turn or in the head, or of a node above such text. A marker of such text counts
// as system text too, because it changes what a vendor reads.
Result<void> Editor::check_system_text(const Place& place, std::string_view doing) const {
  if (permissions_.may_speak_for_system()) return {};
  const Subtree& subtree = subtree_at(draft_.tree, place);
  bool is_system = holds_system_text(subtree, place.at);
  for (Subtree::Index at = place.at; at < subtree.next(place.at) && !is_system; ++at) {
    is_system = marks_system_text(subtree.node(at));
  }
  return is_system ? Result<void>(needs_system(doing)) : Result<void>();
}

// A redaction also covers the nodes below the node it names. Refuses to move such a node out.
Result<void> Editor::check_not_redacted_above(const Place& place) const {
  for (auto above = parent_of(draft_.tree, place); above && above->region != Region::Frame;
       above = parent_of(draft_.tree, *above)) {
    const Node& node = node_at(draft_.tree, *above);
    for (const Place& marker : markers_of(node.id())) {
      const Node& found = node_at(draft_.tree, marker);
      if (found.type() == "cb:redaction") return redacted(node, found);
    }
  }
  return {};
}

// Checks the markers of nodes that would be moved together. No node in `tops` may be below another one.
Result<void> Editor::check_markers(const std::vector<std::string>& tops) const {
  std::vector<Place> leaving;
  for (const std::string& id : tops) leaving.push_back(*find_place(draft_.tree, id, around_));
  const auto is_leaving = [&](const Place& place) {
    return std::any_of(leaving.begin(), leaving.end(),
                       [&](const Place& top) { return is_within(draft_.tree, place, top); });
  };
  for (const Place& top : leaving) {
    LW_TRY(check_not_redacted_above(top));
    const bool keeps_ids = is_fresh(top) || top.region == Region::Ah;
    const Subtree& subtree = subtree_at(draft_.tree, top);
    for (Subtree::Index at = top.at; at < subtree.next(top.at); ++at) {
      const Node& node = subtree.node(at);
      // Blocks of this cycle keep their ids. A turn or core is replaced by a new one.
      if (keeps_ids && node.node_class() == NodeClass::Block) continue;
      for (const Place& marker : markers_of(node.id())) {
        if (!is_leaving(marker)) return left_behind(node, node_at(draft_.tree, marker));
      }
    }
  }
  return {};
}

std::vector<std::string> Editor::ids_now(std::string_view id) const {
  const auto renamed = renamed_.find(id);
  return renamed == renamed_.end() ? std::vector<std::string>{std::string(id)} : renamed->second;
}

// A marker of a whole turn names its blocks, but not itself.
Result<void> Editor::rename_marked(std::vector<Subtree>& parts) {
  for (Subtree& part : parts) {
    for (Subtree::Index at = 0; at < part.entries().size(); ++at) {
      const Node& node = part.node(at);
      const std::vector<std::string_view> named = marked_by(node);
      const bool is_renamed =
          std::any_of(named.begin(), named.end(), [this](std::string_view id) { return renamed_.contains(id); });
      if (!is_renamed) continue;
      const auto others_now = [&](std::string_view id) {
        std::vector<std::string> ids = ids_now(id);
        std::erase(ids, node.id());
        return ids;
      };
      LW_TRY_ASSIGN(const Node* changed, with_names(node, renamed_attributes(node, others_now), *around_.pool));
      part = part.with_node(at, changed);
    }
  }
  return {};
}

}  // namespace latewood::tree
