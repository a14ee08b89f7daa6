// `select` and `explain`: parses the selector, resolves its moments to snapshots, and runs the matcher or the range
// diff.
#include "latewood/query.h"

#include <functional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "diff/range_diff.h"
#include "engine/branch/access.h"
#include "engine/branch/warnings.h"
#include "engine/query/every_moment.h"
#include "engine/query/node_view.h"
#include "engine/query/one_tree.h"
#include "engine/query/scope.h"
#include "history/time_reference.h"
#include "latewood/context.h"
#include "latewood/selector.h"
#include "selector/selector_data.h"

namespace latewood {
namespace {

using engine::Access;
using engine::Branch;
using engine::scope_of;
using engine::scope_of_working;
using history::Moment;
using history::SnapshotData;
using history::Timeline;
using selector::Scope;

using Ids = std::vector<std::string>;

constexpr std::string_view kWorking = "working";

Ids ids_in(const Selector& selector, const Scope& scope) {
  Ids ids;
  selector.data().plan.for_each(scope, [&](const tree::Place& place) {
    ids.emplace_back(node_at(scope.tree, place).id());
    return true;
  });
  return ids;
}

Result<void> check_working(const Selector& selector) {
  if (!selector.has_snapshot()) return {};
  return broken(kOptionInvalid,
                "scope \"working\" is the working state, and '" + selector.text() + "' asks for snapshots");
}

// ---- ranges ----

Result<void> check_options(const SelectOptions& options) {
  if (options.context_lines < 0) return broken(kOptionInvalid, "contextLines must be an integer of at least 0");
  if (options.max_snapshots.value_or(1) < 1) {
    return broken(kOptionInvalid, "maxSnapshots must be an integer of at least 1");
  }
  if (options.max_changes_per_snapshot.value_or(0) < 0) {
    return broken(kOptionInvalid, "maxChangesPerSnapshot must be an integer of at least 0");
  }
  return {};
}

std::optional<std::uint64_t> limit_of(const std::optional<std::int64_t>& limit) {
  return limit ? std::optional(static_cast<std::uint64_t>(*limit)) : std::nullopt;
}

diff::RangeOptions range_options_of(const SelectOptions& options) {
  diff::RangeOptions range;
  if (options.include_content) range.content = diff::ContentDiffOptions{options.content_mode, options.context_lines};
  range.max_changes = limit_of(options.max_changes_per_snapshot);
  return range;
}

void note_limits(RangeDiffLatestResult& result, const SelectOptions& options, std::uint64_t found, bool cut_changes) {
  if (found == 0) result.errors.push_back({std::string(kSnapshotNotFound), "the range holds no snapshot", true});
  const bool cut_snapshots = found > result.snapshots.size();
  if (cut_snapshots) {
    result.errors.push_back({std::string(kSnapshotRangeLimit),
                             "the range holds " + std::to_string(found) + " snapshots and maxSnapshots is " +
                                 std::to_string(*options.max_snapshots) + ": the newest are kept",
                             false});
  }
  if (options.max_snapshots || options.max_changes_per_snapshot) {
    result.limits = RangeLimits{options.max_snapshots, options.max_changes_per_snapshot, cut_snapshots || cut_changes};
  }
}

Result<RangeDiffLatestResult> range_result(const Selector& selector, const history::MomentRange& range,
                                           const SelectOptions& options, const Timeline& line) {
  LW_TRY(check_options(options));
  LW_TRY_ASSIGN(history::ResolvedRange resolved, history::resolve(range, line, limit_of(options.max_snapshots)));
  const auto matches = [&plan = selector.data().plan](const SnapshotData& snapshot, const tree::Place& place) {
    return plan.matches(scope_of(snapshot), place);
  };
  diff::RangeBlocks blocks = diff::range_diff(resolved.snapshots, matches, range_options_of(options));
  RangeDiffLatestResult result;
  result.query = selector.text();
  for (history::ResolvedSnapshot& snapshot : resolved.snapshots) result.snapshots.push_back(std::move(snapshot.ref));
  result.diffs = std::move(blocks.blocks);
  result.warnings = std::move(resolved.warnings);
  note_limits(result, options, resolved.found, blocks.truncated);
  return result;
}

// ---- explaining ----

struct Explained {
  std::string moment;
  Scope scope;
};

// The newest moment that the selector names.
Result<Explained> newest_moment(const Selector& selector, const Timeline& line) {
  Moment moment;
  if (const auto& time = selector.data().query.time) {
    if (const auto* one = std::get_if<Moment>(&*time)) moment = *one;
    if (const auto* range = std::get_if<history::MomentRange>(&*time)) {
      LW_TRY_ASSIGN(const history::ResolvedRange resolved, history::resolve(*range, line, 1));
      if (resolved.snapshots.empty()) {
        return broken(kSnapshotNotFound, "the range holds no snapshot", Code::NotFound);
      }
      return Explained{resolved.snapshots.front().ref.label, scope_of(*resolved.snapshots.front().data)};
    }
  }
  LW_TRY_ASSIGN(const SnapshotData* snapshot, history::resolve(moment, line));
  return Explained{history::label_of(moment), scope_of(*snapshot)};
}

Explanation explained(const Selector& selector, const Explained& at) {
  Explanation explanation{selector.canonical(), at.moment, at.scope.cycle, {}};
  for (selector::StepCost& cost : selector.data().plan.explain(at.scope)) {
    explanation.steps.push_back({std::move(cost.step), std::move(cost.index), cost.visited, cost.kept});
  }
  return explanation;
}

}  // namespace

// ---- a context ----

Result<Selection> Context::select(std::string_view selector, const SelectOptions& options) const {
  LW_TRY_ASSIGN(const Selector parsed, Selector::parse(selector));
  return select(parsed, options);
}

Result<Selection> Context::select(const Selector& selector, const SelectOptions& options) const {
  const Branch& branch = Access::branch(*this);
  if (options.working) {
    LW_TRY(check_working(selector));
    return branch.checked<Selection>(Selection(ids_in(selector, scope_of_working(branch))));
  }
  const Timeline line(branch.head());
  const auto& time = selector.data().query.time.value_or(Moment{});
  if (const auto* range = std::get_if<history::MomentRange>(&time)) {
    LW_TRY_ASSIGN(RangeDiffLatestResult result, branch.checked(range_result(selector, *range, options, line)));
    engine::warn_of_range(result, Access::warning_sink(*this));
    return Selection(std::move(result));
  }
  if (std::holds_alternative<history::EveryMoment>(time)) {
    LW_TRY_ASSIGN(Ids ids, engine::select_every_moment(selector.data().query, selector.data().plan, line));
    return branch.checked<Selection>(Selection(std::move(ids)));
  }
  LW_TRY_ASSIGN(const SnapshotData* snapshot, branch.checked(history::resolve(std::get<Moment>(time), line)));
  return branch.checked<Selection>(Selection(ids_in(selector, scope_of(*snapshot))));
}

Result<RangeDiffLatestResult> Context::range_diff_latest(std::string_view selector,
                                                         const SelectOptions& options) const {
  LW_TRY_ASSIGN(const Selector parsed, Selector::parse(selector));
  if (!parsed.is_range()) return broken(kSelectorInvalid, "'" + parsed.text() + "' has no range of snapshots");
  LW_TRY_ASSIGN(Selection selection, select(parsed, options));
  return std::get<RangeDiffLatestResult>(std::move(selection));
}

Result<Explanation> Context::explain(std::string_view selector, const SelectOptions& options) const {
  LW_TRY_ASSIGN(const Selector parsed, Selector::parse(selector));
  const Branch& branch = Access::branch(*this);
  if (options.working) {
    LW_TRY(check_working(parsed));
    return branch.checked<Explanation>(explained(parsed, {std::string(kWorking), scope_of_working(branch)}));
  }
  LW_TRY_ASSIGN(const Explained at, branch.checked(newest_moment(parsed, Timeline(branch.head()))));
  return branch.checked<Explanation>(explained(parsed, at));
}

namespace {

using VisitNode = std::function<bool(const NodeView& node)>;

void visit_matches(const Selector& selector, const Scope& scope, const VisitNode& visit) {
  selector.data().plan.for_each(
      scope, [&](const tree::Place& place) { return visit(engine::view_at(scope.tree, place, scope.cycle)); });
}

// Does not tell a missing node from a turn that could not be read: callers check that.
Result<NodeView> node_in(const Scope& scope, std::string_view id) {
  const std::optional<tree::Place> place = scope.find(id);
  if (place) return engine::view_at(scope.tree, *place, scope.cycle);
  return broken(kNodeNotFound, "there is no node '" + std::string(id) + "'", Code::NotFound);
}

}  // namespace

Result<NodeView> Context::working_node(std::string_view id) const {
  const Branch& branch = Access::branch(*this);
  return branch.checked<NodeView>(node_in(scope_of_working(branch), id));
}

Result<void> Context::for_each_working_node(const Selector& selector, const VisitNode& visit) const {
  LW_TRY(engine::check_no_snapshot(selector, "for the working state"));
  const Branch& branch = Access::branch(*this);
  visit_matches(selector, scope_of_working(branch), visit);
  return branch.check_read();
}

// ---- snapshots ----

Result<NodeView> Snapshot::node(std::string_view id) const {
  return Access::checked<NodeView>(*this, node_in(scope_of(*data_), id));
}

Result<void> Snapshot::for_each_node(const Selector& selector, const VisitNode& visit) const {
  LW_TRY(engine::check_no_snapshot(selector, "for one snapshot"));
  visit_matches(selector, scope_of(*data_), visit);
  return Access::check_read(*this);
}

Result<Ids> Snapshot::select(const Selector& selector) const {
  LW_TRY(engine::check_no_snapshot(selector, "for one snapshot"));
  return Access::checked<Ids>(*this, ids_in(selector, scope_of(*data_)));
}

Result<void> Snapshot::for_each_match(const Selector& selector,
                                      const std::function<bool(std::string_view id)>& visit) const {
  LW_TRY(engine::check_no_snapshot(selector, "for one snapshot"));
  selector.data().plan.for_each(scope_of(*data_),
                                [&](const tree::Place& place) { return visit(node_at(data_->tree, place).id()); });
  return Access::check_read(*this);
}

}  // namespace latewood
