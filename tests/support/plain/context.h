// The whole engine, short and slow: a flat map of nodes, everything found by looking at all
// of them, every snapshot a full copy. It shares no code with the tree, the lifecycle or the
// engine, and random calls on both must agree.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/context.h"

namespace latewood::test {

using Ids = std::vector<std::string>;

// `shown.parent_id` says where it hangs; nothing while it is being moved. Its ttl, ISO time
// and content hash are filled in when it is shown.
struct PlainNode {
  NodeView shown;
  std::optional<std::int64_t> expiry;  // the cycle whose commit removes it
};

struct PlainState {
  std::map<std::string, PlainNode> nodes;
  std::set<Pin> pins;
  std::uint64_t cycle = 1;  // of the commit to come
  std::int64_t last_stamp = 3;
  std::uint64_t next_index = 0;
  std::optional<CommitId> parent;  // the last commit: part of derived ids
  std::set<std::string> used;      // ids that some snapshot of this history has
  std::set<std::string> issued;    // ids of this cycle, also of nodes that are gone again
  std::set<std::string> moved;     // what moves of this cycle put into history: sealed at once (D-24)
};

struct PlainSnapshot {
  CommitReport report;  // without state root and patch digest
  std::vector<NodeView> nodes;
  Ids turns;
  Ids pins;
  PlainState after;  // what the next cycle starts from
};

// of that type, or it says that it is one.
bool is_replacement(const NodeView& node);
// D-25: the ids that a redaction or replacement names.
Ids named_by(const NodeView& node);

// AUD-19: whether a block that shows this speaks for the system.
bool speaks_for_system(const NodeView& node);
// AUD-14: whether an id has a form that the engine issues itself.
bool is_reserved_id(const std::string& id);

// Thrown inside the model; what was done until then is taken back.
struct Refused {
  std::string rule;
};

class PlainContext {
 public:
  // Of the options all but the clock: the model counts as the logical clock does.
  explicit PlainContext(const ContextOptions& options);

  void set_system(bool granted) { system_ = granted; }

  // As in `Context`. Each returns the ids it made or moved.
  Result<Ids> insert(const Component& component, std::int64_t depth);
  Result<Ids> insert_under(const Component& component, const std::string& parent);
  Result<Ids> replace(const std::string& id, const Replacement& replacement);
  Result<Ids> delete_nodes(const Ids& ids);
  Result<Ids> detach(const std::string& id);
  Result<Ids> move(const Ids& ids, std::int64_t depth);
  Result<Ids> reparent(const std::string& id, const std::string& parent);
  Result<Ids> pin(const std::string& id, const std::optional<std::string>& holder);
  Result<Ids> unpin(const std::string& id, const std::optional<std::string>& holder);

  std::vector<NodeView> working() const { return shown_nodes(); }
  Ids working_ids() const { return document(); }
  Ids working_pins() const;
  std::vector<Pin> working_pin_holders() const { return {now_.pins.begin(), now_.pins.end()}; }
  bool is_block(const std::string& id) const;
  std::size_t turn_count() const { return children("seq").size(); }
  Result<void> reset();
  Result<void> set_policy(const std::optional<PrunePolicy>& policy);

  // `id` is what the engine calls this commit; the model hashes no states.
  const PlainSnapshot& commit(const CommitId& id, const CommitOptions& options = {});
  // what a commit with these options is refused for; empty: nothing.
  std::string refusal_of(const CommitOptions& options) const;
  // AUD-14, AUD-19: what an attempt that ends with this reply is refused for; empty: nothing.
  std::string refusal_of(const std::vector<Component>& reply) const;
  // D-12: what the reply of an attempt does to the cycle after a commit. Refused, there must be no commit.
  Result<Ids> commit_with_reply(const CommitId& id, const std::vector<Component>& reply,
                                const CommitOptions& options = {});

  std::uint64_t cycle() const { return now_.cycle - 1; }
  const PlainSnapshot& at(std::uint64_t cycle) const { return history_[cycle - 1]; }
  PlainContext fork(std::uint64_t cycle) const;

 private:
  template <class Change>
  Result<Ids> all_or_nothing(Change change);

  // AUD-19: what the system says, and the markers of it.
  std::vector<NodeView> said_by_system() const;

