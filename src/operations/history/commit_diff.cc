#include "latewood/commit_diff.h"

#include <cstdint>
#include <utility>

#include "base/try.h"
#include "latewood/node_facts.h"

namespace latewood {
namespace {

Result<Diff> everything_in(const Snapshot& snapshot) {
  LW_TRY_ASSIGN(const auto nodes, snapshot.nodes());
  Diff diff;
  for (const NodeView& node : nodes) {
    if (!is_region(node)) diff.added.push_back(node.id);
  }
  return diff;
}

// `likely` is its cycle unless cycles were skipped.
std::optional<Snapshot> find_on_line(const Context& line, const CommitId& id, std::uint64_t likely) {
  if (const auto found = line.at(likely); found && found->commit_id() == id) return *found;
  for (std::uint64_t back = 0;; ++back) {
    const auto found = line.back(back);
    if (!found) return std::nullopt;
    if (found->commit_id() == id) return *found;
  }
}

}  // namespace

Result<CommitDiff> commit_diff(const Context& line, const CommitInfo& commit) {
  LW_TRY_ASSIGN(const Snapshot newer, line.at(commit.cycle));
  CommitDiff changes{newer, {}, {}};
  if (!commit.parent) {
    LW_TRY_ASSIGN(changes.diff, everything_in(newer));
    return changes;
  }
  changes.older = find_on_line(line, *commit.parent, commit.cycle - 1);
  if (changes.older) {
    LW_TRY_ASSIGN(changes.diff, changes.older->diff(newer));
  }
  return changes;
}

Result<CommitDiff> commit_diff(Repository& repository, const std::string& context, const CommitInfo& commit,
                               std::optional<Context>& line) {
  const auto found = line ? line->at(commit.cycle) : Result<Snapshot>(Error{});
  if (!found || found->commit_id() != commit.id) {
    LW_TRY_ASSIGN(Context loaded, repository.load(context, commit.id.hex()));
    line.emplace(std::move(loaded));
  }
  return commit_diff(*line, commit);
}

}  // namespace latewood
