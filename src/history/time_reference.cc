#include "history/time_reference.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::history {
namespace {

// The reference to a snapshot, in the kind of the request: relative or absolute.
SnapshotRef ref_of(TimeKind kind, std::uint64_t commits, std::uint64_t cycle) {
  SnapshotRef ref;
  ref.cycle = cycle;
  if (kind == TimeKind::Relative) {
    ref.kind = 't';
    ref.value = -static_cast<std::int64_t>(commits);
    ref.label = label_of({kind, commits});
  } else {
    ref.kind = 'c';
    ref.value = static_cast<std::int64_t>(cycle);
    ref.label = label_of({kind, cycle});
  }
  return ref;
}

// A range as commits before the head: `begin` is the newer end, `end` is one past the older end.
struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

std::string clipped(const Moment& moment, std::string_view side, const std::string& limit) {
  return label_of(moment) + " is " + std::string(side) + " " + limit;
}

// Whether the snapshot was collected. Every absolute cycle before the oldest kept snapshot counts as collected, since
// its existence is not known.
bool is_collected(const Moment& moment, const Timeline& line) {
  const bool is_newest = moment.kind == TimeKind::Relative && moment.value == 0;
  if (is_newest) return false;  // saves the search for the oldest
  const std::uint64_t kept = line.kept();
  if (kept == line.size()) return false;
  if (moment.kind == TimeKind::Relative) return moment.value >= kept && moment.value < line.size();
  return moment.value < line.cycle_at(kept - 1);
}

// The moment of a kept snapshot, in the given kind.
Moment moment_of(TimeKind kind, const KeptPast::Mark& mark, const Timeline& line) {
  return {kind, kind == TimeKind::Relative ? line.commits_to(mark) : mark.cycle};
}

bool is_at_or_before(const KeptPast::Mark& mark, const Moment& moment, const Timeline& line) {
  const bool is_relative = moment.kind == TimeKind::Relative;
  return is_relative ? line.commits_to(mark) >= moment.value : mark.cycle <= moment.value;
}

// The mark of the moment's snapshot, if it was kept from before the collected commits.
std::optional<KeptPast::Mark> find_mark(const Moment& moment, const Timeline& line) {
  for (const KeptPast::Mark& mark : line.kept_before()) {
    if (moment_of(moment.kind, mark, line).value == moment.value) return mark;
  }
  return std::nullopt;
}

// The error message for a collected snapshot. It names the nearest snapshot that was kept.
std::string collected(const Moment& moment, const Timeline& line) {
  const std::uint64_t oldest = line.kept() - 1;
  Moment newer{moment.kind, moment.kind == TimeKind::Relative ? oldest : line.cycle_at(oldest)};
  const std::string what = label_of(moment) + " was collected: ";
  for (const KeptPast::Mark& mark : line.kept_before()) {
    const Moment kept = moment_of(moment.kind, mark, line);
    if (is_at_or_before(mark, moment, line)) {
      return what + "the nearest snapshots that were kept are " + label_of(kept) + " and " + label_of(newer);
    }
    newer = kept;
  }
  return what + "the oldest snapshot that was kept is " + label_of(newer);
}

// The warning for an end of the range outside of the history; nullopt if it is inside.
std::optional<std::string> warning_for(const Moment& end, const Timeline& line) {
  if (line.empty()) return label_of(end) + " is outside the history, which has no snapshot yet";
  if (is_collected(end, line)) {
    return find_mark(end, line) ? std::nullopt : std::optional(collected(end, line));
  }
  const std::uint64_t oldest = line.size() - 1;
  if (end.kind == TimeKind::Relative) {
    if (end.value <= oldest) return std::nullopt;
    return clipped(end, "before the oldest snapshot,", label_of({end.kind, oldest}));
  }
  if (end.value < line.cycle_at(oldest)) {
    return clipped(end, "before the oldest snapshot,", label_of({end.kind, line.cycle_at(oldest)}));
  }
  if (end.value > line.cycle_at(0)) {
    return clipped(end, "after the newest snapshot,", label_of({end.kind, line.cycle_at(0)}));
  }
  return std::nullopt;
}

Span span_of(const Moment& newer, const Moment& older, const Timeline& line) {
  const std::uint64_t kept = line.kept();
  if (newer.kind == TimeKind::Relative) {
    const std::uint64_t begin = std::min(newer.value, kept);
    return {begin, older.value < kept ? older.value + 1 : kept};
  }
  // One past the oldest snapshot at or after the older end.
  const std::uint64_t end = older.value == 0 ? kept : line.newer_than(older.value - 1);
  return {line.newer_than(newer.value), std::min(end, kept)};
}

// The snapshots of the range that were kept from before the collected commits, newest first.
std::vector<KeptPast::Mark> marks_in(const Moment& newer, const Moment& older, const Timeline& line) {
  std::vector<KeptPast::Mark> marks;
  for (const KeptPast::Mark& mark : line.kept_before()) {
    const std::uint64_t value = moment_of(newer.kind, mark, line).value;
    if (value >= std::min(newer.value, older.value) && value <= std::max(newer.value, older.value)) {
      marks.push_back(mark);
    }
  }
  return marks;
}

// The warning for collected snapshots between the kept snapshots of the range; nullopt if there are none.
std::optional<std::string> gap_warning(const Span& span, const std::vector<KeptPast::Mark>& marks,
                                       const Timeline& line) {
  if (marks.empty()) return std::nullopt;
  const bool has_newer = span.end > span.begin;
  const std::uint64_t first = has_newer ? span.begin : line.commits_to(marks.front());
  const std::uint64_t all = line.commits_to(marks.back()) - first + 1;
  const std::uint64_t missing = all - (has_newer ? span.end - span.begin : 0) - marks.size();
  if (missing == 0) return std::nullopt;
  return std::to_string(missing) + (missing == 1 ? " snapshot" : " snapshots") + " between those of the range " +
         (missing == 1 ? "was" : "were") + " collected";
}

// The newest `count` snapshots of the span.
std::vector<ResolvedSnapshot> snapshots_of(TimeKind kind, const Span& span, std::uint64_t count, const Timeline& line) {
  std::vector<ResolvedSnapshot> snapshots;
  const SnapshotData* data = count == 0 ? nullptr : &line.back(span.begin);
  // Ends early if a snapshot cannot be read. The past then has the error, which the caller checks.
  for (std::uint64_t commits = span.begin; data != nullptr && commits < span.begin + count;
       ++commits, data = data->parent) {
    snapshots.push_back({ref_of(kind, commits, data->cycle()), data});
  }
  return snapshots;
}

// Resolves a moment before the oldest kept snapshot: a tag may have kept its snapshot.
Result<const SnapshotData*> resolve_collected(const Moment& moment, const Timeline& line) {
  if (const auto mark = find_mark(moment, line)) return line.load(*mark);
  return broken(kSnapshotCollected, collected(moment, line), Code::NotFound);
}

// Resolves a range with the currently known end of the collected commits.
Result<ResolvedRange> resolve_known(const MomentRange& range, const Timeline& line, std::optional<std::uint64_t> most) {
  const bool in_order = range.first.value < range.last.value;
  const bool smaller_is_newer = range.first.kind == TimeKind::Relative;
  const Moment& newer = in_order == smaller_is_newer ? range.first : range.last;
  const Moment& older = in_order == smaller_is_newer ? range.last : range.first;

  ResolvedRange resolved;
  for (const Moment& end : {newer, older}) {
    if (auto warning = warning_for(end, line)) resolved.warnings.push_back(*std::move(warning));
  }
  const std::uint64_t known = line.kept();  // changes if another process collected more; then the caller tries again
  const Span span = span_of(newer, older, line);
  const std::vector<KeptPast::Mark> marks = marks_in(newer, older, line);
  if (auto warning = gap_warning(span, marks, line)) resolved.warnings.push_back(*std::move(warning));
  const std::uint64_t near = span.end > span.begin ? span.end - span.begin : 0;
  resolved.found = near + marks.size();
  const std::uint64_t count = std::min(resolved.found, most.value_or(resolved.found));
  resolved.snapshots = snapshots_of(newer.kind, span, std::min(near, count), line);
  for (std::size_t i = 0; near + i < count && line.kept() == known; ++i) {
    LW_TRY_ASSIGN(const SnapshotData* kept, line.load(marks[i]));
    resolved.snapshots.push_back({ref_of(newer.kind, line.commits_to(marks[i]), kept->cycle()), kept});
  }
  return resolved;
}

}  // namespace

