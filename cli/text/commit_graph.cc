#include "cli/text/commit_graph.h"

#include <algorithm>

namespace latewood::cli {
namespace {

std::ptrdiff_t step(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

}  // namespace

// Ends the lanes right of `lane` that wait for the same commit, from right to left.
std::string CommitGraph::join(const CommitId& commit, std::size_t lane) {
  std::string lines;
  for (std::size_t other = lanes_.size(); other-- > lane + 1;) {
    if (lanes_[other] != commit) continue;
    for (std::size_t i = 0; i + 1 < other; ++i) lines += "| ";
    lines += "|/";
    for (std::size_t i = other + 1; i < lanes_.size(); ++i) lines += " /";
    lines += '\n';
    lanes_.erase(lanes_.begin() + step(other));
  }
  return lines;
}

CommitGraph::Drawn CommitGraph::next(const CommitInfo& commit) {
  // A commit that no lane waits for is the newest of its branch.
  auto waiting = std::find(lanes_.begin(), lanes_.end(), commit.id);
  if (waiting == lanes_.end()) waiting = lanes_.insert(lanes_.end(), commit.id);
  const auto lane = static_cast<std::size_t>(waiting - lanes_.begin());
  Drawn drawn;
  drawn.above = join(commit.id, lane);
  for (std::size_t i = 0; i < lanes_.size(); ++i) drawn.left += i == lane ? "* " : "| ";
  if (commit.parent) {
    lanes_[lane] = *commit.parent;
  } else {
    lanes_.erase(lanes_.begin() + step(lane));
  }
  return drawn;
}

}  // namespace latewood::cli
