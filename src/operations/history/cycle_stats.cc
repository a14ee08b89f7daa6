#include "latewood/cycle_stats.h"

#include <algorithm>

#include "base/try.h"
#include "latewood/errors.h"
#include "latewood/node_facts.h"
#include "latewood/prefix.h"
#include "latewood/selector.h"

namespace latewood {
namespace {

// The bytes of the contents below a region.
Result<std::uint64_t> bytes_below(const Snapshot& snapshot, const Selector& region) {
  std::uint64_t bytes = 0;
  LW_TRY(snapshot.for_each_node(region, [&bytes](const NodeView& node) {
    bytes += content_bytes(node);
    return true;
  }));
  return bytes;
}

// The commit counted the bytes of the whole tree. `^seq`, which is nearly all of it, is what the other two leave.
Result<void> count_bytes(const Snapshot& snapshot, CycleStats& stats) {
  LW_TRY_ASSIGN(const Selector below_sys, Selector::parse("^sys *"));
  LW_TRY_ASSIGN(const Selector below_ah, Selector::parse("^ah *"));
  LW_TRY_ASSIGN(stats.sys, bytes_below(snapshot, below_sys));
  LW_TRY_ASSIGN(stats.ah, bytes_below(snapshot, below_ah));
  stats.seq = static_cast<std::uint64_t>(snapshot.report().bytes_after) - stats.sys - stats.ah;
  return {};
}

// Whether there is no older snapshot: the history starts here, or older ones were collected. Any other error is a
// failure to read.
bool is_end(const Error& error) {
  return error.rule == errors::kSnapshotNotFound ||
         (error.rule == errors::kSnapshotCollected && error.code == Code::NotFound);
}

// A request that the profile refuses has no bytes to compare.
bool is_refusal(const Error& error) { return error.code == Code::InvalidArgument || error.code == Code::Unsupported; }

Result<CycleStats> stats_of(const Context& context, std::uint64_t commits_back, const std::string& profile) {
  const auto snapshot = context.back(commits_back);
  if (!snapshot) return snapshot.error();
  auto before = context.back(commits_back + 1);
  if (before) return stats_of_cycle(*snapshot, *std::move(before), profile);
  return is_end(before.error()) ? stats_of_cycle(*snapshot, std::nullopt, profile) : before.error();
}

}  // namespace

Result<CycleStats> stats_of_cycle(const Snapshot& snapshot, const std::optional<Snapshot>& before,
                                  const std::string& profile) {
  CycleStats stats;
  stats.cycle = snapshot.cycle();
  stats.commit_id = snapshot.commit_id().hex();
  stats.left = snapshot.report().departures;
  LW_TRY(count_bytes(snapshot, stats));
  if (!before) return stats;
  PrefixOptions options;
  options.profile = profile;
  auto prefix = prefix_report(*before, snapshot, options);
  if (!prefix && !is_refusal(prefix.error())) return prefix.error();
  if (prefix) {
    stats.kept_per_mille = kept_per_mille(*prefix);
    stats.prefix = *std::move(prefix);
  }
  return stats;
}

Result<std::vector<CycleStats>> cycle_stats(const Context& context, std::uint64_t limit, const std::string& profile,
                                            std::uint64_t start) {
  std::vector<CycleStats> all;
  for (std::uint64_t back = 0; back < limit; ++back) {
    auto stats = stats_of(context, start + back, profile);
    if (!stats && is_end(stats.error())) break;
    if (!stats) return stats.error();
    all.push_back(*std::move(stats));
  }
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace latewood
