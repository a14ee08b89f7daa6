// The edits of the specification, on a working state: insert, replace, move, delete, pin and unpin. Each checks every
// rule before it changes anything. Keep or drop a sequence of edits by keeping or dropping the editor's draft.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/node.h"
#include "latewood/result.h"
#include "tree/edit/draft.h"
#include "tree/edit/edit.h"
#include "tree/edit/permissions.h"

namespace latewood::tree {

struct NodeFields;

// Refuses values that could not be decoded again: text that is not UTF-8, infinite numbers, too deep nesting.
Result<void> check_writable(const Component& component);
// Refuses invalid names and values of attributes, and duplicate names.
Result<void> check_attributes(const std::vector<JsonMember>& attributes);

class Editor {
 public:
  // Appends successful calls to `calls` unless it is null. `calls` must outlive the editor.
  Editor(Draft draft, Surroundings around, const Permissions& permissions, std::vector<MadeEdit>* calls = nullptr);
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  // Inserts at a depth: < 0 into `^sys`, 0 into the active head, k > 0 as a new turn at depth k. If the component has
  // no `removable` member, the policy decides, and the call is recorded with the decision.
  Result<std::string> insert(const Component& component, std::int64_t depth);
  // Inserts below a node. In a sealed turn the new block becomes pre- or post-context.
  Result<std::string> insert_under(const Component& component, std::string_view parent);

  // Replaces the given members of the node. Attributes are replaced by name: absent ones stay, null removes one. A node
  // of this cycle, of the active head or of `^sys` keeps its id. In a sealed turn the node stays and a `cb:replacement`
  // is added, whose id is returned (D-25, R-12).
  Result<std::string> replace(std::string_view id, const Replacement& replacement);

  // Removes a node of this cycle or of the active head. A node of a sealed turn stays, and a `cb:redaction` is added,
  // whose id is returned; the structural view still shows the node. A marker is removed even from a sealed turn.
  Result<std::optional<std::string>> delete_node(std::string_view id);

  // Deletes a set of nodes. Some may be below other nodes of the set. Returns the ids of the markers.
  Result<std::vector<std::string>> delete_nodes(const std::vector<std::string>& ids);

  // Removes a node outside the core from a sealed turn (D-21).
  Result<void> detach(std::string_view id);

  // Moves nodes to a depth. Nodes that a snapshot has get new ids (D-10); nodes moved into a turn are sealed at once
  // (D-24). A block with markers can be moved only together with them, and they then name its new id.
  Result<std::vector<std::string>> move(const std::vector<std::string>& ids, std::int64_t depth);

  // Gives a node that is in no snapshot another parent.
  Result<void> reparent(std::string_view id, std::string_view parent);

  // `holder` is a name; default: the actor.
  Result<void> pin(std::string_view id, const std::optional<std::string>& holder = {});
  Result<void> unpin(std::string_view id, const std::optional<std::string>& holder = {});

  // Returns true if the tree has the node now. False for nodes of the frame, which no edit changes.
  bool has(std::string_view id) const { return find_place(draft_.tree, id, around_).has_value(); }
  // The current ids of a node that the tree had at the start; empty if it was removed. For a turn or core that was
  // moved: the ids of its blocks.
  std::vector<std::string> ids_now(std::string_view id) const;
  // Old ids of moved nodes, with their new ids.
  using Renamed = std::map<std::string, std::vector<std::string>, std::less<>>;
  const Renamed& renamed() const { return renamed_; }

  const Draft& draft() const { return draft_; }

  // The nodes that this editor made or moved, each with its turn; null: not in a turn.
  const std::vector<std::pair<const Node*, const Node*>>& placed() const { return placed_; }

 private:
  // The parent of a new node, and the depth of its children: -1 in `^sys`, 0 in the head.
  struct Parent {
    Place place;
    std::int64_t depth = 0;
  };

  // The implementations of the calls, in editor_calls.cc.
  template <class Call, class Describe>
  auto recorded(Call call, Describe describe);
  Result<std::string> insert_at(const Component& component, std::int64_t depth);
  Result<std::string> insert_below(const Component& component, std::string_view parent);
  Result<std::string> replace_block(std::string_view id, const Replacement& replacement);
  Result<std::optional<std::string>> remove(std::string_view id);
  Result<std::vector<std::string>> remove_all(const std::vector<std::string>& ids);
  Result<void> take_away(std::string_view id);
  Result<std::vector<std::string>> move_all(const std::vector<std::string>& ids, std::int64_t depth);
  Result<void> hang_below(std::string_view id, std::string_view parent);
  Result<void> add_pin(std::string_view id, const std::string& holder);
  Result<void> drop_pin(std::string_view id, const std::string& holder);

