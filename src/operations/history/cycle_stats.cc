#include "latewood/cycle_stats.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "latewood/errors.h"
#include "latewood/node_facts.h"
#include "latewood/prefix.h"

namespace latewood {
namespace {

// Adds the bytes of every node to its region. Relies on parents preceding their children.
void count_bytes(const std::vector<NodeView>& nodes, CycleStats& stats) {
  std::map<std::string_view, std::uint64_t*> regions;
  for (const NodeView& node : nodes) {
    std::uint64_t* region = node.parent_id ? regions[*node.parent_id] : nullptr;
    if (node.node_type == "^sys") region = &stats.sys;
    if (node.node_type == "^seq") region = &stats.seq;
    if (node.node_type == "^ah") region = &stats.ah;
    regions[node.id] = region;
    if (region != nullptr) *region += content_bytes(node);
  }
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
  CycleStats stats;
  stats.cycle = snapshot->cycle();
  stats.commit_id = snapshot->commit_id().hex();
  stats.left = snapshot->report().departures;
  const auto nodes = snapshot->nodes();
  if (!nodes) return nodes.error();
  count_bytes(*nodes, stats);
  const auto before = context.back(commits_back + 1);
  if (!before) return is_end(before.error()) ? Result<CycleStats>(stats) : before.error();
  PrefixOptions options;
  options.profile = profile;
  const auto prefix = prefix_report(*before, *snapshot, options);
  if (!prefix && !is_refusal(prefix.error())) return prefix.error();
  if (prefix) stats.kept_per_mille = kept_per_mille(*prefix);
  return stats;
}

}  // namespace

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
