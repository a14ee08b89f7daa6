#include "history/time_reference.h"

#include <algorithm>

#include "base/rules.h"

namespace latewood::history {
namespace {

// How a snapshot is named where references of this kind are used.
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

// The commits back of both ends, the newer first; `end` is one past the older.
struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

std::string clipped(const Moment& moment, std::string_view side, const std::string& limit) {
  return label_of(moment) + " is " + std::string(side) + " " + limit;
}

// Whether the line had the snapshot and has it no more. Of an absolute one that is below all that is
// left nobody can tell whether it was.
bool is_collected(const Moment& moment, const Timeline& line) {
  const bool is_newest = moment.kind == TimeKind::Relative && moment.value == 0;
  if (is_newest) return false;  // without looking for the oldest
  const std::uint64_t kept = line.kept();
  if (kept == line.size()) return false;
  if (moment.kind == TimeKind::Relative) return moment.value >= kept && moment.value < line.size();
  return moment.value < line.cycle_at(kept - 1);
}

std::string collected(const Moment& moment, const Timeline& line) {
  const std::uint64_t oldest = line.kept() - 1;
  const Moment limit{moment.kind, moment.kind == TimeKind::Relative ? oldest : line.cycle_at(oldest)};
  return label_of(moment) + " was collected: the oldest snapshot that was kept is " + label_of(limit);
}

// What is wrong with an end of the range; nothing if it lies within the history.
std::optional<std::string> warning_for(const Moment& end, const Timeline& line) {
  if (line.empty()) return label_of(end) + " is outside the history, which has no snapshot yet";
  if (is_collected(end, line)) return collected(end, line);
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

}  // namespace

std::string label_of(const Moment& moment) {
  if (moment.kind == TimeKind::Absolute) return "@c" + std::to_string(moment.value);
  return moment.value == 0 ? "@t0" : "@t-" + std::to_string(moment.value);
}

Result<const SnapshotData*> resolve(const Moment& moment, const Timeline& line) {
  if (is_collected(moment, line)) return broken(kSnapshotCollected, collected(moment, line), Code::NotFound);
  const SnapshotData* found = nullptr;
  if (moment.kind == TimeKind::Absolute) {
    found = line.find_cycle(moment.value);
  } else if (moment.value < line.size()) {
    found = &line.back(moment.value);
  }
  if (found != nullptr) return found;
  const std::string kept = line.empty()
                               ? "nothing was committed yet"
                               : "the history goes from cycle " + std::to_string(line.cycle_at(line.size() - 1)) +
                                     " to " + std::to_string(line.cycle_at(0));
  return broken(kSnapshotNotFound, "there is no snapshot " + label_of(moment) + ": " + kept, Code::NotFound);
}

ResolvedRange resolve(const MomentRange& range, const Timeline& line, std::optional<std::uint64_t> most) {
  const bool in_order = range.first.value < range.last.value;
  const bool smaller_is_newer = range.first.kind == TimeKind::Relative;
  const Moment& newer = in_order == smaller_is_newer ? range.first : range.last;
  const Moment& older = in_order == smaller_is_newer ? range.last : range.first;

  ResolvedRange resolved;
  for (const Moment& end : {newer, older}) {
    if (auto warning = warning_for(end, line)) resolved.warnings.push_back(*std::move(warning));
  }
  const Span span = span_of(newer, older, line);
  resolved.found = span.end > span.begin ? span.end - span.begin : 0;
  const std::uint64_t count = std::min(resolved.found, most.value_or(resolved.found));
  const SnapshotData* data = count == 0 ? nullptr : &line.back(span.begin);
  // A way that ends early could not be read; whoever asked is told.
  for (std::uint64_t commits = span.begin; data != nullptr && commits < span.begin + count;
       ++commits, data = data->parent) {
    resolved.snapshots.push_back({ref_of(newer.kind, commits, data->cycle()), data});
  }
  return resolved;
}

}  // namespace latewood::history
