#include "operations/history/moment_nodes.h"

#include <string_view>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/node_facts.h"
#include "latewood/working_diff.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {
namespace {

Result<MomentNodes> tree_of(const Snapshot& snapshot) {
  LW_TRY_ASSIGN(std::vector<NodeView> nodes, snapshot.nodes());
  const std::vector<std::string> pins = snapshot.pins();
  return MomentNodes{std::move(nodes), {pins.begin(), pins.end()}, {}, snapshot.commit_id().hex(), snapshot.cycle()};
}

Result<MomentNodes> tree_of_working(const Context& context, const Diff& edits) {
  LW_TRY_ASSIGN(std::vector<NodeView> nodes, context.working());
  const std::vector<std::string> pins = context.working_pins();
  MomentNodes tree{std::move(nodes),
                   {pins.begin(), pins.end()},
                   {edits.added.begin(), edits.added.end()},
                   std::string(kWorkingMoment),
                   context.cycle() + 1};
  for (const NodeChange& change : edits.changed) tree.uncommitted.insert(change.id);
  return tree;
}

// The working state if it has edits or is asked for, otherwise the newest snapshot.
Result<MomentNodes> newest_tree(const ReadHistory& history, bool asks_working) {
  const auto lock = history.lock_edits();
  const Context& context = history.context();
  LW_TRY_ASSIGN(const Diff edits, working_diff(context));
  const auto latest = context.latest();
  const bool is_edited = !is_empty(edits) || !pin_edits(context).is_empty();
  if (!latest || asks_working || is_edited) return tree_of_working(context, edits);
  return tree_of(*latest);
}

// The nodes without the turns that are older than the newest ones.
std::set<std::string_view> ids_of_older_turns(const std::vector<NodeView>& nodes,
                                              const std::vector<std::uint64_t>& depths, std::uint64_t turns) {
  std::set<std::string_view> dropped;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool is_below = nodes[i].parent_id && dropped.contains(*nodes[i].parent_id);
    if (depths[i] > turns || is_below) dropped.insert(nodes[i].id);
  }
  return dropped;
}

}  // namespace

std::vector<Member> moment_nodes_members() {
  return joined(
      {history_members(),
       {moment_member("the working state if it has edits, else @t0"),
        optional("working", boolean("the working state, even without edits; not together with moment; default: false")),
        optional("turns", integer("^sys, ^ah and this many of the newest turns; default: all", 1))},
       page_members()});
}

std::vector<Member> moment_nodes_result_members() {
  return {required("commit_id", nullable(commit_id("of the snapshot; null: the working state"))),
          required("cycle", count("of the snapshot; of the working state: that of the next commit")), next_member()};
}

Result<MomentNodes> find_nodes(const ReadHistory& history, const Arguments& arguments,
                               const std::optional<Cursor>& cursor) {
  const std::string moment = arguments.text("moment");
  const bool asks_working = arguments.flag("working");
  if (asks_working && !moment.empty()) {
    return broken(kArgumentInvalid, "/working: it is not given together with 'moment'");
  }
  const bool goes_on_working = cursor && cursor->moment == kWorkingMoment;
  if (goes_on_working) return newest_tree(history, true);
  if (moment.empty() && !cursor) return newest_tree(history, asks_working);
  LW_TRY_ASSIGN(const Snapshot snapshot, moment_of_page(history, moment, cursor));
  return tree_of(snapshot);
}

Result<std::string> page_of_nodes(const MomentNodes& found, const Arguments& arguments,
                                  const std::optional<Cursor>& cursor, NodeLine line_of) {
  const auto depths = turn_depths(found.nodes);
  const auto older =
      ids_of_older_turns(found.nodes, depths, static_cast<std::uint64_t>(arguments.integer("turns", INT64_MAX)));
  const std::uint64_t limit = page_limit(arguments);
  const bool is_working = found.moment == kWorkingMoment;
  bool has_started = !cursor;
  JsonValue::Array lines;
  std::vector<JsonMember> members = {{"commit_id", is_working ? JsonValue() : JsonValue(found.moment)},
                                     {"cycle", json_of(found.cycle)}};
  for (std::size_t i = 0; i < found.nodes.size(); ++i) {
    const NodeView& node = found.nodes[i];
    if (cursor && node.id == cursor->position) has_started = true;
    if (!has_started || older.contains(node.id)) continue;
    if (lines.size() == limit) {
      members.push_back({"next", text_of(Cursor{found.moment, node.id})});
      break;
    }
    lines.push_back(line_of(found, node, depths[i]));
  }
  if (!has_started) return foreign_cursor();
  members.push_back({"nodes", std::move(lines)});
  return json_text_of(make_object(std::move(members)));
}

}  // namespace latewood::operations
