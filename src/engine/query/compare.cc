// Diffs of two moments or two snapshots: decides which side is newer and applies the selector.
#include <functional>
#include <optional>
#include <utility>

#include "base/try.h"
#include "diff/detail_diff.h"
#include "engine/branch/access.h"
#include "engine/query/one_tree.h"
#include "engine/query/scope.h"
#include "history/time_reference.h"
#include "latewood/context.h"
#include "selector/language/time_parser.h"
#include "selector/selector_data.h"

namespace latewood {
namespace {

using engine::Access;
using engine::Branch;
using engine::check_no_snapshot;
using engine::scope_of;
using history::SnapshotData;
using selector::Scope;

// One side of a diff: a snapshot, or the working state if `snapshot` is null.
struct Side {
  const SnapshotData* snapshot = nullptr;
  Scope scope;
};

Result<Side> find_side(std::string_view reference, const Branch& branch) {
  if (reference == "working") return Side{nullptr, engine::scope_of_working(branch)};
  LW_TRY_ASSIGN(const history::Moment moment, selector::parse_moment(reference));
  LW_TRY_ASSIGN(const SnapshotData* snapshot, history::resolve(moment, history::Timeline(branch.head())));
  return Side{snapshot, scope_of(*snapshot)};
}

// On one line the side with the higher cycle is newer, and the working state is the newest. Across lines `b` is newer
// (D-39).
bool is_first_newer(const Side& a, const Side& b) {
  const SnapshotData* left = a.snapshot;
  const SnapshotData* right = b.snapshot;
  if (left == nullptr || right == nullptr) return left == nullptr && right != nullptr;
  if (left->cycle() <= right->cycle()) return false;
  // Two loads of a snapshot from a store are different objects, so the commit ids are compared.
  const SnapshotData* const found = history::find_cycle(*left, right->cycle());
  return found != nullptr && found->commit_id() == right->commit_id();
}

diff::TreeSide tree_side(const Side& side) {
  return {side.scope.tree, side.scope.cycle, [&side](std::string_view id) { return side.scope.find(id); }};
}

using Test = std::function<bool(const tree::Place& place)>;

Test test_of(const Selector* selector, const Side& side) {
  if (selector == nullptr) return {};
  return [&plan = selector->data().plan, &side](const tree::Place& place) { return plan.matches(side.scope, place); };
}

// As `is_first_newer`, for two moments of one line. Compares cycles only: snapshots from before collected commits are
// not linked to later ones.
bool is_first_newer_on_line(const Side& a, const Side& b) {
  if (a.snapshot == nullptr || b.snapshot == nullptr) return a.snapshot == nullptr && b.snapshot != nullptr;
  return a.snapshot->cycle() > b.snapshot->cycle();
}

// Calls `compare` with the newer side, the older one, and the filter.
template <class Compare>
auto compare_sides(const Side& a, const Side& b, bool first_is_newer, const Selector* selector, Compare compare) {
  const Side& newer = first_is_newer ? a : b;
  const Side& older = first_is_newer ? b : a;
  return compare(tree_side(newer), tree_side(older),
                 diff::DiffFilter{test_of(selector, newer), test_of(selector, older)});
}

Result<std::optional<Selector>> parse_filter(std::optional<std::string_view> text) {
  if (!text) return std::optional<Selector>();
  LW_TRY_ASSIGN(Selector selector, Selector::parse(*text));
  LW_TRY(check_no_snapshot(selector, "of a diff"));
  return std::optional(std::move(selector));
}

template <class Answer, class Compare>
Result<Answer> compare_moments(const Branch& branch, std::string_view a, std::string_view b,
                               std::optional<std::string_view> filter, Compare compare) {
  LW_TRY_ASSIGN(const Side left, find_side(a, branch));
  LW_TRY_ASSIGN(const Side right, find_side(b, branch));
  LW_TRY_ASSIGN(const std::optional<Selector> selector, parse_filter(filter));
  LW_TRY(branch.check_read());
  return branch.checked<Answer>(
      compare_sides(left, right, is_first_newer_on_line(left, right), selector ? &*selector : nullptr, compare));
}

template <class Answer, class Compare>
Result<Answer> compare_snapshots(const Snapshot& a, const Snapshot& b, const Selector* selector, Compare compare) {
  if (selector != nullptr) LW_TRY(check_no_snapshot(*selector, "of a diff"));
  const Side left{&Access::data(a), scope_of(Access::data(a))};
  const Side right{&Access::data(b), scope_of(Access::data(b))};
  LW_TRY_ASSIGN(Answer answer,
                Access::checked<Answer>(a, compare_sides(left, right, is_first_newer(left, right), selector, compare)));
  return Access::checked<Answer>(b, std::move(answer));
}

}  // namespace

Result<Snapshot> Context::snapshot(std::string_view reference) const {
  const Branch& branch = Access::branch(*this);
  LW_TRY_ASSIGN(const history::Moment moment, selector::parse_moment(reference));
  LW_TRY_ASSIGN(const SnapshotData* found, history::resolve(moment, history::Timeline(branch.head())));
  LW_TRY(branch.check_read());
  return Access::snapshot(branch, *found);
}

Result<Diff> Context::diff(std::string_view a, std::string_view b, std::optional<std::string_view> selector) const {
  return compare_moments<Diff>(Access::branch(*this), a, b, selector, diff::id_diff);
}

Result<DiffDetail> Context::diff_detail(std::string_view a, std::string_view b,
                                        std::optional<std::string_view> selector) const {
  return compare_moments<DiffDetail>(Access::branch(*this), a, b, selector, diff::detail_diff);
}

Result<Diff> Snapshot::diff(const Snapshot& other, const Selector* selector) const {
  return compare_snapshots<Diff>(*this, other, selector, diff::id_diff);
}

Result<DiffDetail> Snapshot::diff_detail(const Snapshot& other, const Selector* selector) const {
  return compare_snapshots<DiffDetail>(*this, other, selector, diff::detail_diff);
}

}  // namespace latewood