std::string label_of(const Moment& moment) {
  if (moment.kind == TimeKind::Absolute) return "@c" + std::to_string(moment.value);
  return moment.value == 0 ? "@t0" : "@t-" + std::to_string(moment.value);
}

Result<const SnapshotData*> resolve(const Moment& moment, const Timeline& line) {
  if (is_collected(moment, line)) return resolve_collected(moment, line);
  const SnapshotData* found = nullptr;
  if (moment.kind == TimeKind::Absolute) {
    found = line.find_cycle(moment.value);
  } else if (moment.value < line.size()) {
    found = &line.back(moment.value);
  }
  if (found != nullptr && !found->is_collected()) return found;
  // A collection by another process since the line was opened is found only when a snapshot is loaded.
  if (is_collected(moment, line)) return resolve_collected(moment, line);
  const std::string kept = line.empty()
                               ? "nothing was committed yet"
                               : "the history goes from cycle " + std::to_string(line.cycle_at(line.size() - 1)) +
                                     " to " + std::to_string(line.cycle_at(0));
  return broken(kSnapshotNotFound, "there is no snapshot " + label_of(moment) + ": " + kept, Code::NotFound);
}

Result<ResolvedRange> resolve(const MomentRange& range, const Timeline& line, std::optional<std::uint64_t> most) {
  for (;;) {
    const std::uint64_t kept = line.kept();
    auto resolved = resolve_known(range, line, most);
    // A collection by another process since the line was opened is found only when a snapshot is loaded.
    if (!resolved || line.kept() == kept) return resolved;
  }
}

}  // namespace latewood::history