  Result<Place> find(std::string_view id) const;
  std::int64_t depth_of(const Place& place) const;
  bool is_fresh(const Place& place) const;
  bool is_sealed(const Place& place) const;
  bool is_editable(const Place& place) const;
  bool is_core(const Place& place) const;

  // The depth at which nodes with keys are placed, and the depth to which older instances of the keys are demoted.
  struct Arrival {
    std::int64_t depth = 0;
    std::int64_t demoted_to = 0;
  };

  std::optional<Component> made_by_policy(const Component& component) const;
  std::int64_t ttl_to_align(const std::optional<std::int64_t>& ttl) const;
  Result<void> check_component(const Component& component);
  std::vector<std::string> overlapping(const std::string& key, std::int64_t depth) const;
  Result<void> make_way(const std::optional<std::string>& key, const Arrival& arrival);
  Result<void> make_way(const std::vector<Subtree>& parts, const Arrival& arrival);
  Result<Place> find_again(const std::string& parent, std::int64_t depth) const;
  Result<Parent> parent_for(std::string_view id, std::int64_t offset);
  Result<Parent> parent_in_turn(const Place& place, std::int64_t offset) const;
  Parent core_of_head();
  Result<void> check_below(NodeClass child, std::int64_t offset, const Node& parent) const;
  Result<const Node*> make_node(const Component& component, std::optional<std::int64_t> expiry = {});
  const Node* make_container(const std::string& type, const std::string& base_id, const Stamp& stamp);
  Result<std::string> insert_into(const Component& component, const Parent& parent);
  void put(const Place& parent, const Subtree& child);
  void note_placed(const Subtree& subtree, const Node* turn);

  Result<void> check_depth(std::int64_t depth) const;
  Result<Stamp> stamp_for_depth(std::int64_t depth);
  Result<Subtree> new_turn(std::int64_t depth);
  Result<std::string> splice(const Component& component, std::int64_t depth);
  Result<std::string> add_marker(const Place& place, const Component& marker, std::int64_t expiry);

  // Replacing blocks and removing markers: editor_replace.cc.
  Result<void> check_ttl(const std::optional<std::int64_t>& ttl) const;
  Result<void> check_replacement(const Replacement& given) const;
  std::int64_t expiry_after(const Node& node, const Replacement& given) const;
  Result<void> check_speaker(const NodeFields& fields, const std::optional<JsonValue>& content) const;
  Result<void> change_block(const Place& place, const Replacement& given);
  Result<void> put_again(const Place& place, const Node* changed);
  Result<std::string> add_replacement(const Place& place, const Replacement& given);
  Result<void> take_marker_away(const Place& place);

  Result<std::vector<std::string>> topmost(const std::vector<std::string>& ids) const;
  Result<std::vector<Subtree>> take_out(std::string_view id);
  Subtree renewed(const Subtree& blocks);
  void note_renamed(const Subtree& turn, const std::vector<Subtree>& blocks, const std::vector<Subtree>& moved);
  Result<void> put_at_depth(const std::vector<Subtree>& parts, std::int64_t depth);
  void put_into_turn(Subtree& turn, const Subtree& part) const;

  std::vector<Place> markers_of(std::string_view id) const;
  Result<void> check_marked(std::string_view type, const std::vector<JsonMember>& attributes) const;
  bool marks_system_text(const Node& node) const;
  Result<void> check_system_text(const Place& place, std::string_view doing) const;
  Result<void> check_not_redacted_above(const Place& place) const;
  Result<void> check_markers(const std::vector<std::string>& tops) const;
  Result<void> rename_marked(std::vector<Subtree>& parts);

  Draft draft_;
  const Surroundings given_;
  Surroundings around_;  // the given ones, extended by the nodes that this editor placed
  const Permissions permissions_;
  std::vector<MadeEdit>* const calls_;
  std::optional<std::string> claimed_;  // the id of the component that is being inserted
  std::vector<std::pair<const Node*, const Node*>> placed_;
  Renamed renamed_;
};

}  // namespace latewood::tree