  // Looking.
  const NodeView& node(const std::string& id) const { return now_.nodes.at(id).shown; }
  PlainNode& changeable(const std::string& id) { return now_.nodes.at(id); }
  Ids children(const std::string& id) const;
  Ids subtree(const std::string& id) const;
  Ids document() const { return subtree("root"); }
  bool is_in_tree(const std::string& id) const;
  bool is_within(const std::string& id, const std::string& ancestor) const;
  bool is_fresh(const std::string& id) const { return node(id).cycle == now_.cycle; }
  bool is_in_core(const std::string& id) const;
  bool is_sealed(const std::string& id) const;
  bool is_taken(const std::string& id) const;
  void find(const std::string& id) const;
  std::string top_of(const std::string& id) const;
  std::optional<std::string> core_of(const std::string& top) const;
  std::int64_t depth_of(const std::string& id) const;
  std::vector<NodeView> shown_nodes() const;

  // Making.
  std::string free_id(const std::string& base) const;
  std::string derived_id(std::uint64_t index, const std::optional<JsonValue>& content) const;
  void stamp(NodeView& made);
  void put_new(PlainNode made);
  std::string make_container(const std::string& type, const std::string& base_id, const std::string& parent);
  std::string make_block(const Component& component, const std::string& parent);
  void check_depth(std::int64_t depth) const;
  std::string make_turn(std::int64_t depth);
  std::string head_core();

  // Changing.
  Component marked_by_policy(const Component& component) const;
  Ids marked_ids(const std::string& type, const std::vector<JsonMember>& attributes) const;
  void check_marked(const std::string& type, const std::vector<JsonMember>& attributes) const;
  void check_own_id(const Component& component) const;
  bool holds_system_text(const std::string& id) const;
  void check_system_text(const std::string& id) const;
  void claim(const Component& component);
  std::string resolved_parent(const std::string& parent, std::int64_t offset);
  void make_way(const std::optional<std::string>& key, std::int64_t depth, std::int64_t demoted_to);
  void make_way_for_all(const Ids& parts, std::int64_t depth, std::int64_t demoted_to);
  std::string insert_below(const Component& component, const std::string& parent);
  std::string add_marker(const std::string& id, const Component& marker, const std::optional<std::int64_t>& expiry);
  std::optional<std::int64_t> expiry_after(const std::string& id, const Replacement& given) const;
  void change_block(const std::string& id, const Replacement& given);
  void erase(const std::string& id);
  std::optional<std::string> delete_one(const std::string& id);
  using Renamed = std::map<std::string, Ids>;  // old id, new ids
  Ids take_out(const std::string& id, Renamed& renamed);
  void renewed(const std::string& part, Renamed& renamed);
  Ids topmost(const Ids& ids) const;
  Ids markers_of(const std::string& id) const;
  void check_markers(const Ids& tops) const;
  void rename_marked(const Ids& parts, const Renamed& renamed);
  Ids move_all(const Ids& ids, std::int64_t depth);
  void put_at_depth(const Ids& parts, std::int64_t depth);

  // Committing.
  bool is_held(const std::string& id, const std::set<std::string>& leaving) const;
  bool is_any_held(const std::string& top, const std::set<std::string>& leaving) const;
  void take_along(CommitReport& report, Ids emptied);
  void count_blocks(std::int64_t& nodes, std::int64_t& bytes) const;
  void depart(CommitReport& report, const std::string& id, Cause cause);
  void report_deleted(CommitReport& report) const;
  void expire(CommitReport& report);
  void cascade(CommitReport& report, const Ids& emptied);
  void prune(CommitReport& report);
  void seal(CommitReport& report, const CommitOptions& options);

  friend class PlainPruning;

  bool system_;
  bool demotes_;
  std::string actor_;
  std::shared_ptr<TokenCounter> tokens_;
  std::optional<PrunePolicy> policy_;
  PlainState start_;  // before the first commit
  PlainState now_;
  std::vector<PlainSnapshot> history_;
};

template <class Change>
Result<Ids> PlainContext::all_or_nothing(Change change) {
  const PlainState before = now_;
  try {
    return change();
  } catch (const Refused& refused) {
    now_ = before;
    return Error{Code::InvalidArgument, "refused by the model", refused.rule, {}};
  }
}

}  // namespace latewood::test
