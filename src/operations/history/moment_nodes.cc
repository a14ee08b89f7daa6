#include "operations/history/moment_nodes.h"

#include <string_view>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/tokens.h"
#include "latewood/working_diff.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {
namespace {

NodeRunOptions run_options(const Arguments& arguments, const std::optional<Cursor>& cursor) {
  NodeRunOptions options;
  if (cursor) options.start = cursor->position;
  options.limit = page_limit(arguments);
  options.turns = static_cast<std::uint64_t>(arguments.integer("turns", INT64_MAX));
  return options;
}

Result<MomentNodes> tree_of(const Snapshot& snapshot, const NodeRunOptions& options) {
  LW_TRY_ASSIGN(std::optional<NodeRun> run, node_run(snapshot, options));
  if (!run) return foreign_cursor();
  const std::vector<std::string> pins = snapshot.pins();
  return MomentNodes{*std::move(run), {pins.begin(), pins.end()}, {}, snapshot.commit_id().hex(), snapshot.cycle()};
}

Result<MomentNodes> tree_of_working(const Context& context, const Diff& edits, const NodeRunOptions& options) {
  LW_TRY_ASSIGN(std::optional<NodeRun> run, working_run(context, options));
  if (!run) return foreign_cursor();
  const std::vector<std::string> pins = context.working_pins();
  MomentNodes tree{*std::move(run),
                   {pins.begin(), pins.end()},
                   {edits.added.begin(), edits.added.end()},
                   std::string(kWorkingMoment),
                   context.cycle() + 1};
  for (const NodeChange& change : edits.changed) tree.uncommitted.insert(change.id);
  return tree;
}

// The working state if it has edits or is asked for, otherwise the newest snapshot.
Result<MomentNodes> newest_tree(const ReadHistory& history, bool asks_working, const NodeRunOptions& options) {
  const auto lock = history.lock_edits();
  const Context& context = history.context();
  LW_TRY_ASSIGN(const Diff edits, working_diff(context));
  const auto latest = context.latest();
  const bool is_edited = !is_empty(edits) || !pin_edits(context).is_empty();
  if (!latest || asks_working || is_edited) return tree_of_working(context, edits, options);
  return tree_of(*latest, options);
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
          required("counter", text("of the tokens")),
          required("cycle", count("of the snapshot; of the working state: that of the next commit")),
          required("kind", text("of the tokens: exact with the encoding, or estimated with the rule")), next_member()};
}

Result<MomentNodes> find_nodes(const ReadHistory& history, const Arguments& arguments,
                               const std::optional<Cursor>& cursor) {
  const std::string moment = arguments.text("moment");
  const bool asks_working = arguments.flag("working");
  if (asks_working && !moment.empty()) {
    return broken(kArgumentInvalid, "/working: it is not given together with 'moment'");
  }
  const bool goes_on_working = cursor && cursor->moment == kWorkingMoment;
  const NodeRunOptions options = run_options(arguments, cursor);
  if (goes_on_working) return newest_tree(history, true, options);
  if (moment.empty() && !cursor) return newest_tree(history, asks_working, options);
  LW_TRY_ASSIGN(const Snapshot snapshot, moment_of_page(history, moment, cursor));
  return tree_of(snapshot, options);
}

std::string page_of_nodes(const MomentNodes& found, NodeLine line_of) {
  const bool is_working = found.moment == kWorkingMoment;
  JsonValue::Array lines;
  for (std::size_t i = 0; i < found.run.nodes.size(); ++i) {
    lines.push_back(line_of(found, found.run.nodes[i], found.run.depths[i]));
  }
  std::vector<JsonMember> members = {{"commit_id", is_working ? JsonValue() : JsonValue(found.moment)},
                                     {"counter", std::string(found.counter->name())},
                                     {"cycle", json_of(found.cycle)},
                                     {"kind", count_kind(found.counter->name())},
                                     {"nodes", std::move(lines)}};
  if (found.run.next) members.push_back({"next", text_of(Cursor{found.moment, *found.run.next})});
  return json_text_of(make_object(std::move(members)));
}

}  // namespace latewood::operations
