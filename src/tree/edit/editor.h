// The mutations of the specification, on a working state: insert, replace, move, delete,
// and pins. Each checks every rule before it changes anything; a sequence of them on one
// editor is kept or dropped as a whole by keeping or dropping the editor's draft.
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

namespace latewood::tree {

// The capabilities of the caller of a mutation, and the rule for conflicts of keys.
struct Permissions {
  bool system = false;  // writes to `^sys`, and what the system says elsewhere
  bool demote = false;  // move prior instances of a key deeper instead of refusing (D-26)
  std::string actor;    // the provenance of nodes that name none; empty: none
  // The edits were let in before and are made again on the same head: whether they may touch what the system says in
  // turns is not asked a second time, since edits of older journals were never asked.
  bool made_before = false;

  bool may_speak_for_system() const { return system || made_before; }
};

// Refuses what could not be read back: text that is not UTF-8, numbers that are not finite, nesting past the limit.
Result<void> check_writable(const Component& component);
// Refuses names and values that no attribute has, and a name that is given twice.
Result<void> check_attributes(const std::vector<JsonMember>& attributes);

class Editor {
 public:
  // Calls that succeed are added to `calls`, if there is one, which must outlive the editor.
  Editor(Draft draft, Surroundings around, const Permissions& permissions, std::vector<MadeEdit>* calls = nullptr);
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  // At a depth: < 0 into `^sys`, 0 into the active head, k > 0 as a new turn at depth k. A block that does not say
  // whether it is removable is so if the policy makes it so, and the call is recorded with the flag.
  Result<std::string> insert(const Component& component, std::int64_t depth);
  // Below a node, also of a sealed turn as pre- or post-context.
  Result<std::string> insert_under(const Component& component, std::string_view parent);

  // Replaces the given members of the node. Attributes are replaced by name: absent ones stay, null removes one. A node
  // of this cycle, of the active head or of `^sys` keeps its id. In a sealed turn the node stays and a `cb:replacement`
  // is added, whose id is returned (D-25, R-12).
  Result<std::string> replace(std::string_view id, const Replacement& replacement);

  // A node of this cycle or of the active head goes; in a sealed turn it stays and a
  // `cb:redaction` is added, whose id is returned. A redaction marker hides nothing from
  // the structural rendering. A marker itself goes.
  Result<std::optional<std::string>> delete_node(std::string_view id);

  // Deletes a set of nodes. Some may be below other nodes of the set. Returns the ids of the markers.
  Result<std::vector<std::string>> delete_nodes(const std::vector<std::string>& ids);

  // Takes a node that is not in the core out of a sealed turn (D-21).
  Result<void> detach(std::string_view id);

  // Moves nodes to a depth. What was in a snapshot gets new ids (D-10); what comes into
  // history is sealed at once (D-24). A block with markers moves only together with them, and
  // then they name its new id.
  Result<std::vector<std::string>> move(const std::vector<std::string>& ids, std::int64_t depth);

  // Another parent for a node that no snapshot has seen.
  Result<void> reparent(std::string_view id, std::string_view parent);

  // The holder is a name; nothing: the actor.
  Result<void> pin(std::string_view id, const std::optional<std::string>& holder = {});
  Result<void> unpin(std::string_view id, const std::optional<std::string>& holder = {});

  // Whether the node is in the tree as it is now; not for the frame, which no mutation reaches.
  bool has(std::string_view id) const { return find_place(draft_.tree, id, around_).has_value(); }
  // The ids under which a node that was here at first is to be found now, if it is still there: of
  // a turn or core that moved those of its blocks.
  std::vector<std::string> ids_now(std::string_view id) const;
  // Old ids of moved nodes, with their new ids.
  using Renamed = std::map<std::string, std::vector<std::string>, std::less<>>;
  const Renamed& renamed() const { return renamed_; }

  const Draft& draft() const { return draft_; }

  // Nodes made or moved here, with the turn they are in; null: not in a turn.
  const std::vector<std::pair<const Node*, const Node*>>& placed() const { return placed_; }

 private:
  // A parent to be, and the depth its children are at: -1 in `^sys`, 0 in the head.
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

  // Where nodes with keys come to, and where older instances of the keys go from there.
  struct Arrival {
    std::int64_t depth = 0;
    std::int64_t demoted_to = 0;
  };

  // The component with the flag that the policy gives it; nothing if it gives none.
  std::optional<Component> born_removable(const Component& component) const;
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

  // Replacing and taking markers away; editor_replace.cc.
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
  Surroundings around_;  // the given ones, and what this editor placed
  const Permissions permissions_;
  std::vector<MadeEdit>* const calls_;
  std::optional<std::string> claimed_;  // the id of a component on its way into the tree
  std::vector<std::pair<const Node*, const Node*>> placed_;
  Renamed renamed_;
};

}  // namespace latewood::tree
